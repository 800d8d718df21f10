"""Make a noise, and put an utterance into one: pure functions of what the programme says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from corpora.synthesis.scenes.classes import CLASSES
from corpora.synthesis.scenes.programme import CORPUS, Mix, Noise
from corpora.synthesis.scenes.shaping import band, limited
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from manifests.seeding import item_generator
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import rms, scale_to_rms
from probe_signal.quantise import from_pcm16, to_pcm16
from probe_signal.resampling import resample

LEVEL_DBFS = -28.0  # the RMS of every clip, so that level tells nothing
_CREST_DB = 24.0  # a click far above it would clip
_MICROPHONE_HZ = 30.0  # what is below does not pass


@dataclass(frozen=True)
class NoiseJob:
    """A noise to make, and the recordings of those who are heard in it, by speaker."""

    noise: Noise
    recordings: Mapping[str, tuple[Path, ...]]


def make_noise(job: NoiseJob) -> IntArray:
    """Make a noise.

    Returns
    -------
    IntArray, shape (frames,)
        At 16 kHz and an RMS of `LEVEL_DBFS`.
    """
    noise = job.noise
    generator = item_generator(0, CORPUS, noise.name)
    voices = tuple(tuple(map(read_speech, paths)) for paths in job.recordings.values())
    sound = CLASSES[noise.kind].make(Take(noise.frames, generator, voices))
    return at_level(band(limited(sound, crest_db=_CREST_DB), low_hz=_MICROPHONE_HZ))


def read_speech(path: Path) -> FloatArray:
    """Read a clip of the demo corpus, at 16 kHz."""
    pcm, sampling_rate = soundfile.read(path, dtype="int16")
    return resample(from_pcm16(pcm), from_hz=sampling_rate, to_hz=SAMPLING_RATE)


def start_of(mix: Mix, *, frames: int) -> int:
    """Say at which frame of its noise the stretch for an utterance of `frames` begins."""
    return round(mix.place * (mix.noise.frames - frames))


def mix_clip(mix: Mix, speech: FloatArray, noise: IntArray) -> IntArray:
    """Put an utterance into a stretch of its noise.

    Parameters
    ----------
    mix : Mix
        How loud, and which stretch.
    speech : FloatArray, shape (frames,)
        The utterance at 16 kHz.
    noise : IntArray, shape (n,)
        The noise as it was made.

    Returns
    -------
    IntArray, shape (frames,)
        At an RMS of `LEVEL_DBFS`, as the clean clip is.
    """
    start = start_of(mix, frames=len(speech))
    stretch = from_pcm16(noise[start : start + len(speech)])
    gain = float(rms(speech)) / float(rms(stretch)) * 10.0 ** (-mix.snr_db / 20.0)
    return at_level(speech + np.float32(gain) * stretch)


def at_level(sound: FloatArray) -> IntArray:
    """Bring a sound to the level that all have, in 16 bits."""
    pcm: IntArray = to_pcm16(scale_to_rms(sound, level_dbfs=LEVEL_DBFS))[0]
    return pcm
