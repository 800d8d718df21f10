"""What a stranger's repository or mirror may try: nothing of it is put in place, and nothing is written elsewhere."""

import hashlib
import os
import re
import unicodedata
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing.hub.errors import HubError, scrubbed
from publishing.hub.files import RemoteFile, require_safe
from tests.publishing.hub.repos import lfs_blob, plain_blob
from tests.publishing.hub.running import contents, publish, pull
from tests.publishing.releases.life import dataset, edit_header

SHARD = "volume-perception/data/test-00000-of-00001.parquet"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def forged(release, hub):
    """Publish, then let a stranger change files at the tag."""
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    repo = hub.repos["me/small"]

    def forge(**files):
        changed = {**repo.files(), **files.pop("add", {})}
        for path in files.pop("remove", ()):
            del changed[path]
        repo.tags["v1.0.0"] = repo.add(changed)

    return forge


def refused(hub, tmp_path):
    before = contents(tmp_path).keys()
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out", "--workers", "1")
    assert done.exit_code == 2
    assert not (tmp_path / "out" / "small-1.0.0").exists()
    new = {path for path in contents(tmp_path) if path not in before}
    assert all(re.match(r"out/\.small-1\.0\.0\.[0-9a-f]{12}\.partial/", path) for path in new)
    return done.output


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("../evil.txt", "'..'"),
        ("records/../../evil.txt", "'..'"),
        ("/etc/evil", "relative"),
        ("a\\..\\evil", "relative"),
        ("C:evil", "relative"),
        ("records/x\0.jsonl", "unprintable"),
        ("a//b", "empty part"),
        ("readme.md", "one file on many disks"),
        ("README.md/x", "as a file and as a folder"),
        ("aux.txt", "not every system"),
        ("loader.py", "does not hold: loader.py"),
        ("small.py", "does not hold"),
        ("data.pkl", "does not hold"),
        (".git/hooks/post-checkout", "does not hold"),
    ],
)
def test_paths_that_lead_elsewhere_or_do_not_belong(forged, hub, tmp_path, path, told):
    forged(add={path: plain_blob(b"evil")})
    assert told in refused(hub, tmp_path)


def test_files_that_are_missing(forged, hub, tmp_path):
    forged(remove=[SHARD])
    assert f"no {SHARD}" in refused(hub, tmp_path)


@pytest.mark.parametrize("path", [SHARD, "records/volume-perception.jsonl"])
def test_files_with_other_bytes(forged, hub, tmp_path, release, path):
    data = bytearray((release / path).read_bytes())
    data[len(data) // 2] ^= 1
    sha256 = hashlib.sha256(data).hexdigest()
    hub.lfs_path(sha256).write_bytes(data)
    forged(add={path: lfs_blob(sha256, len(data))})
    output = refused(hub, tmp_path)
    assert path in output
    assert "other bytes than release.json promises" in output


def test_listing_that_lies_about_the_bytes(forged, hub, tmp_path, release):
    data = (release / SHARD).read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    hub.lfs_path(sha256).write_bytes(b"x" * len(data))
    assert "other bytes than its listing tells of" in refused(hub, tmp_path)


def test_file_of_a_terabyte_is_not_fetched(forged, hub, tmp_path):
    forged(add={SHARD: lfs_blob("0" * 64, 10**12)})
    assert "1,000,000,000,000 bytes" in refused(hub, tmp_path)
    assert hub.count(f"resolve/.*{SHARD}") == 0


def test_records_longer_than_their_items_can_be_are_not_fetched(forged, hub, tmp_path):
    path = "records/volume-perception.jsonl"
    forged(add={path: lfs_blob("0" * 64, (6 << 20) + 1)})
    assert "6,291,457 bytes" in refused(hub, tmp_path)
    assert hub.count(f"resolve/.*{path}") == 0


def test_document_with_other_bytes_and_the_same_size(forged, hub, tmp_path, release):
    data = (release / "ATTRIBUTION.md").read_bytes()
    forged(add={"ATTRIBUTION.md": plain_blob(b"X" + data[1:])})
    output = refused(hub, tmp_path)
    assert "ATTRIBUTION.md: found other bytes than release.json promises" in output


def test_another_version_under_the_tag(forged, hub, tmp_path, release):
    edit_header(release, lambda header: header.update(version="0.9.0"))
    forged(add={"release.json": plain_blob((release / "release.json").read_bytes())})
    assert "the record of version 0.9.0" in refused(hub, tmp_path)


@pytest.mark.parametrize("name", ["../../evil.parquet", "/evil.parquet", "test-00000-of-00001.parquet\0", "x.py"])
def test_record_that_leads_elsewhere(forged, hub, tmp_path, release, name):
    edit_header(release, lambda header: dataset(header, "volume-perception")["shards"][0].update(name=name))
    forged(add={"release.json": plain_blob((release / "release.json").read_bytes())})
    assert "shards[0].name" in refused(hub, tmp_path)


def bomb(path, *, rows, compression):
    """Write a small file whose audio column unpacks to hundreds of megabytes."""
    clip = pa.array([b"\0" * (4 << 20)] * rows, pa.binary())
    audio = pa.StructArray.from_arrays([clip, pa.array(["x.flac"] * rows)], ["bytes", "path"])
    table = pa.table({"id": [str(row) for row in range(rows)], "audio": audio})
    pq.write_table(table, path, compression=compression, use_dictionary=compression == "none")


@pytest.mark.parametrize("kind", [(6, "zstd"), (6, "snappy"), (40, "none"), (5, "none")])
def test_parquet_bombs(forged, hub, tmp_path, release, kind):
    rows, compression = kind
    bomb(tmp_path / "bomb", rows=rows, compression=compression)
    data = (tmp_path / "bomb").read_bytes()
    assert len(data) < 8 << 20
    sha256 = hashlib.sha256(data).hexdigest()
    hub.lfs_path(sha256).write_bytes(data)
    edit_header(release, lambda header: dataset(header, "volume-perception")["shards"][0].update(sha256=sha256))
    header = plain_blob((release / "release.json").read_bytes())
    forged(add={SHARD: lfs_blob(sha256, len(data)), "release.json": header})
    output = refused(hub, tmp_path)
    assert "compressed by" in output if compression != "none" else f"{rows} rows" in output


@pytest.mark.parametrize("kind", ["file", "folder", "pipe"])
def test_mirror_with_links_and_pipes(release, tmp_path, kind):
    assert publish(release, "--to", tmp_path / "mirror").exit_code == 0
    place = tmp_path / "mirror" / "small-1.0.0"
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret", encoding="utf-8")
    if kind == "pipe":
        os.mkfifo(place / "pipe")
    elif kind == "file":
        (place / "README.md").unlink()
        (place / "README.md").symlink_to(tmp_path / "secret" / "key")
    else:
        (place / "linked").symlink_to(tmp_path / "secret")
    done = pull(tmp_path / "mirror", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "symbolic link" in done.output or "a pipe" in done.output
    assert not (tmp_path / "out" / "small-1.0.0").exists()


@pytest.mark.parametrize("place", ["nowhere/at/all", "./missing", "a", "", "me/small@latest@x", "me/sm\0", "x" * 5000])
def test_places_that_are_none(place, monkeypatch, hub):
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
    done = pull(place, "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "to do:" in done.output


_PARTS = st.sampled_from(["a", "A", "..", ".", "", "é", "e\u0301", "con", "b.txt", "x ", "\0", "c\\d"])


@given(st.lists(st.lists(_PARTS, min_size=1, max_size=4).map("/".join), max_size=6))
def test_what_is_accepted_stays_below_and_apart(paths):
    try:
        found = require_safe((RemoteFile(path=path, size=1) for path in paths), where="here")
    except HubError:
        return
    base = Path("/base")
    real = [os.path.normpath(base.joinpath(*path.split("/"))) for path in found]
    assert all(path.startswith("/base/") for path in real)
    folded = [unicodedata.normalize("NFC", path.casefold()) for path in real]
    assert len(set(folded)) == len(paths)
    assert not any(other.startswith(path + "/") for path in folded for other in folded)


@given(st.text(), st.text(), st.from_regex(r"hf_[A-Za-z0-9]{20,37}", fullmatch=True))
def test_tokens_never_stand_in_what_is_said(before, after, token):
    assert token not in scrubbed(f"{before}{token} {after}", token)
    assert token not in scrubbed(f"{before} {token} {after}")
    assert "s3cret" not in scrubbed("PUT https://store.example/x?X-Amz-Signature=s3cret failed")
    assert "s3cret" not in scrubbed("s3://me:s3cret@bucket/x")


def test_no_pickle_and_no_remote_code_anywhere():
    forbidden = re.compile(
        r"\bimport (pickle|dill|cloudpickle|joblib|shelve|marshal)\b|\bfrom (pickle|dill|joblib) import|"
        r"trust_remote_code|allow_pickle\s*=\s*True|torch\.load|pickle\.loads?\(|\byaml\.(unsafe_)?load\("
    )
    rooms = ("builders", "corpora", "evaluation", "execution", "manifests", "publishing", "recipes", "verification")
    files = [path for room in (*rooms, "signal") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 100
    found = [f"{path}: {match[0]}" for path in files if (match := forbidden.search(path.read_text(encoding="utf-8")))]
    assert found == []
