"""Publishing to a mirror and to a store, and fetching back, hold a few megabytes of a file, however large it is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc"),
]
# A mirror is written to the disk; a store's sink only counts.
_MIRRORED, _STORED = (1 << 30) + 12_345, 3 * 10**9 + 12_345
_MOST_MB = 32

_WORK = r"""
import json, re, sys
from pathlib import Path
import fsspec
from fsspec.spec import AbstractFileSystem
from manifests.digest import file_sha256
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release
from publishing.hub.files import RemoteFile
from publishing.hub.mirroring import publish_to_folder
from publishing.hub.shipment import Shipment
from publishing.hub.sources import FolderSource
from publishing.hub.stores import open_store
from publishing.hub.storing import publish_to_store

kind, release, large, out = sys.argv[1], *map(Path, sys.argv[2:])
record = read_release(RecordFolder.at(release))
# Not ru_maxrss: that of a child begins at its parent's.
def peak(): return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024

class Sink:
    # The length is kept, and the bytes if they are few: the large file is all zeros.
    def __init__(self, sizes, path, mode): self.sizes, self.path, self.mode, self.read_so_far = sizes, path, mode, 0
    def __enter__(self):
        if self.mode == "wb": self.sizes[self.path] = 0; small.pop(self.path, None)
        return self
    def __exit__(self, *_): pass
    def write(self, data):
        self.sizes[self.path] += len(data)
        if self.sizes[self.path] < 1 << 20: small[self.path] = small.get(self.path, b"") + data
        else: small.pop(self.path, None)
        return len(data)
    def read(self, count):
        start, self.read_so_far = self.read_so_far, min(self.read_so_far + count, self.sizes[self.path])
        return small[self.path][start:self.read_so_far] if self.path in small else bytes(self.read_so_far - start)
small = {}

class Counting(AbstractFileSystem):
    protocol = "counting"
    sizes = {}
    def open(self, path, mode="rb", **_): return Sink(self.sizes, self._strip_protocol(path), mode)
    def makedirs(self, *_, **__): pass
    def isdir(self, path): return False
    def isfile(self, path): return self._strip_protocol(path) in self.sizes
    def cat_file(self, path, **_): return small[self._strip_protocol(path)]
    def rm_file(self, path): del self.sizes[self._strip_protocol(path)]
    def find(self, root, detail=False, **_):
        return {name: {"name": name, "size": size, "type": "file"} for name, size in self.sizes.items() if root in name}
    def pipe_file(self, path, value, mode="overwrite", **_):
        path = self._strip_protocol(path); self.sizes[path], small[path] = len(value), value

fsspec.register_implementation("counting", Counting)
def work(name, file):
    files = {"large.parquet": file, "release.json": release / "release.json"}
    hashes = {path: file_sha256(file) for path, file in files.items()}
    shipment = Shipment(record=record, with_audio=True, files=files, sha256=hashes)
    if kind == "store":
        publish_to_store(shipment, open_store(f"counting://{name}"))
        return sum(size for path, size in Counting.sizes.items() if name in path)
    publish_to_folder(shipment, out / name)
    there = out / name / record.title / "large.parquet"
    size = there.stat().st_size
    FolderSource(there.parent).fetch(RemoteFile(path="large.parquet", size=size), out / "fetched")
    return size

work("small", release / "release.json")
before = peak()
sent = work("large", large)
grown = peak() - before
held = b"x" * (128 << 20)
print(json.dumps({"grown_mb": grown, "sent": sent, "would_show_mb": peak() - before}))
"""


@pytest.mark.parametrize(("kind", "size"), [("mirror", _MIRRORED), ("store", _STORED)])
def test_memory_stays_flat(release, tmp_path, kind, size):
    large = tmp_path / "large.parquet"
    with large.open("wb") as sink:
        sink.truncate(size)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", _WORK, kind, str(release), str(large), str(tmp_path / "out")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout.splitlines()[-1])
    assert measured["sent"] >= size
    assert measured["grown_mb"] < _MOST_MB
    assert measured["would_show_mb"] > 64
