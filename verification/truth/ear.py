"""Ear: in which of two channels the sound is."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.levels import power_dbfs
from verification.truth.property import Judgement, Values
from verification.truth.words import yes_or_no

LEFT, RIGHT, BOTH = "left", "right", "both"
# Listeners hear a difference of 1 dB between the ears; from 3 dB on a sound is clearly to one side.
_LEAST_DB = 3.0
_SAME_DB = 1.0
# A head shades one ear by no more than about 20 dB: further apart, one ear was meant to be silent.
_ONE_EAR_DB = 20.0
SILENT_DBFS, SILENT_BELOW_OTHER_DB = -80.0, 60.0
_WORDS = {
    LEFT: re.compile(r"\bleft\b|^l$"),
    RIGHT: re.compile(r"\bright\b|^r$"),
    BOTH: re.compile(r"\bboth\b|cent(?:er|re)|middle|\bfront\b|mono"),
}


class Ear(ClaimingProperty):
    """Level of each channel."""

    name = "ear"
    title = "In which ear the sound is"
    operations = ("binaural.one_ear",)

    def measure(self, sound: Sound) -> Values:
        """Measure the level of both ears; a clip with one channel sounds the same in both.

        Returns
        -------
        mapping
            `left_dbfs`, `right_dbfs`: RMS, no less than -120.
        """
        channels = sound.samples[:, :2]
        powers = np.einsum("ij,ij->j", channels, channels, dtype=np.float64) / max(len(channels), 1)
        levels = power_dbfs(powers)
        return {"left_dbfs": float(levels[0]), "right_dbfs": float(levels[-1])}

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the louder ear against the label."""
        left_dbfs, right_dbfs = values["left_dbfs"], values["right_dbfs"]
        allowed = ears(entry.label, entry.question)
        if not allowed:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label that names an ear")
        wanted = f"sound in {' or '.join(f'the {ear} ear' if ear != BOTH else 'both ears' for ear in sorted(allowed))}"
        difference_db = left_dbfs - right_dbfs
        if abs(difference_db) <= _SAME_DB:
            # Once the channels are equal, nothing is left that could contradict a side.
            holds = BOTH in allowed and len(allowed) == 1
            return Judgement(holds=holds or None, found="the same level in both ears", wanted=wanted)
        louder, other = (LEFT, RIGHT) if difference_db > 0 else (RIGHT, LEFT)
        found = f"the {louder} ear louder than the {other} one by {abs(difference_db):.1f} dB"
        if abs(difference_db) < _LEAST_DB:
            return Judgement(holds=None, found=found, wanted=wanted)
        answer = next((option for option in entry.options if ears(option, entry.question) == {louder}), "")
        return Judgement(holds=louder in allowed, answer=answer, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Where one ear was meant to be silent, it must be."""
        levels = (values["left_dbfs"], values["right_dbfs"])
        louder, quieter = max(levels), min(levels)
        if louder - quieter < _ONE_EAR_DB or not ears(entry.label, entry.question):
            return
        yield Claim(
            rule="truth.second_ear",
            holds=quieter <= SILENT_DBFS or louder - quieter >= SILENT_BELOW_OTHER_DB,
            found=f"{quieter:.1f} dBFS in the other ear, {louder - quieter:.0f} dB below the sound",
            wanted=f"silence there: {SILENT_DBFS:.0f} dBFS or less, or {SILENT_BELOW_OTHER_DB:.0f} dB below",
        )


PROPERTY = Ear()


def ears(label: str, question: str = "") -> frozenset[str]:
    """Read the ears that a label allows: `left`, `Right ear`, `both`, or `yes` or `no` to a question that names one."""
    named = _named(label)
    if len(named) == 1:
        return named
    answer, asked = yes_or_no(label), _named(question)
    if named or answer is None or len(asked) != 1:
        return frozenset()
    return asked if answer else frozenset(_WORDS) - asked


def _named(text: str) -> frozenset[str]:
    low = text.casefold().replace("_", " ").strip()
    return frozenset(ear for ear, words in _WORDS.items() if words.search(low))
