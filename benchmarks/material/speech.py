"""Speech-like clips without end, cut and joined from the demo corpus: what FLAC and a resampler really meet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Pcm = NDArray[np.int16]

SAMPLING_RATE = 22_050
# Recordings of LJSpeech and LibriSpeech peak at 0.5 in the middle; one in eight goes beyond 0.75.
_MIDDLE_PEAK, _PEAK_SPREAD = 0.5, 0.35
_LEAST_PEAK, _HIGHEST_PEAK = 0.3, 0.95
# A room's noise. Synthetic speech pauses in digital silence, which FLAC writes in no time and in no bytes; with this
# much noise it comes down to the 0.63 of its size that recordings of LJSpeech do.
_NOISE_RMS = 1e-3


def demo_clips(demo: Path) -> list[Pcm]:
    """Read the demo corpus, in its order."""
    import soundfile as sf

    with (demo / "metadata.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="|", quoting=csv.QUOTE_NONE))
    return [sf.read(demo / row["path"], dtype="int16")[0] for row in rows]


def joined_speech(demo: Path, *, count: int, duration_s: tuple[float, float], seed: int = 1) -> Iterator[Pcm]:
    """Join clips of the demo corpus in a drawn order, from a drawn place on, to clips that all differ.

    Parameters
    ----------
    demo : pathlib.Path
        The root of the demo corpus.
    count : int
        How many.
    duration_s : pair of float
        The durations are spread evenly between the two.
    seed : int
        Of the draws.

    Yields
    ------
    numpy.ndarray, shape (n,)
        int16 at 22,050 Hz.
    """
    clips = demo_clips(demo)
    draw = np.random.Generator(np.random.Philox(seed))
    for seconds in draw.permutation(np.linspace(*duration_s, count)):
        frames = round(seconds * SAMPLING_RATE)
        parts: list[Pcm] = []
        start = int(draw.integers(SAMPLING_RATE))
        while sum(map(len, parts)) < start + frames:
            parts.append(clips[draw.integers(len(clips))])
        yield in_a_room(np.concatenate(parts)[start : start + frames], draw)


def varied_speech(demo: Path, *, speeds: tuple[float, ...], seed: int = 1) -> Iterator[Pcm]:
    """Play every clip of the demo corpus at other speeds, which moves its F0 as much.

    Yields
    ------
    numpy.ndarray, shape (n,)
        int16 at 22,050 Hz, a clip and a speed at a time.
    """
    import soxr

    draw = np.random.Generator(np.random.Philox(seed))
    for clip in demo_clips(demo):
        for speed in speeds:
            played = clip if speed == 1.0 else soxr.resample(clip, SAMPLING_RATE * speed, SAMPLING_RATE, "HQ")
            yield in_a_room(played, draw)


def in_a_room(pcm: Pcm, draw: np.random.Generator) -> Pcm:
    """Bring speech to a recording's peak, which is drawn, and add a room's noise."""
    peak = np.clip(_MIDDLE_PEAK * np.exp(_PEAK_SPREAD * draw.standard_normal()), _LEAST_PEAK, _HIGHEST_PEAK)
    loudest = np.abs(pcm.astype(np.float32)).max()
    speech = pcm * np.float32(peak / max(loudest, 1.0))
    noise = draw.standard_normal(len(pcm), dtype=np.float32) * np.float32(_NOISE_RMS)
    heard: Pcm = np.rint((speech + noise) * 32767).astype(np.int16)
    return heard
