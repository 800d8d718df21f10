"""Decode any file of sound, and say whether what its header promises is there."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from corpora.indexing.media import MediaError, decode_media, needs_pyav
from manifests.errors import AudioError
from verification.listening.containers import may_be_mp3, other_kind, wholeness_of
from verification.listening.facts import Floats
from verification.listening.views import View

if TYPE_CHECKING:
    import soundfile

MOST_S = 600.0
# However long a clip may be: 256 MB of float32, such as ten minutes of stereo at 48 kHz.
_MOST_SAMPLES = 1 << 26
_LOWEST_RATE, _HIGHEST_RATE = 100, 1_000_000  # beyond, a header is broken
_BLOCK_FRAMES = 4096  # the block of FLAC: one that breaks off loses no more
_INT16_SUBTYPES = frozenset(
    {"PCM_16", "PCM_U8", "PCM_S8", "ULAW", "ALAW", "ALAC_16", "IMA_ADPCM", "MS_ADPCM", "GSM610"}
)
# Coders work in blocks (MPEG: 1,152 frames), and add up to three of them that a count in a header may leave out.
_BLOCKWISE = ("MPEG", "MP3", "AAC", "OPUS", "VORBIS", "ADTS", "MP4", "WEBM")
_SLACK_FRAMES = 3 * 1152
_SIZE_UNKNOWN = b"\xff\xff\xff\xff"
_NO_FRAMES_KNOWN = 1 << 62  # libsndfile's count for a FLAC that was streamed


class DecodingError(AudioError):
    """Bytes that are no sound that can be decoded."""

    @classmethod
    def of(cls, name: str, found: str) -> DecodingError:
        """Say what was found in the file of that name."""
        return cls(
            where=name, found=found, wanted="audio that can be decoded", remedy="replace the file, or drop the row"
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """A decoded file.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames, channels)
        float32, full scale at 1; of a very long file only the beginning.
    sampling_rate : int
        In hertz.
    encoding : str
        Container and sample format, such as `WAV PCM_16`.
    header_frames : int
        As the header has it; 0 if it does not say.
    truncated : str
        What is missing of what the header promises, in words; empty if nothing is.
    partly : bool
        Whether decoding stopped at the longest length that is looked at.
    """

    samples: Floats
    sampling_rate: int
    encoding: str
    header_frames: int
    truncated: str = ""
    partly: bool = False

    @property
    def frames(self) -> int:
        """Frames by decoding; by the header if decoding stopped early."""
        return max(self.header_frames, len(self.samples)) if self.partly else len(self.samples)


def decode_any(data: bytes, *, name: str, most_s: float = MOST_S) -> Heard:
    """Decode the bytes of a file of sound.

    Parameters
    ----------
    data : bytes
        WAV, FLAC, MP3, Ogg Vorbis, Opus or whatever else libsndfile reads; MP4, M4A, AAC and WebM.
    name : str
        What the file is called, for messages.
    most_s : float
        Seconds to decode at most.

    Raises
    ------
    DecodingError
        If the bytes are not audio.
    """
    return decode_stream(io.BytesIO(data), name=name, most_s=most_s)


def decode_stream(file: BinaryIO, *, name: str, most_s: float = MOST_S) -> Heard:
    """Decode an open file of sound as `decode_any` does, without reading more of it than is decoded.

    Raises
    ------
    DecodingError
        If it is not audio.
    OSError
        If it cannot be read.
    """
    heard = _decoded(file, name=name, most_s=most_s)
    if not _LOWEST_RATE <= heard.sampling_rate <= _HIGHEST_RATE:
        raise DecodingError.of(name, f"a sampling rate of {heard.sampling_rate:,} Hz")
    return heard


def _decoded(file: BinaryIO, *, name: str, most_s: float) -> Heard:
    if needs_pyav(file):
        return _by_pyav(file, name=name, most_s=most_s)
    whole = wholeness_of(file)
    # libsndfile opens no Ogg file that ends inside a page.
    view = View(file, end=whole.whole_bytes or None)
    if whole.size_field:
        view = View(file, patch=(whole.size_field, _SIZE_UNKNOWN))
    with _quiet() if may_be_mp3(file) else nullcontext():
        return _by_soundfile(view, name=name, most_s=most_s, broken=whole.broken)


def _by_soundfile(file: View, *, name: str, most_s: float, broken: str) -> Heard:
    import soundfile

    try:
        with soundfile.SoundFile(file) as sound:
            promised = sound.frames if 0 < sound.frames < _NO_FRAMES_KNOWN else 0
            most = min(round(most_s * sound.samplerate), _MOST_SAMPLES // sound.channels)
            samples, failed = _read(sound, most)
            encoding = f"{sound.format} {sound.subtype}"
            rate = sound.samplerate
    except (soundfile.LibsndfileError, TypeError) as error:  # TypeError: a name that promises headerless samples
        raise DecodingError.of(name, broken or other_kind(file) or "not audio that can be decoded") from error
    partly = len(samples) >= most and promised > most
    if not broken and not partly:
        broken = _missing(len(samples), promised, encoding, failed=failed)
    return Heard(
        samples=samples,
        sampling_rate=rate,
        encoding=encoding,
        header_frames=promised,
        truncated=broken,
        partly=partly,
    )


def _read(sound: soundfile.SoundFile, most: int) -> tuple[Floats, bool]:
    """Read `most` frames or fewer, in blocks: what stands before a break is kept, and no count is believed."""
    import soundfile

    # FLAC by floats, for the sake of the last block of one that breaks off: what it lacks stays NaN.
    dtype = "int16" if sound.subtype in _INT16_SUBTYPES and sound.format != "FLAC" else "float32"
    blocks = []
    frames, failed = 0, False
    while frames < most and not failed:
        block = np.zeros((_BLOCK_FRAMES, sound.channels), np.int16)
        if dtype == "float32":
            block = np.full(block.shape, np.nan, np.float32)
        try:
            block = sound.read(out=block)
        except soundfile.LibsndfileError:
            failed = True
            block = block[np.isfinite(block).all(axis=1)] if dtype == "float32" else block[:0]
        if not len(block):
            break
        blocks.append(block)
        frames += len(block)
    samples = np.concatenate(blocks)[:most] if blocks else np.zeros((0, sound.channels), np.float32)
    if samples.dtype == np.int16:
        samples = np.multiply(samples, np.float32(1.0 / 32768.0), dtype=np.float32)
    return samples, failed


def _by_pyav(file: BinaryIO, *, name: str, most_s: float) -> Heard:
    try:
        media = decode_media(file, most_s=most_s)
    except MediaError as error:
        raise DecodingError.of(name, str(error)) from error
    frames = len(media.samples)
    partly = frames > most_s * media.sampling_rate
    missing = "" if partly else _missing(frames, media.header_frames, media.encoding, failed=media.broken)
    return Heard(
        samples=media.samples,
        sampling_rate=media.sampling_rate,
        encoding=media.encoding,
        header_frames=media.header_frames,
        truncated=missing,
        partly=partly,
    )


def _missing(frames: int, promised: int, encoding: str, *, failed: bool) -> str:
    """Say what is missing, if anything is."""
    if failed and not promised and encoding.startswith("FLAC"):
        return ""  # it was streamed, and libsndfile takes its end for a fault
    # The count of an MP3 without a Xing header, or of bare AAC, is a guess from the size of the file.
    slack = slack_frames(encoding) + (promised // 50 if slack_frames(encoding) else 0)
    if failed or (frames and frames < promised - slack):
        return f"{frames:,} of the {promised:,} frames that the header promises" if promised else "it breaks off"
    return ""


def slack_frames(encoding: str) -> int:
    """Give the frames that a coder may add to a clip, or leave out of its count: 0 unless it works in blocks."""
    return _SLACK_FRAMES if any(coder in encoding for coder in _BLOCKWISE) else 0


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep libmpg123 from writing to the terminal what it thinks of a file; it does so past Python."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
