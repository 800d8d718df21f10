"""What comes out of an archive stays in its folder, is what was packed, and is no more than was declared."""

import gzip
import io
import stat
import tarfile
import zipfile

import hypothesis.strategies as st
import pytest
from hypothesis import given

from corpora.fetching.meter import Meter
from corpora.fetching.unpacking import Budget, unpack
from manifests.errors import CorpusError
from tests.corpora.fetching.packing import TREE, tarred, zipped

LINK, PIPE = stat.S_IFLNK | 0o777, stat.S_IFIFO | 0o644
ROOMY = 10_000_000


def out_of(folder, data, *, most_bytes=ROOMY, name="archive"):
    """Unpack and give the files that came out."""
    archive, into = folder / name, folder / "into"
    archive.write_bytes(data)
    into.mkdir(exist_ok=True)
    unpack(archive, into, budget=Budget(most_bytes, Meter("unpacking")))
    return {path.relative_to(into).as_posix(): path.read_bytes() for path in into.rglob("*") if path.is_file()}


def refusal_of(folder, data, **options):
    before = {path for path in folder.parent.rglob("*") if folder not in path.parents and path != folder}
    with pytest.raises(CorpusError) as caught:
        out_of(folder, data, **options)
    assert {path for path in folder.parent.rglob("*") if folder not in path.parents and path != folder} == before
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    return caught.value


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "inside").mkdir()
    return tmp_path / "inside"


@pytest.mark.parametrize("mode", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
def test_what_was_packed_comes_out_whatever_the_file_is_called(folder, mode):
    data = zipped() if mode == "zip" else tarred(mode=mode)
    assert out_of(folder, data, name="download") == TREE


@given(
    st.dictionaries(
        st.text("abcäé ._-", min_size=1, max_size=9).filter(lambda name: name.strip(".")), st.binary(max_size=99)
    ),
    st.sampled_from(["zip", "w:gz"]),
)
def test_any_files_come_out_as_they_were(tmp_path_factory, files, mode):
    folder = tmp_path_factory.mktemp("any")
    assert out_of(folder, zipped(files) if mode == "zip" else tarred(files, mode=mode)) == files


HOSTILE_NAMES = {
    "../out.wav": "leads out",
    "two/../../out.wav": "leads out",
    "/tmp/out.wav": "an absolute path",
    "//out.wav": "an absolute path",
    "C:/out.wav": "an absolute path",
    "two\\..\\out.wav": "a backslash",
    "two/a\n.wav": "control character",
}


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_that_leads_out_is_refused_by_name(folder, pack, name):
    assert HOSTILE_NAMES[name] in refusal_of(folder, pack({name: b"x"})).found


@pytest.mark.parametrize("target", ["../../out", "/etc/passwd", "two/../../../out"])
@pytest.mark.parametrize("kind", ["zip", "symbolic", "hard"])
def test_a_link_that_leads_out_is_refused(folder, kind, target):
    if kind == "zip":
        data = zipped({"two/link": target.encode()}, modes={"two/link": LINK})
    else:
        data = tarred({}, extra={"two/link": (tarfile.SYMTYPE if kind == "symbolic" else tarfile.LNKTYPE, target)})
    error = refusal_of(folder, data)
    assert "two/link" in error.found or target in error.found


def test_a_file_behind_a_link_is_not_written_through_it(folder):
    data = tarred({}, extra={"two": (tarfile.SYMTYPE, ".")})
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        link = tarfile.TarInfo("two")
        link.type, link.linkname = tarfile.SYMTYPE, "three"
        archive.addfile(link)
        inside = tarfile.TarInfo("two/a.wav")
        archive.addfile(inside, io.BytesIO())
    assert "a link" in refusal_of(folder, whole.getvalue()).found
    assert "a link to a folder" in refusal_of(folder, data).found


def test_a_link_inside_becomes_a_copy(folder):
    extra = {
        "two/later.wav": (tarfile.SYMTYPE, "again.wav"),
        "two/again.wav": (tarfile.SYMTYPE, "../two/a.wav"),
        "two/hard.wav": (tarfile.LNKTYPE, "two/b.wav"),
    }
    out = out_of(folder, tarred(extra=extra))
    assert out["two/later.wav"] == out["two/again.wav"] == TREE["two/a.wav"]
    assert out["two/hard.wav"] == TREE["two/b.wav"]
    assert not any(path.is_symlink() for path in folder.rglob("*"))


@pytest.mark.parametrize("target", ["gone.wav", "link.wav", "."])
def test_a_link_to_nothing_to_itself_or_to_a_folder_is_refused(folder, target):
    data = tarred(extra={"two/link.wav": (tarfile.SYMTYPE, target)})
    assert "a link to a folder, to itself or to nothing: 'two/link.wav'" in refusal_of(folder, data).found


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_a_device_is_refused(folder, kind):
    assert "a device" in refusal_of(folder, tarred(extra={"two/dev": (kind, "")})).found


def test_a_pipe_in_a_zip_is_refused(folder):
    assert "a pipe" in refusal_of(folder, zipped({"two/pipe": b""}, modes={"two/pipe": PIPE})).found


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_bomb_is_stopped_at_the_bytes_that_were_declared(folder, pack):
    bomb = pack({"two/zeros.wav": bytes(50_000_000)})
    assert len(bomb) < 100_000
    assert "more than 10.0 MB" in refusal_of(folder, bomb).found
    assert sum(path.stat().st_size for path in (folder / "into").rglob("*") if path.is_file()) <= ROOMY


def test_a_bomb_of_copies_and_one_behind_the_end_are_stopped(folder):
    copies = {f"two/{number}.wav": (tarfile.LNKTYPE, "two/a.wav") for number in range(2_000)}
    assert "more than" in refusal_of(folder, tarred(extra=copies)).found
    behind = tarred(mode="w") + bytes(30_000_000)
    assert "more than" in refusal_of(folder, gzip.compress(behind)).found


def test_too_many_members_are_stopped(folder, monkeypatch):
    monkeypatch.setattr("corpora.fetching.unpacking._MOST_MEMBERS", 2)
    assert "in 2 files" in refusal_of(folder, zipped()).found


@pytest.mark.parametrize("kind", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.97])
def test_an_archive_that_ends_too_early_is_said_to_be_damaged(folder, kind, share):
    data = zipped() if kind == "zip" else tarred(mode=kind)
    if kind == "w" and share == 0.97:
        share = 0.55  # the end of a bare tar is padding
    error = refusal_of(folder, data[: int(len(data) * share)])
    assert "cannot be unpacked" in error.found or "no archive" in error.found


@pytest.mark.parametrize("kind", ["zip", "w:gz"])
def test_a_changed_byte_is_noticed(folder, kind):
    data = bytearray(zipped() if kind == "zip" else tarred(mode=kind))
    at = len(data) // 3
    data[at] ^= 0x55
    assert "cannot be unpacked" in refusal_of(folder, bytes(data)).found


def test_a_password_is_said(folder):
    data = bytearray(zipped({"a.wav": b"x" * 99}))
    data[6] |= 1  # in the file's own header, and in the directory at the end
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "password" in refusal_of(folder, bytes(data)).found


@pytest.mark.parametrize(("data", "found"), [(b"<!doctype html><p>log in", "a web page"), (b"", "no archive")])
def test_what_is_no_archive_is_said(folder, data, found):
    assert refusal_of(folder, data).found == found


def test_what_macos_adds_is_left_out(folder):
    assert out_of(folder, zipped(TREE | {"__MACOSX/two/._a.wav": b"x"})) == TREE


def test_two_archives_may_share_folders_and_files_that_are_the_same(folder):
    assert out_of(folder, zipped()) == TREE
    more = {"two/a.wav": TREE["two/a.wav"], "two/c.wav": b"c"}
    assert out_of(folder, zipped(more)) == TREE | more
    assert "a name that is taken" in refusal_of(folder, zipped({"two/a.wav": b"other"})).found


def test_a_zip_that_lies_about_a_size_is_damaged(folder):
    data = bytearray(zipped({"a.wav": bytes(5_000)}))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.infolist()[0].file_size == 10
    assert "cannot be unpacked" in refusal_of(folder, bytes(data)).found
