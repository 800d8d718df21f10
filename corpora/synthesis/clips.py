"""Finish a spoken line: its exact pitch, its level, and a breath of room before and after."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corpora.synthesis.script import Line
from manifests.seeding import item_generator
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.levels import peak
from probe_signal.quantise import from_pcm16, to_pcm16
from probe_signal.resampling import resample
from probe_signal.resynthesis import analyse_world, resynthesise

_MEASURED_AT_HZ = 16_000  # the rate of the clips that are made of the corpus
_CLOSE_ENOUGH_HZ = 0.45
_ATTEMPTS = 5
_PAUSE_S = (0.12, 0.28)
_ROOM_DBFS = -72.0


@dataclass(frozen=True)
class SpokenLine:
    """A line and what the synthesiser said: 16-bit samples, shape (frames,)."""

    line: Line
    spoken: IntArray
    sampling_rate: int


def finish_clip(job: SpokenLine) -> IntArray:
    """Make a clip: a pure function of the line and its samples.

    Returns
    -------
    IntArray, shape (frames,)
        16-bit samples at the job's rate, never clipped, with a median F0 within 0.5 Hz of the line's.
    """
    line = job.line
    room = _Room(line, sampling_rate=job.sampling_rate, spoken_frames=len(job.spoken))
    analysis = analyse_world(from_pcm16(job.spoken), sampling_rate=job.sampling_rate)
    target_hz = line.median_f0_hz
    attempts: list[tuple[float, IntArray]] = []
    for _ in range(_ATTEMPTS):
        voice = resynthesise(analysis, target_median_hz=target_hz, contour_scale=line.contour_scale)
        clip = room.around(voice)
        # What the tracker finds in the finished clip differs by up to 1 Hz from what was asked for.
        off_hz = _median_f0_hz(clip, job.sampling_rate) - line.median_f0_hz
        attempts.append((abs(off_hz), clip))
        if abs(off_hz) < _CLOSE_ENOUGH_HZ:
            break
        target_hz -= off_hz
    return min(attempts, key=lambda attempt: attempt[0])[1]


class _Room:
    """The level of a line, and the quiet noise in which it stands."""

    def __init__(self, line: Line, *, sampling_rate: int, spoken_frames: int) -> None:
        generator = item_generator(0, "demo", line.id)
        before, after = (round(float(s) * sampling_rate) for s in generator.uniform(*_PAUSE_S, size=2))
        noise = generator.standard_normal(before + spoken_frames + after, dtype=np.float32)
        self._noise = noise * np.float32(10.0 ** (_ROOM_DBFS / 20.0))
        self._pauses = (before, after)
        self._peak = 10.0 ** (line.peak_dbfs / 20.0)

    def around(self, voice: FloatArray) -> IntArray:
        """Bring `voice` to its level and give it its pauses."""
        return to_pcm16(np.pad(voice * np.float32(self._peak / peak(voice)), self._pauses) + self._noise)[0]


def _median_f0_hz(clip: IntArray, sampling_rate: int) -> float:
    heard = resample(from_pcm16(clip), from_hz=sampling_rate, to_hz=_MEASURED_AT_HZ)
    return median_f0_hz(track_f0(heard, sampling_rate=_MEASURED_AT_HZ).f0_hz)
