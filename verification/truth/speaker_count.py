"""Speaker count: one or several, as a rough estimate that supports labels and never contradicts one."""

from __future__ import annotations

import re

import numpy as np

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.property import Judgement, Property, Values
from verification.truth.tracking import FRAME_S, voiced_f0_of
from verification.truth.words import quantity, yes_or_no

# Of 114 clips of one speaker none moves its median F0 by more than 0.73 octaves between stretches; two speakers of
# about one pitch, or who speak at once, do not either: a small spread supports one speaker, but proves nothing.
SEVERAL_FROM_OCTAVES, ONE_UP_TO_OCTAVES = 0.85, 0.35
_STRETCH = 40
_LEAST_STRETCHES = 3
_SEVERAL = re.compile(r"\bseveral\b|\bmultiple\b|\bmany\b|\bmulti|more than one")
_ONE = re.compile(r"\bsingle\b|only one|just one")


class SpeakerCount(Property):
    """How far the median F0 moves between stretches of 0.64 s of voiced sound."""

    name = "speaker-count"
    title = "How many people speak (a rough estimate)"

    def measure(self, sound: Sound) -> Values:
        """Measure the spread of F0.

        Returns
        -------
        mapping
            `voiced_s`, and `f0_spread_octaves` if there are three stretches or more.
        """
        f0_hz = voiced_f0_of(sound)
        values = {"voiced_s": len(f0_hz) * FRAME_S}
        count = len(f0_hz) // _STRETCH
        if count >= _LEAST_STRETCHES:
            medians = np.median(np.log2(f0_hz[: count * _STRETCH].reshape(count, _STRETCH)), axis=1)
            values["f0_spread_octaves"] = float(medians.max() - medians.min())
        return values

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Support `one` or `several`; whatever does not fit is left undecided."""
        several = _several(entry.label, entry.question)
        if several is None:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a number of speakers")
        wanted = "several speakers" if several else "one speaker"
        if "f0_spread_octaves" not in values:
            return Judgement(holds=None, found=f"{values['voiced_s']:.1f} s of voiced sound", wanted=wanted)
        spread = values["f0_spread_octaves"]
        found = f"a median F0 that moves by {spread:.2f} octaves within the clip"
        supported = spread >= SEVERAL_FROM_OCTAVES if several else spread <= ONE_UP_TO_OCTAVES
        return Judgement(holds=True if supported else None, found=found, wanted=wanted)


PROPERTY = SpeakerCount()


def _several(label: str, question: str) -> bool | None:
    low = label.casefold().replace("_", " ")
    if _SEVERAL.search(low):
        return True
    if _ONE.search(low):
        return False
    number, answer = quantity(label, unit="speakers"), yes_or_no(label)
    if number is not None and number.value >= 1.0:
        return number.value > 1.0
    return answer if answer is not None and _SEVERAL.search(question.casefold()) else None
