"""Hear one clip: read its bytes, decode them, and keep what is known of it."""

from __future__ import annotations

import hashlib
import io
import stat
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from verification.listening.absent import absence
from verification.listening.bandwidth import upsampled_from_hz
from verification.listening.decoding import DecodingError, Heard, decode_stream
from verification.listening.defects import LONGEST_S, clipping, dead_channel, silence, twin_channels
from verification.listening.facts import ClipFacts, Floats, Sound
from verification.listening.features import features_of
from verification.listening.fingerprint import sub_fingerprints
from verification.listening.spectrogram import spectrogram
from verification.opening.entry import AudioRef

# Observations beside the rules. A lone run of samples at full scale happens in good recordings, and is a warning; two
# channels that are the same are `audio.dead_channel` where most clips have channels that differ.
CLIPPED_ONCE = "audio.clipped_once"
TWIN_CHANNELS = "audio.twin_channels"

# Floats that were never scaled go up to 2^31; squares of what is far beyond overflow, and no longer measure anything.
_HIGHEST_PEAK = 2.0**40
_HASHED_FRAMES = 1 << 20  # hashed at once, so that a long clip is not held three times


def listen(ref: AudioRef) -> tuple[ClipFacts, Sound | None]:
    """Hear a clip.

    Parameters
    ----------
    ref : AudioRef
        Where its bytes are.

    Returns
    -------
    ClipFacts
        What is known of it. Among its faults `audio.bandwidth`, `audio.dead_channel`, `TWIN_CHANNELS` and
        `CLIPPED_ONCE` are only observations: whether they are faults, the rest of the set tells (see `integrity`).
    Sound or None
        The samples, for who measures more; None if there are none, or some are NaN or infinite.
    """
    if ref.data is not None:
        return _heard(ref.name, io.BytesIO(ref.data), len(ref.data))
    if ref.path is None:
        return _unheard(ref.name, "audio.missing", "neither a file nor bytes")
    try:
        status = ref.path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _unheard(ref.name, "audio.missing", "not a file")
        with ref.path.open("rb") as file:
            return _heard(ref.name, file, status.st_size)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a NUL in the path, which no file has
        return _unheard(ref.name, "audio.missing", absence(ref))
    except OSError as error:
        return _unheard(ref.name, "audio.decodes", f"cannot be read: {(error.strerror or 'error').lower()}")


def _unheard(name: str, rule: str, found: str, size_bytes: int = 0) -> tuple[ClipFacts, None]:
    return ClipFacts(name=name, faults={rule: found}, heard=False, size_bytes=size_bytes), None


def _heard(name: str, file: BinaryIO, size_bytes: int) -> tuple[ClipFacts, Sound | None]:
    if size_bytes == 0:
        return _unheard(name, "audio.empty", "a file of 0 bytes")
    try:
        heard = decode_stream(file, name=name)
    except DecodingError as error:
        return _unheard(name, "audio.decodes", error.found, size_bytes)
    known = {
        "name": name,
        "heard": True,
        "size_bytes": size_bytes,
        "encoding": heard.encoding,
        "sampling_rate": heard.sampling_rate,
        "channels": heard.samples.shape[1],
        "frames": heard.frames,
    }
    samples = heard.samples
    if not len(samples):
        empty = (
            {"audio.truncated": heard.truncated} if heard.truncated else {"audio.empty": "a header without a sample"}
        )
        return ClipFacts(faults=empty, **known), None
    faults = _faults_of_form(heard)
    known["pcm_sha256"] = _pcm_sha256(heard)
    peak = max(float(samples.max()), -float(samples.min()))  # NaN if any sample is
    if not np.isfinite(peak):
        broken = int(np.count_nonzero(~np.isfinite(samples)))
        faults["audio.nonfinite"] = f"{broken:,} of {samples.size:,} samples are NaN or infinite"
        return ClipFacts(faults=faults, **known), None
    if peak > _HIGHEST_PEAK:
        faults["audio.nonfinite"] = f"samples of up to {peak:.0e} times full scale"
        return ClipFacts(faults=faults, **known), None
    sound = Sound(samples=samples, sampling_rate=heard.sampling_rate)
    mono = np.ascontiguousarray(sound.mono)
    spectrum = spectrogram(mono, sampling_rate=heard.sampling_rate)
    faults |= _faults_of_samples(samples, peak, heard.encoding)
    if "audio.silent" not in faults and (edge_hz := upsampled_from_hz(spectrum)):
        faults["audio.bandwidth"] = f"nothing above {edge_hz:,.0f} Hz at a rate of {heard.sampling_rate:,} Hz"
    features = features_of(
        mono,
        spectrum,
        sampling_rate=heard.sampling_rate,
        frames=heard.frames,
        channels=samples.shape[1],
        size_bytes=size_bytes,
    )
    return ClipFacts(faults=faults, features=features, fingerprint=sub_fingerprints(spectrum.bands), **known), sound


def _faults_of_form(heard: Heard) -> dict[str, str]:
    faults = {"audio.truncated": heard.truncated} if heard.truncated else {}
    duration_s = heard.frames / heard.sampling_rate
    if duration_s > LONGEST_S:
        faults["audio.too_long"] = f"{duration_s:,.2f} s"
    return faults


def _faults_of_samples(samples: Floats, peak: float, encoding: str) -> dict[str, str]:
    faults = {}
    if found := silence(peak):
        faults["audio.silent"] = found
    clipped, often = clipping(samples, encoding=encoding)
    if clipped:
        faults["audio.clipped" if often else CLIPPED_ONCE] = clipped
    channels = {"audio.dead_channel": dead_channel(samples), TWIN_CHANNELS: twin_channels(samples)}
    return faults | {rule: found for rule, found in channels.items() if found}


def _pcm_sha256(heard: Heard) -> str:
    """Hash samples, rate and channels: the same for the same sound, as WAV, as FLAC and as floats.

    Samples that are whole steps of 16 bits are hashed as int16, others as float32, both little-endian.
    """
    samples = heard.samples
    blocks = [samples[start : start + _HASHED_FRAMES] for start in range(0, len(samples), _HASHED_FRAMES)]
    wholes = [_as_int16(block) for block in blocks]
    exact = all(whole is not None for whole in wholes)
    form = f"{heard.sampling_rate} Hz, {samples.shape[1]} channels, {heard.frames} frames, "
    digest = hashlib.sha256(form.encode() + (b"int16" if exact else b"float32"))
    for block, whole in zip(blocks, wholes, strict=True):
        digest.update((whole if exact and whole is not None else np.ascontiguousarray(block, "<f4")).data)
    return digest.hexdigest()


def _as_int16(samples: Floats) -> NDArray[np.int16] | None:
    """Give samples in steps of 16 bits; None if they are not whole steps."""
    with np.errstate(over="ignore"):
        steps = samples * np.float32(32768.0)
    whole: NDArray[np.int16] | None = steps.astype("<i2", casting="unsafe") if np.abs(steps).max() <= 32768.0 else None
    return whole if whole is not None and np.array_equal(whole, steps) else None
