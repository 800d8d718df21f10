"""Time reversed: does the clip run backwards? Speech sets in faster than it dies away."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.opening.entry import Entry
from verification.truth.property import Judgement, Property, Values
from verification.truth.words import yes_or_no

FORWARD, BACKWARD = "forward", "backward"
# Over 126 recordings of 9 speakers the asymmetry is above 0 in all, with a median of 0.6 to 1.8 by corpus; over 48
# clips of eSpeak it is as often below 0, down to -0.44. So 0.15 supports a label,
# and only 0.6 the other way contradicts one.
SUPPORTS, CONTRADICTS = 0.15, 0.6
_FRAME_S, _HOP_S = 0.016, 0.008
_RISE_HOPS = 3
_BANDS_HZ = (100.0, 400.0, 800.0, 1500.0, 2500.0, 4000.0, 7500.0)
_RANGE_DB = 60.0
# In less than two seconds there are too few onsets.
_LEAST_S = 2.0
_WORDS = {
    BACKWARD: re.compile(r"revers|backward|\bflipped\b|\binverted\b"),
    FORWARD: re.compile(r"\bforward|\bnormal|\boriginal\b|\bspeech\b|\bnatural\b|\bunmodified\b"),
}
_NOT = re.compile(r"\b(?:not|non|un)[- ]?(?=revers|speech|flipped|time)")


class TimeReversed(Property):
    """The skewness of rises and falls of the level, in six bands."""

    name = "time-reversed"
    title = "Whether speech runs backwards"

    def measure(self, sound: Sound) -> Values:
        """Measure asymmetry: above 0 where level rises faster than it falls.

        Returns
        -------
        mapping
            `asymmetry`, without unit, turned round by reversal; `duration_s`. No asymmetry below 2 s, or in a clip of
            one level.
        """
        duration_s = len(sound.samples) / sound.sampling_rate
        values = {"duration_s": duration_s}
        if duration_s >= _LEAST_S:
            asymmetry = rise_asymmetry(sound.mono, sampling_rate=sound.sampling_rate)
            if asymmetry is not None:
                values["asymmetry"] = asymmetry
        return values

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the asymmetry against the label."""
        way = _way(entry.label, entry.question)
        if not way:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label that says which way it runs")
        wanted = "level that rises faster than it falls" if way == FORWARD else "level that falls faster than it rises"
        if "asymmetry" not in values:
            return Judgement(holds=None, found=f"{values['duration_s']:.1f} s, too short to tell", wanted=wanted)
        asymmetry = values["asymmetry"]
        found = f"rises against falls of the level by {asymmetry:+.2f} (speech forwards: above 0)"
        along = asymmetry if way == FORWARD else -asymmetry
        holds = True if along >= SUPPORTS else False if along <= -CONTRADICTS else None
        return Judgement(holds=holds, found=found, wanted=wanted)


PROPERTY = TimeReversed()


def rise_asymmetry(sound: Floats, *, sampling_rate: int) -> float | None:
    """Give the mean over six bands of the skewness of the change in level over 24 ms.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    float or None
        None if no band changes.
    """
    frame, hop = round(_FRAME_S * sampling_rate), max(round(_HOP_S * sampling_rate), 1)
    windows = np.lib.stride_tricks.sliding_window_view(sound, frame)[::hop] * np.hanning(frame).astype(np.float32)
    powers = np.square(np.abs(np.fft.rfft(windows, axis=1)))
    edges = np.searchsorted(np.fft.rfftfreq(frame, 1.0 / sampling_rate), _BANDS_HZ)
    bands = [powers[:, low:high].sum(axis=1) for low, high in pairwise(edges) if high > low]
    if not bands:
        return None
    levels = np.stack(bands, axis=1).astype(np.float64)
    loudest = levels.max()
    if loudest <= 0.0:
        return None
    # Below 60 dB under the loudest there is no speech, and digital silence has no level.
    decibels = 10.0 * np.log10(np.maximum(levels, loudest * 10.0 ** (-_RANGE_DB / 10.0)))
    changes = decibels[_RISE_HOPS:] - decibels[:-_RISE_HOPS]
    spread = np.mean(np.square(changes), axis=0)
    moving = spread > 0.01
    if not moving.any():
        return None
    return float(np.mean(np.mean(changes[:, moving] ** 3, axis=0) / spread[moving] ** 1.5))


def _way(label: str, question: str) -> str:
    low = label.casefold().replace("_", " ")
    turned = bool(_NOT.search(low))
    for way, words in _WORDS.items():
        if words.search(low):
            return way if not turned else FORWARD if way == BACKWARD else BACKWARD
    answer = yes_or_no(label)
    if answer is None:
        return ""
    # "Is there speech?" is asked of reversed clips as well as "is it reversed?".
    asked = BACKWARD if _WORDS[BACKWARD].search(question.casefold()) else FORWARD
    return asked if answer else FORWARD if asked == BACKWARD else BACKWARD
