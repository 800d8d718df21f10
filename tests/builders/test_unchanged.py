"""An unchanged build renders nothing and touches nothing; a damaged one is put right."""

import pytest

from tests.builders.running import built, digests, refused

BUILD = ("build", "binaural-effect-perception", "--limit", 8, "--workers", 1)
NAME = "binaural-effect-perception"
HARMS = ("flip", "cut", "remove")


@pytest.fixture
def out(tmp_path):
    built(*BUILD, "--out", tmp_path / "out")
    return tmp_path / "out"


def times(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_an_unchanged_build_renders_nothing_and_touches_no_file(out):
    before = times(out)
    assert "nothing to render: unchanged" in built(*BUILD, "--out", out).output
    assert times(out) == before


@pytest.mark.parametrize("path", ["data/test-00000-of-00001.parquet", "README.md"])
@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_file_is_put_right(out, path, harm):
    assert_put_right(out, out / NAME / path, harm)


@pytest.mark.parametrize(("suffix", "harm"), [*(("jsonl", harm) for harm in HARMS), ("json", "flip"), ("json", "cut")])
def test_a_damaged_record_is_put_right(out, suffix, harm):
    assert_put_right(out, out / "manifests" / f"{NAME}.{suffix}", harm)


def test_a_dataset_whose_whole_record_is_gone_is_nobodys_and_is_left_alone(out):
    for suffix in ("json", "jsonl"):
        (out / "manifests" / f"{NAME}.{suffix}").unlink()
    before = digests(out)
    assert "files that no build made" in refused(*BUILD, "--out", out)
    assert digests(out) == before


def test_a_dataset_whose_header_is_gone_is_built_again(out):
    assert_put_right(out, out / "manifests" / f"{NAME}.json", "remove")


def assert_put_right(out, file, harm):
    whole = digests(out)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0x80
    if harm == "remove":
        file.unlink()
    else:
        file.write_bytes(content if harm == "flip" else content[: len(content) // 2])
    built(*BUILD, "--out", out)
    assert digests(out) == whole


def test_another_seed_replaces_the_dataset_and_leaves_nothing_of_the_old_one(out, tmp_path):
    built(*BUILD, "--out", out, "--seed", 2)
    built(*BUILD, "--out", tmp_path / "fresh", "--seed", 2)
    assert digests(out) == digests(tmp_path / "fresh")


def test_a_smaller_build_in_the_same_place_leaves_no_shard_of_the_larger_one(tmp_path):
    built(*BUILD, "--limit", 20, "--out", tmp_path / "out")
    assert len(list((tmp_path / "out" / NAME / "data").iterdir())) == 3
    built(*BUILD, "--out", tmp_path / "out")
    built(*BUILD, "--out", tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")


def test_files_that_a_user_keeps_in_the_dataset_folder_outlive_a_new_build(out):
    kept = out / NAME / ".gitattributes"
    kept.write_text("*.parquet filter=lfs diff=lfs merge=lfs -text\n")
    beside = out / "notes.txt"
    beside.write_text("mine")
    built(*BUILD, "--out", out, "--seed", 2)
    assert beside.read_text() == "mine"
    assert kept.is_file()
