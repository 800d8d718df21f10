"""What a file of sound holds, by decoding all of it: lengths in headers are promises, not facts."""

from __future__ import annotations

import hashlib
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from corpora.indexing.media import MediaError, needs_pyav, open_media
from corpora.indexing.riff import read_data_chunk
from corpora.indexing.sounds import open_sound

if TYPE_CHECKING:
    import soundfile

# Part of the cache key: raise it whenever the same bytes may get another answer.
SCAN_VERSION = 4

_BLOCK_SAMPLES = 1 << 18
_INT16_SUBTYPES = frozenset({"PCM_16", "PCM_U8", "PCM_S8", "ULAW", "ALAW", "ALAC_16", "IMA_ADPCM", "MS_ADPCM"})
_INT32_SUBTYPES = frozenset({"PCM_24", "PCM_32", "ALAC_20", "ALAC_24", "ALAC_32"})
_FULL_SCALES = {"int16": 1 << 15, "int32": 1 << 31}
# A header counts what the coder adds at the ends or not, and bare AAC has a guess from the size of the file.
_MEDIA_SLACK_FRAMES = 3 * 1_152


@dataclass(frozen=True, slots=True)
class AudioFacts:
    """What a file of sound truly holds.

    Parameters
    ----------
    sha256 : str
        Of the file's bytes; empty if they could not be read.
    frames : int
        Decoded, not declared.
    sampling_rate, channels : int
        Zero if the file is not audio.
    damage : str
        Why the file cannot be used; empty if it can.
    pcm_sha256 : str
        Of the decoded samples as float32: a copy with another header, container or word length has the same.
    """

    sha256: str
    frames: int = 0
    sampling_rate: int = 0
    channels: int = 0
    damage: str = ""
    pcm_sha256: str = ""


class _Tally:
    """What goes by while a file is decoded: how many frames, whether anything can be heard, and the samples' hash."""

    def __init__(self) -> None:
        self.frames = 0
        self.heard, self.finite = False, True
        self._digest = hashlib.sha256()

    def add(self, block: NDArray[Any]) -> None:
        """Take the next block, shape (frames, channels)."""
        self.frames += len(block)
        self.finite = self.finite and (block.dtype.kind != "f" or bool(np.isfinite(block).all()))
        self.heard = self.heard or bool(block.any())
        # As fractions of full scale: the same sound stored in 16 bits, in 24 or as floats is the same.
        with np.errstate(over="ignore"):
            scaled = np.multiply(block, 1.0 / _FULL_SCALES.get(block.dtype.name, 1), dtype=np.float32, casting="unsafe")
        self._digest.update(np.ascontiguousarray(scaled).data)

    def pcm_sha256(self, *, sampling_rate: int, channels: int) -> str:
        """Hash the samples, and what they are."""
        self._digest.update(f"{sampling_rate}/{channels}".encode())
        return self._digest.hexdigest()

    def fault(self) -> str:
        """Say what is wrong with the samples; empty if nothing is."""
        if not self.finite:
            return "NaN or infinite samples"
        if self.frames == 0:
            return "no samples after the header"
        return "" if self.heard else "silent: every sample is 0"


def scan_file(path: Path) -> AudioFacts:
    """Hash a file, then decode it whole, in blocks: three hours of sound take no more memory than a second.

    Damaged are files that cannot be read, are empty, are not audio, hold no sample, are cut short or broken
    part-way, hold NaN or infinite samples, or are silent throughout.
    """
    sha256, problem = hash_file(path)
    return AudioFacts(sha256, damage=problem) if problem else decode_file(path, sha256)


def hash_file(path: Path) -> tuple[str, str]:
    """Give the SHA-256 of a file and no problem, or no SHA-256 and why the file cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return "", "not a file"
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest(), ""
    except (FileNotFoundError, ValueError):  # ValueError: a NUL in the path, which no file has
        return "", "missing"
    except OSError as error:
        return "", _unreadable(error)


def decode_file(path: Path, sha256: str) -> AudioFacts:
    """Decode a file whose SHA-256 is known."""
    import soundfile

    try:
        if path.stat().st_size == 0:
            return AudioFacts(sha256, damage="0 bytes")
        with path.open("rb") as opened:
            if needs_pyav(opened):
                return _decode_media(opened, sha256)
            with open_sound(opened) as file:
                return _decode(file, path, sha256)
    except OSError as error:
        return AudioFacts("", damage=_unreadable(error))
    except MediaError as error:
        return AudioFacts(sha256, damage=str(error))
    except soundfile.LibsndfileError:
        return AudioFacts(sha256, damage="not audio that libsndfile knows")


def _decode(file: soundfile.SoundFile, path: Path, sha256: str) -> AudioFacts:
    """Decode what libsndfile knows."""
    import soundfile

    block = np.empty((max(1, _BLOCK_SAMPLES // file.channels), file.channels), _dtype(file.subtype))
    tally, broken = _Tally(), ""
    try:
        while tally.finite and len(part := file.read(out=block)):
            tally.add(part)
    except soundfile.LibsndfileError:
        broken = f"cut off or broken: it does not decode to the end of its {file.frames:,} samples"
    damage = broken or tally.fault() or _cut(path, file, tally.frames)
    pcm_sha256 = tally.pcm_sha256(sampling_rate=file.samplerate, channels=file.channels)
    return AudioFacts(sha256, tally.frames, file.samplerate, file.channels, damage, pcm_sha256)


def _decode_media(file: BinaryIO, sha256: str) -> AudioFacts:
    """Decode what libsndfile does not know."""
    tally = _Tally()
    with open_media(file) as media:
        for block in media.blocks():
            tally.add(block)
        promised = media.header_frames
        damage = "" if tally.finite else tally.fault()
        if media.broken or tally.frames < promised - _MEDIA_SLACK_FRAMES - promised // 50:
            damage = f"cut off: {tally.frames:,} of {promised:,} samples"
        rate, channels = media.sampling_rate, media.channels
        pcm_sha256 = tally.pcm_sha256(sampling_rate=rate, channels=channels)
        return AudioFacts(sha256, tally.frames, rate, channels, damage or tally.fault(), pcm_sha256)


def _cut(path: Path, file: soundfile.SoundFile, frames: int) -> str:
    """Say whether `frames` are fewer than the file promises."""
    chunk = read_data_chunk(path)
    if chunk is not None and chunk.cut:
        if chunk.frame_bytes and frames == chunk.present_bytes // chunk.frame_bytes:
            return f"cut off: {frames:,} of {chunk.declared_bytes // chunk.frame_bytes:,} samples"
        return f"cut off: {chunk.present_bytes:,} of {chunk.declared_bytes:,} bytes of samples"
    # An MP3 without a Xing header has no count: libsndfile's is a guess from the size of the file.
    slack = 2304 + file.frames // 100 if file.subtype.startswith("MPEG") else 0
    if frames < file.frames - slack:
        return f"cut off: {frames:,} of {file.frames:,} samples"
    return ""


def _dtype(subtype: str) -> str:
    """Choose the narrowest type that loses no sample (float32 would make large doubles infinite)."""
    if subtype in _INT16_SUBTYPES:
        return "int16"
    if subtype in _INT32_SUBTYPES:
        return "int32"
    return "float64" if subtype == "DOUBLE" else "float32"


def _unreadable(error: OSError) -> str:
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
