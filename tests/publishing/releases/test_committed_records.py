"""Every committed record is rebuilt from nothing but itself and the demo corpus."""

import platform
from pathlib import Path

import pytest

import manifests
from manifests.digest import file_sha256
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release, read_release_items
from publishing.releases.rebuilding import RebuildRequest, rebuild_release

RECORDS = sorted(path.parent for path in (Path(manifests.__file__).parent / "releases").glob("*/release.json"))
NAMES = [path.name for path in RECORDS]


def test_the_demo_release_is_committed():
    assert "sagi-level2-demo-0.1.0" in NAMES


@pytest.mark.parametrize("path", RECORDS, ids=NAMES)
def test_a_committed_record_is_whole_small_and_without_audio(path):
    folder = RecordFolder.at(path)
    record = read_release(folder)
    assert record.title == path.name
    assert {file.name for file in path.iterdir()} == {"release.json", *(f"{d.recipe}.jsonl" for d in record.datasets)}
    assert sum(file.stat().st_size for file in path.iterdir()) < 500_000
    for dataset in record.datasets:
        assert file_sha256(folder.items(dataset.recipe)) == dataset.items_sha256
        assert sum(1 for _ in read_release_items(folder.items(dataset.recipe))) == dataset.items
        assert dataset.check is not None
        assert dataset.check.errors == 0


@pytest.mark.parametrize("path", RECORDS, ids=NAMES)
def test_a_committed_record_is_rebuilt_with_every_hash_equal(path, demo_index):
    request = RebuildRequest(
        record=RecordFolder.at(path),
        given={"demo": demo_index.root},
        base=None,
        out=None,
        against=None,
        tolerance=None,
        workers=2,
    )
    report = rebuild_release(request)
    assert report.holds, "\n".join(map(str, report.failures))
    assert report.items == sum(dataset.items for dataset in report.record.datasets)
    assert report.record.platform["machine"] != platform.machine() or not report.furthest
