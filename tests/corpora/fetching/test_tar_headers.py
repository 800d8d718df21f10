"""Headers of a tar archive take no memory to speak of, and what no header says is damage."""

import gzip
import io
import tarfile
import tracemalloc
from contextlib import suppress

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from corpora.fetching.meter import Meter
from corpora.fetching.unpacking import Budget, unpack
from manifests.errors import CorpusError
from tests.corpora.fetching.packing import headed, records, zipped

MB = 1_000_000
KINDS = [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.SOLARIS_XHDTYPE]


def out_of(folder, data, *, most_bytes=10_000 * MB):
    archive, into = folder / "archive", folder / "into"
    archive.write_bytes(data)
    into.mkdir(exist_ok=True)
    unpack(archive, into, budget=Budget(most_bytes, Meter("unpacking")))
    return {path.name: path.read_bytes() for path in into.rglob("*") if path.is_file()}


def refused(folder, data, **options):
    with pytest.raises(CorpusError) as caught:
        out_of(folder, data, **options)
    return caught.value


def peak_bytes(call, *arguments):
    tracemalloc.start()
    try:
        return call(*arguments), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_a_header_that_claims_hundreds_of_megabytes_is_refused_after_one(kind, tmp_path):
    bomb = gzip.compress(headed(bytes(60 * MB), kind=kind), compresslevel=1)
    assert len(bomb) < MB
    error, peak = peak_bytes(refused, tmp_path, bomb)
    assert error.found == "a header of more than 1.0 MB"
    assert peak < 8 * MB


def test_a_header_behind_other_files_is_as_bounded(tmp_path):
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        info = tarfile.TarInfo("first.wav")
        info.size = 3 * MB
        archive.addfile(info, io.BytesIO(bytes(3 * MB)))
    first = whole.getvalue()[: 512 + -(-3 * MB // 512) * 512]
    error = refused(tmp_path, first + headed(records(comment="x" * 2 * MB)))
    assert error.found == "a header of more than 1.0 MB"


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_many_headers_of_a_permitted_size_do_not_add_up(kind, tmp_path):
    parts = [headed(records(**{f"x{number}": "x" * 900_000}), kind=kind, name=f"{number}") for number in range(40)]
    data = b"".join(part[:-1_024] for part in parts) + bytes(1_024)
    call = refused if kind == tarfile.XGLTYPE else out_of  # global ones hold for every file that follows
    result, peak = peak_bytes(call, tmp_path, gzip.compress(data, compresslevel=1))
    assert peak < 16 * MB
    assert len(result) == 40 if call is out_of else result.found == "a header of more than 1.0 MB"


def test_bytes_of_headers_count_as_what_comes_out(tmp_path):
    parts = [headed(records(comment="x" * 500_000), name=f"{number}")[:-1_024] for number in range(9)]
    assert "more than 2.0 MB" in refused(tmp_path, b"".join(parts) + bytes(1_024), most_bytes=2 * MB).found


def test_a_long_name_and_a_comment_are_ordinary(tmp_path):
    name = "/".join(["folder"] * 40) + "/a.wav"
    assert out_of(tmp_path, headed(records(path=name, comment="x" * 900_000))) == {"a.wav": b""}


SPARSE = [
    {"GNU__sparse__map": "abc"},
    {"GNU__sparse__map": "0,1,abc"},
    {"GNU__sparse__size": "abc"},
    {"GNU__sparse__realsize": "9" * 5_000},
    {"GNU__sparse__major": "1", "GNU__sparse__minor": "0"},
]


@pytest.mark.parametrize("values", SPARSE)
def test_what_is_no_map_of_holes_is_damage(values, tmp_path):
    assert "cannot be unpacked" in refused(tmp_path, headed(records(**values), size=4)).found


def test_a_file_with_holes_is_refused(tmp_path):
    data = headed(records(GNU__sparse__map="0,4", GNU__sparse__size="1000000000000000"), size=4)
    assert refused(tmp_path, data).found == "a file with holes: 'a.wav'"


@pytest.mark.parametrize("name", ["a.wav", "__MACOSX/a.wav"])
def test_a_file_that_is_said_to_be_far_longer_than_the_archive_ends_at_once(name, tmp_path):
    error = refused(tmp_path, headed(records(size="9" * 15), name=name))
    assert "cannot be unpacked" in error.found
    assert error.found.endswith(("(unexpected end of data)", "(it ends too early)"))


def test_a_member_of_a_zip_without_a_name_is_damage(tmp_path):
    data = bytearray(zipped({"a": b"x"}))
    at = data.index(b"PK\x01\x02")
    data[at + 46 : at + 47] = b"\0"
    assert "cannot be unpacked" in refused(tmp_path, bytes(data)).found


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["size", "path", "linkpath", "mtime", "uid", "hdrcharset", "GNU__sparse__size", "uname"]),
        st.sampled_from(["", "-1", "0", "abc", "9" * 30, "9" * 5_000, "1e400", "a" * 300, "x/" * 90, "nan"]),
    ),
    st.sampled_from([*KINDS, tarfile.GNUTYPE_SPARSE]),
)
def test_no_header_is_a_traceback(tmp_path_factory, values, kind):
    with suppress(CorpusError):
        assert len(out_of(tmp_path_factory.mktemp("any"), headed(records(**values), kind=kind, size=4))) <= 1
