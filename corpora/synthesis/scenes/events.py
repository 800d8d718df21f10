"""Things that happen one after the other: strokes, clicks, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray
from probe_signal.levels import scale_to_rms


def scatter(frames: int, events: Iterable[tuple[float, FloatArray]]) -> FloatArray:
    """Add up sounds that begin at given times (in seconds, not negative); what goes beyond the end is cut."""
    sound = np.zeros(frames)
    for start_s, grain in events:
        start = round(start_s * SAMPLING_RATE)
        stop = min(frames, start + len(grain))
        if start < stop:
            sound[start:stop] += grain[: stop - start]
    return sound


def talk(take: Take, utterances: Iterable[FloatArray], *, pauses_s: tuple[float, float], lead_s: float) -> FloatArray:
    """Have utterances follow one another, each at an RMS of 1, until the take is full.

    Parameters
    ----------
    take : Take
        Its length and generator.
    utterances : iterable of FloatArray
        Endless.
    pauses_s : (float, float)
        The shortest and the longest pause between two.
    lead_s : float
        How much of the talk has passed before the take begins.
    """
    return scatter(take.frames, _sentences(take, utterances, pauses_s=pauses_s, lead_s=lead_s))


def shuffled(take: Take, utterances: tuple[FloatArray, ...]) -> Iterator[FloatArray]:
    """Give utterances in a new order each round, for ever."""
    while True:
        for place in take.generator.permutation(len(utterances)):
            yield utterances[place]


def _sentences(
    take: Take, utterances: Iterable[FloatArray], *, pauses_s: tuple[float, float], lead_s: float
) -> Iterator[tuple[float, FloatArray]]:
    now_s = -lead_s
    for utterance in utterances:
        spoken = scale_to_rms(utterance, level_dbfs=0.0)
        passed = round(max(0.0, -now_s) * SAMPLING_RATE)
        if passed < len(spoken):
            yield max(now_s, 0.0), spoken[passed:]
        now_s += len(spoken) / SAMPLING_RATE + take.between(*pauses_s)
        if now_s * SAMPLING_RATE >= take.frames:
            return
