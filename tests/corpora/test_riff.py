"""What RIFF headers promise."""

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.indexing.riff import DataChunk, read_data_chunk


def wav(length, present, *, order="<", before=b"", after=b""):
    name = b"RIFF" if order == "<" else b"RIFX"
    fmt = struct.pack(f"{order}4sIHHIIHH", b"fmt ", 16, 1, 1, 16_000, 32_000, 2, 16)
    return (
        name + bytes(4) + b"WAVE" + before + fmt + struct.pack(f"{order}4sI", b"data", length) + bytes(present) + after
    )


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_path_and_an_open_file_tell_the_same(tmp_path, order):
    data = wav(1000, 600, order=order, before=b"LIST" + struct.pack(f"{order}I", 3) + b"abc\0")
    (tmp_path / "clip.wav").write_bytes(data)
    chunk = read_data_chunk(tmp_path / "clip.wav")
    assert chunk == read_data_chunk(io.BytesIO(data)) == DataChunk(1000, 600, 2, start=56)
    assert chunk.cut
    assert not chunk.streamed


@pytest.mark.parametrize("length", [0, 0x7FFF0000, 0xFFFFFFFF])
def test_a_size_that_is_not_known_is_no_promise(length):
    chunk = read_data_chunk(io.BytesIO(wav(length, 600)))
    assert chunk.streamed
    assert not chunk.cut


@pytest.mark.parametrize(("present", "cut"), [(1000, False), (999, True), (998, True), (1400, False)])
def test_half_a_frame_is_missing_as_a_whole_one(present, cut):
    assert read_data_chunk(io.BytesIO(wav(1000, present))).cut is cut


def test_chunks_behind_no_samples_are_no_samples():
    listed = b"LIST" + struct.pack("<I", 4) + b"abcd"
    assert read_data_chunk(io.BytesIO(wav(0, 0, after=listed))).closed
    assert not read_data_chunk(io.BytesIO(wav(0, 600))).closed


def test_zeros_without_end_are_given_up():
    file = io.BytesIO(wav(0, 0)[:12] + bytes(1 << 20))
    assert read_data_chunk(file) is None
    assert file.tell() < 1 << 16


@given(st.binary(max_size=200), st.integers(0, 44))
def test_no_bytes_whatever_break_it(noise, kept):
    chunk = read_data_chunk(io.BytesIO(wav(100, 100)[:kept] + noise))
    assert chunk is None or chunk.present_bytes >= 0
