"""What a shard unpacks to is told by its pages: a footer may say anything, and memory stays as it was."""

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests.digest import file_sha256
from publishing.releases.clips import shard_fault
from publishing.releases.pages import column_pages, unpacked_values
from tests.publishing.releases.life import dataset, edit_header, release
from tests.publishing.releases.test_hostile_numbers import measured, on_linux, with_column, write_shard

BINAURAL = "binaural-effect-perception"
SHARD = f"{BINAURAL}/data/test-00000-of-00001.parquet"


def varint(value, length=0):
    """Spell a number as Thrift's compact protocol does, in at least so many bytes."""
    value *= 2
    spelled = bytearray()
    while value or not spelled or len(spelled) < length:
        spelled.append(value & 0x7F | 0x80)
        value >>= 7
    spelled[-1] &= 0x7F
    return bytes(spelled)


def claim(path, told, claimed):
    """Let the footer tell of another number."""
    data = path.read_bytes()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer, there = data[start:-8], varint(told)
    assert there in footer
    footer = footer.replace(there, varint(claimed, len(there)))
    path.write_bytes(data[:start] + footer + data[-8:])


def bomb(release_folder, count):
    """Let one row have a list of so many options, and the footer tell of two a row."""
    path = release_folder / SHARD
    write_shard(path, lambda table: with_column(table, "options", [["left"] * count] + [["left", "right"]] * 5))
    claim(path, count + 10, 12)
    group = pq.read_metadata(path).row_group(0)
    columns = {group.column(place).path_in_schema: group.column(place) for place in range(group.num_columns)}
    assert columns["options.list.element"].num_values == 12
    return path


def test_a_footer_that_tells_of_fewer_values_than_the_pages_hold_is_not_believed(made):
    path = bomb(made.release, 5_000_000)
    assert path.stat().st_size < 1 << 20
    assert shard_fault(path, rows=6) == "a column of 5,000,010 values in 6 rows"
    result = release("verify", made.release, "--workers", 1)
    assert result.exit_code == 1
    assert f"{SHARD}: found a column of 5,000,010 values in 6 rows" in result.output


@pytest.mark.parametrize("claimed", [10, 16])
def test_a_footer_that_tells_of_another_number_within_bounds_is_not_believed_either(made, claimed):
    path = made.release / SHARD
    write_shard(path, lambda table: with_column(table, "options", [["left"] * 1000] + [["left", "right"]] * 5))
    claim(path, 1010, claimed)
    assert shard_fault(path, rows=6) == f"a column of 1,010 values, of which the footer tells {claimed}"


@on_linux
@pytest.mark.slow
def test_verify_of_a_shard_whose_footer_lies_takes_no_more_than_of_a_good_one(made_once, made, tmp_path):
    path = bomb(made.release, 20_000_000)
    digest = file_sha256(path)
    edit_header(made.release, lambda header: dataset(header, BINAURAL)["shards"][0].update(sha256=digest))
    found = measured("verify", made_once.release, made.release, tmp_path)
    assert (found["first"], found["code"]) == (0, 1)
    assert found["grown_mb"] < 64


@pytest.mark.parametrize("encoding", ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"])
def test_an_encoding_that_no_build_writes_is_refused(made, encoding):
    path = made.release / SHARD
    table = pq.read_table(path)
    pq.write_table(table, path, compression="none", use_dictionary=False, column_encoding={"explanation": encoding})
    assert "an encoding that no build writes" in shard_fault(path, rows=6)


VALUES = st.lists(
    st.none() | st.lists(st.none() | st.sampled_from(["left", "right", "x" * 300]), max_size=5), min_size=1, max_size=60
)


@given(VALUES, st.booleans(), st.sampled_from(["1.0", "2.0"]), st.sampled_from([16, 1 << 20]), st.booleans())
def test_the_pages_hold_what_pyarrow_wrote(values, dictionary, version, page_size, statistics):
    table = pa.table({"list": pa.array(values, pa.list_(pa.string())), "number": pa.array(range(len(values)))})
    sink = io.BytesIO()
    pq.write_table(
        table,
        sink,
        compression="none",
        use_dictionary=dictionary,
        data_page_version=version,
        data_page_size=page_size,
        write_statistics=statistics,
    )
    group = pq.read_metadata(sink).row_group(0)
    for place in range(group.num_columns):
        column = group.column(place)
        assert unpacked_values(sink, column) == column.num_values
    leaves = sum(1 if not value else len(value) for value in values)
    assert [unpacked_values(sink, group.column(place)) for place in (0, 1)] == [leaves, len(values)]


@given(st.binary(max_size=300))
def test_bytes_that_are_no_pages_are_refused_in_plain_words(data):
    told = ""
    try:
        assert all(page.values >= 0 for page in column_pages(io.BytesIO(data), 0, len(data)))
    except ValueError as error:
        told = str(error)
    assert not told or "page" in told or "dictionary" in told


@pytest.mark.parametrize("data", [b"\x15\x00\x15\x00\x15\x00\x5c", b"\x15" * 300, b"\xff" * 300, b"\x5c" * 300])
def test_a_header_that_breaks_off_or_goes_on_for_ever_is_refused(data):
    with pytest.raises(ValueError, match="page"):
        list(column_pages(io.BytesIO(data), 0, len(data)))


def test_a_shard_with_any_byte_changed_is_told_of_or_passes_and_never_fails(made_once, tmp_path):
    whole = (made_once.release / SHARD).read_bytes()
    path = tmp_path / "x.parquet"
    told = set()
    for number in range(60):
        data = bytearray(whole)
        data[len(data) - 1 - number * 97 % 6000] ^= 1 << (number % 8)  # the footer, and the texts before it
        path.write_bytes(data)
        told.add(shard_fault(path, rows=6))
    assert len(told) > 3
    assert all(isinstance(fault, str) for fault in told)
