"""Pause: the length of the longest silence inside the clip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.opening.entry import Entry
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.declared import declared
from verification.truth.duration import limits_of
from verification.truth.levels import frame_powers, power_dbfs
from verification.truth.property import Judgement, Values
from verification.truth.words import Quantity, quantity, yes_or_no

# Shorter than this a pause is the closure of a consonant.
LEAST_HEARD_S = 0.05
# Frames of 10 ms, and where the level crosses the line.
_SHORTER_S = 0.05
# A pause next to one that the speaker makes anyway is longer by that: up to 0.8 s on real speech.
_LONGER_S = 0.8
_FRAME_S = 0.01
# What is this far below the loud frames, or within 6 dB of the quiet ones, is a pause.
_DOWN_DB, _OVER_FLOOR_DB, _LEAST_DOWN_DB = 30.0, 6.0, 12.0
_COLUMNS = ("pause_s", "pause_duration_s", "silence_s", "gap_s", "pause", "pause_length_s")
# Speakers pause for up to half a second in most sentences: without a length in the question, more than that is a yes.
_YES_FROM_S, _NO_UP_TO_S = 0.5, 0.15


class Pause(ClaimingProperty):
    """The longest silence between sounds."""

    name = "pause"
    title = "How long the longest pause is"
    columns = _COLUMNS
    inherent: ClassVar[Mapping[str, str]] = {"noise floor": "the floor of a clip with a silence in it is that silence"}

    def measure(self, sound: Sound) -> Values:
        """Measure the longest inner silence.

        Returns
        -------
        mapping
            `pause_s`: by level, in steps of 10 ms. `digital_silence_s`: the longest inner run of one and the same
            value, to the sample.
        """
        mono = sound.mono
        return {
            "pause_s": longest_pause_s(mono, sampling_rate=sound.sampling_rate),
            "digital_silence_s": _longest_run(mono) / sound.sampling_rate,
        }

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the pause against a number, a bound, or a yes or no."""
        pause_s, number = values["pause_s"], quantity(entry.label, unit="s")
        found = f"{pause_s:.2f} s as the longest inner silence"
        if number is not None:
            wanted = f"a pause of {number.value:g} s"
            return Judgement(holds=_holds(values, number), answer="", found=found, wanted=wanted)
        limits, answer = limits_of(entry.label, entry.question), yes_or_no(entry.label)
        if limits is not None:
            wanted = f"one from {max(limits.low, 0.0):g} to {limits.high:g} s"
            holds = limits.low - _SHORTER_S <= pause_s <= limits.high + _SHORTER_S
            return Judgement(holds=holds, found=found, wanted=wanted)
        if answer is None:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a length, or yes or no")
        decided = True if pause_s >= _YES_FROM_S else False if pause_s <= _NO_UP_TO_S else None
        wanted = "a pause" if answer else "no pause"
        return Judgement(holds=None if decided is None else decided == answer, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Hold declared pauses, the label's among them, against the clip, and say so if one can hardly be heard."""
        number, stated = quantity(entry.label, unit="s"), declared(entry, _COLUMNS, unit="s")
        wanted = [] if number is None else [(f"label {entry.label!r}", number)]
        if stated is not None and (number is None or abs(stated[1] - number.value) > number.half_step):
            wanted.append((f"{stated[0]} of {stated[1]:g} s", Quantity(stated[1], "s", 0.0)))
        for what, each in wanted:
            if each.value > 0.0:
                yield Claim(
                    rule="truth.weak",
                    holds=each.value >= LEAST_HEARD_S,
                    found=what,
                    wanted=f"{1000 * LEAST_HEARD_S:.0f} ms or more: a consonant can hold the voice as long",
                    severity="warning",
                )
            if each.value == 0.0 or each.value >= LEAST_HEARD_S:
                yield Claim(
                    rule="truth.declared",
                    holds=_holds(values, each),
                    found=f"{what}, but {values['pause_s']:.2f} s as the longest inner silence",
                    wanted=f"what is declared, at most {1000 * _SHORTER_S:.0f} ms shorter",
                    is_label=each is number,
                )


PROPERTY = Pause()


def _holds(values: Values, number: Quantity) -> bool:
    """A pause that runs into one of the speaker's own is longer than declared; shorter it cannot be."""
    slack_s = _SHORTER_S + (number.half_step if number.half_step < number.value else 0.0)
    exact = abs(values["digital_silence_s"] - number.value) <= slack_s and number.value >= LEAST_HEARD_S
    return exact or number.value - slack_s <= values["pause_s"] <= number.value + slack_s + _LONGER_S


def longest_pause_s(sound: Floats, *, sampling_rate: int) -> float:
    """Find the longest silence between two sounds.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    float
        In seconds; 0 if there is none. Silence is 30 dB below the 95th percentile of the level, or within 6 dB of the
        5th where that is higher, but never less than 12 dB below the 95th.
    """
    levels = power_dbfs(frame_powers(sound, frame=max(round(_FRAME_S * sampling_rate), 1)))
    if not levels.size:
        return 0.0
    quiet, loud = np.percentile(levels, [5, 95])
    line = max(loud - _DOWN_DB, min(quiet + _OVER_FLOOR_DB, loud - _LEAST_DOWN_DB))
    sounding = np.flatnonzero(levels > line)
    return float(np.diff(sounding).max() - 1) * _FRAME_S if sounding.size > 1 else 0.0


def _longest_run(sound: Floats) -> int:
    """Count the frames of the longest run of one value between two changes."""
    changes = np.flatnonzero(np.diff(sound))
    return int(np.diff(changes).max()) if changes.size > 1 else 0
