"""Publishing holds a few megabytes of a file at a time, however large it is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.publishing.hub.server import TOKEN, Hub

_SIZE = (2 << 30) + 12_345
_PUBLISH = r"""
import json, re, sys
from pathlib import Path
import huggingface_hub, httpx2
from manifests.digest import file_sha256
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release
from publishing.hub.repository import open_repository
from publishing.hub.shipment import Shipment
from publishing.hub.uploading import publish_to_hub

release, large, endpoint = sys.argv[1:]
record = read_release(RecordFolder.at(Path(release)))
# Not ru_maxrss: that of a child begins at its parent's.
def peak(): return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
def send(name, files):
    repository = open_repository(name, endpoint=endpoint, needs_token=True)
    hashes = {path: file_sha256(file) for path, file in files.items()}
    publish_to_hub(Shipment(record=record, with_audio=True, files=files, sha256=hashes), repository, public=False)
header = Path(release) / "release.json"
send("me/small", {"release.json": header, "small.parquet": header})
before = peak()
send("me/large", {"large.parquet": Path(large)})
grown = peak() - before
held = b"x" * (128 << 20)
print(json.dumps({"grown_mb": grown, "would_show_mb": peak() - before}))
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_upload_of_two_gigabytes_stays_flat(release, tmp_path):
    large = tmp_path / "large.parquet"
    with large.open("wb") as sink:
        sink.truncate(_SIZE)
    with Hub(tmp_path / "sink", keep=False, part_size=1 << 40) as hub:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "HF_TOKEN": TOKEN}
        command = [sys.executable, "-c", _PUBLISH, str(release), str(large), hub.endpoint]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        assert hub.received >= _SIZE
        assert hub.repos["me/large"].tags
    measured = json.loads(done.stdout.splitlines()[-1])
    assert measured["grown_mb"] < 32
    assert measured["would_show_mb"] > 64
