"""Read source clips: the stretch an item names, mono, at 16 kHz."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np

from builders.engine.construction import SAMPLING_RATE, read_only
from corpora.indexing.facts import known_hashes
from corpora.indexing.media import MediaError, needs_pyav, open_media
from corpora.indexing.sounds import open_sound
from manifests.digest import file_sha256
from manifests.errors import AudioError
from manifests.rows import SourceRef
from probe_signal.arrays import FloatArray
from probe_signal.mono import to_mono
from probe_signal.resampling import resample

# A minimal pair stands next to each other in the plan, so a few clips are enough; memory stays flat.
_KEPT = 4
# Where every sample is stored on its own; FLAC is PCM too.
_SEEKABLE = ("PCM_", "FLOAT", "DOUBLE", "ULAW", "ALAW")


class SourceReader:
    """Reads source clips and keeps the last few.

    Parameters
    ----------
    roots : mapping
        Corpus name to its root folder on this machine.
    refs : iterable of SourceRef
        What will be read: files that were hashed before and have not been touched since are not hashed again.
    """

    def __init__(self, roots: Mapping[str, Path], refs: Iterable[SourceRef]) -> None:
        self._roots = roots
        self._hashes = known_hashes({self._path(ref) for ref in refs})
        self._kept: OrderedDict[SourceRef, FloatArray] = OrderedDict()

    def read(self, ref: SourceRef) -> FloatArray:
        """Read one clip.

        Returns
        -------
        numpy.ndarray, shape (n,)
            Mono (mean of the channels), 16 kHz, float32, read-only.

        Raises
        ------
        AudioError
            If the file is gone, or not what the index said of it.
        """
        if ref in self._kept:
            self._kept.move_to_end(ref)
            return self._kept[ref]
        path = self._path(ref)
        samples = read_clip(path, ref, known_sha256=self._hashes.get(path))
        self._kept[ref] = read_only(samples)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return samples

    def decode(self, ref: SourceRef) -> FloatArray:
        """Read one clip at its own rate, for a quick look; it is not kept.

        Raises
        ------
        AudioError
            If the file is gone, or not what the index said of it.
        """
        path = self._path(ref)
        return decode_clip(path, ref, known_sha256=self._hashes.get(path))

    def _path(self, ref: SourceRef) -> Path:
        return self._roots[ref.corpus] / ref.path


def read_clip(path: Path, ref: SourceRef, *, known_sha256: str | None = None) -> FloatArray:
    """Decode the stretch that `ref` names and bring it to the audio contract: mono, 16 kHz.

    Raises
    ------
    AudioError
        If the file cannot be decoded or has changed since it was indexed.
    """
    return resample(decode_clip(path, ref, known_sha256=known_sha256), from_hz=ref.sampling_rate, to_hz=SAMPLING_RATE)


def decode_clip(path: Path, ref: SourceRef, *, known_sha256: str | None = None) -> FloatArray:
    """Decode the stretch that `ref` names, mono, at its own rate.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    ref : SourceRef
        What it must be.
    known_sha256 : str, optional
        The file's hash if it is known to be unchanged; otherwise the file is hashed.

    Raises
    ------
    AudioError
        If the file cannot be decoded or has changed since it was indexed.
    """
    import soundfile as sf

    try:
        if (known_sha256 or file_sha256(path)) != ref.sha256:
            raise _changed(path, "other content than when it was indexed", f"SHA-256 {ref.sha256}")
        with path.open("rb") as opened:
            samples = _read_media(opened, ref) if needs_pyav(opened) else _read_sound(opened, ref)
    except (sf.LibsndfileError, MediaError, OSError, EOFError) as error:
        said = error.error_string if isinstance(error, sf.LibsndfileError) else error
        raise _changed(path, f"a file that cannot be read ({said})", "audio, as indexed") from error
    if len(samples) != ref.frames:
        raise _changed(path, f"{len(samples):,} samples", f"{ref.frames:,}, as indexed")
    return to_mono(samples)


def _read_sound(opened: BinaryIO, ref: SourceRef) -> FloatArray:
    """Read the stretch by libsndfile: shape (frames,) or (frames, channels)."""
    with open_sound(opened) as file:
        # A decoder of MP3 that starts in the middle, or reads in parts (soundfile seeks after each), rounds its sums in
        # another order: samples differ by 2^-26, enough to turn a step of 16 bits. So: from the start, in one go.
        skipped = 0 if file.subtype.startswith(_SEEKABLE) else ref.start_frame
        file.seek(ref.start_frame - skipped)
        samples = file.read(skipped + ref.frames, dtype="int16" if file.subtype == "PCM_16" else "float32")[skipped:]
    # Decoding 16-bit files as integers is four times as fast as letting libsndfile scale them.
    scaled: FloatArray = (
        np.multiply(samples, np.float32(1 / 32768), dtype=np.float32) if samples.dtype == np.int16 else samples
    )
    return scaled


def _read_media(opened: BinaryIO, ref: SourceRef) -> FloatArray:
    """Read the stretch by PyAV, from the start of the file: shape (frames, channels)."""
    parts = []
    done, stop = 0, ref.start_frame + ref.frames
    with open_media(opened) as media:
        for block in media.blocks():
            parts.append(block[max(0, ref.start_frame - done) : stop - done])
            done += len(block)
            if done >= stop:
                break
    return np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)


def _changed(path: Path, found: str, wanted: str) -> AudioError:
    remedy = "restore the file, or run the command again: the corpus is then indexed and planned anew"
    return AudioError(where=str(path), found=found, wanted=wanted, remedy=remedy)
