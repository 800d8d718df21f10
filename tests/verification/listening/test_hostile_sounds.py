"""Files that pretend: other kinds under the names of audio, headers that lie, sizes beyond memory, absurd samples."""

import io
import struct
import tracemalloc
import unicodedata

import numpy as np
import pytest
import soundfile as sf

from tests.verification.listening.heard_sounds import RATE, babble, encoded
from verification.listening.absent import absence
from verification.listening.clip import listen
from verification.listening.views import View
from verification.opening.entry import AudioRef

HUGE = 2 << 30


def header(*, size, rate=RATE):
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", size, b"WAVE", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16, b"data", size
    )


def of(path):
    return listen(AudioRef(name=path.name, path=path))[0]


def sparse(path, start):
    with path.open("wb") as file:
        file.write(start)
        file.truncate(HUGE)
    return path


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<!DOCTYPE html><html>404</html>" * 9, "a web page"),
        (b"  \n<html><body>Not found</body>", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", "Git LFS"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "a PNG picture"),
        (b"PK\x03\x04" + bytes(99), "a ZIP archive"),
        (b"hello world " * 99, "not audio"),
    ],
)
def test_other_files_are_told_by_their_kind(data, found):
    facts, _ = listen(AudioRef(name="clip.wav", data=data))
    assert found in facts.faults["audio.decodes"]


@pytest.mark.parametrize("scale", [1e30, 3e38])
def test_absurd_floats_are_a_fault_and_stop_nothing(scale):
    sink = io.BytesIO()
    sf.write(sink, np.sign(babble(0.5)) * scale, RATE, format="WAV", subtype="FLOAT")
    facts, sound = listen(AudioRef(name="clip.wav", data=sink.getvalue()))
    assert "times full scale" in facts.faults["audio.nonfinite"]
    assert sound is None


def test_floats_that_were_never_scaled_are_measured():
    sink = io.BytesIO()
    sf.write(sink, babble(0.5) * 2.0**31, RATE, format="WAV", subtype="FLOAT")
    facts, sound = listen(AudioRef(name="clip.wav", data=sink.getvalue()))
    assert "audio.nonfinite" not in facts.faults
    assert sound is not None
    assert np.isfinite(facts.features).all()


@pytest.mark.parametrize(
    "start",
    [
        header(size=0) + b"\1\2" * 99,
        header(size=0)[:36],
        header(size=0)[:12],
        b"",
    ],
    ids=["streamed", "no data chunk", "no chunks", "zeros"],
)
def test_a_file_of_two_gigabytes_is_not_loaded(tmp_path, monkeypatch, start):
    monkeypatch.setattr("verification.listening.decoding._MOST_SAMPLES", 1 << 18)
    tracemalloc.start()
    facts = of(sparse(tmp_path / "clip.wav", start))
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert facts.size_bytes == HUGE
    assert peak_bytes < 64e6


def test_a_streamed_wav_is_heard_as_it_is(tmp_path):
    sound = encoded(babble(0.5))
    (tmp_path / "clip.wav").write_bytes(header(size=0) + sound[44:])
    assert of(tmp_path / "clip.wav").pcm_sha256 == listen(AudioRef(name="x.wav", data=sound))[0].pcm_sha256


def test_a_long_clip_is_hashed_as_one_piece(monkeypatch):
    data = encoded(babble(0.5))
    whole = listen(AudioRef(name="x.wav", data=data))[0].pcm_sha256
    monkeypatch.setattr("verification.listening.clip._HASHED_FRAMES", 999)
    assert listen(AudioRef(name="x.wav", data=data))[0].pcm_sha256 == whole


def test_a_view_reads_as_the_file_it_stands_for():
    data = bytes(range(100))
    file = io.BytesIO(data)
    shown = data[:40] + b"abcd" + data[44:]
    for size in (1, 3, 7, 100, -1):
        view = View(file, patch=(40, b"abcd"))
        view.seek(0)
        read = b""
        while part := view.read(size):
            read += part
        assert read == shown
    view = View(file, end=50)
    assert view.seek(-10, 2) == 40
    assert view.read() == data[40:50]
    assert view.read(5) == b""
    assert view.seek(-999) == 50  # before the start: it stays


@pytest.mark.parametrize(
    ("there", "named", "found"),
    [
        ("clip.WAV", "clip.wav", "clip.WAV is there, in other capitals"),
        (unicodedata.normalize("NFD", "ö.wav"), "ö.wav", "in other code points"),
        ("a.wav", "b.wav", "no such file"),
    ],
)
def test_a_missing_file_may_be_there_under_nearly_its_name(tmp_path, there, named, found):
    (tmp_path / there).write_bytes(b"")
    facts = of(tmp_path / named)
    assert facts.faults["audio.missing"].endswith(found)


def test_an_address_is_no_file(tmp_path):
    ref = AudioRef(name="https://example.org/a.wav", path=tmp_path / "https://example.org/a.wav")
    assert "nothing is downloaded" in absence(ref)
