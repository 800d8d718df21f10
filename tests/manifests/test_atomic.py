"""Files are written whole or not at all, and what the disk says is told in plain words."""

import errno
import os

import pytest

from manifests.atomic import atomic_path, output_error, write_text_atomically
from manifests.errors import OutputError


def test_text_is_written_as_utf_8_with_unix_line_ends(tmp_path):
    write_text_atomically(tmp_path / "new" / "card.md", "é\nline\n")
    assert (tmp_path / "new" / "card.md").read_bytes() == b"\xc3\xa9\nline\n"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["card.md"]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("durable", [True, False])
def test_a_block_that_fails_leaves_the_old_file_and_no_other(tmp_path, stop, durable):
    file = tmp_path / "record.json"
    file.write_text("old")

    def write_half():
        with atomic_path(file, durable=durable) as temporary:
            temporary.write_text("half of the n")
            assert file.read_text() == "old"
            raise stop

    with pytest.raises(stop):
        write_half()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path):
    file = tmp_path / "record.json"
    file.write_text("old")
    with atomic_path(file) as temporary:
        temporary.write_text("new")
        assert file.read_text() == "old"
        assert temporary.parent == file.parent  # or the rename would be a copy
    assert file.read_text() == "new"


def test_data_are_on_the_disk_before_the_name_is(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append((tmp_path / "a").exists()))
    write_text_atomically(tmp_path / "a", "text")
    assert synced == [False]


@pytest.mark.parametrize(
    ("code", "found", "remedy"),
    [
        (errno.ENOSPC, "no space left on device", "free some space"),
        (errno.EDQUOT, "disk quota exceeded", "free some of your quota"),
        (errno.EACCES, "permission denied", "a folder that you may write to"),
        (errno.EROFS, "read-only file system", "a writable disk"),
        (errno.EIO, "input/output error", "choose another folder with --out"),
    ],
)
def test_what_the_disk_refuses_is_told_with_the_path_and_what_to_do(tmp_path, code, found, remedy):
    with pytest.raises(OutputError) as caught, atomic_path(tmp_path / "a"):
        raise OSError(code, os.strerror(code))
    assert caught.value.where == str(tmp_path / "a")
    assert caught.value.found == found
    assert remedy in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_an_error_without_a_code_still_has_words(tmp_path):
    assert output_error(tmp_path, OSError()).found == "oserror"


def test_a_file_where_a_folder_is_needed_is_told_of(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError):
        write_text_atomically(tmp_path / "file" / "below", "text")
    assert (tmp_path / "file").read_text() == "mine"


def test_an_error_of_our_own_passes_unchanged(tmp_path):
    ours = OutputError(where="x", found="y", wanted="z", remedy="w")
    with pytest.raises(OutputError) as caught, atomic_path(tmp_path / "outer"), atomic_path(tmp_path / "inner"):
        raise ours
    assert caught.value is ours
