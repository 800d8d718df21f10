"""Whether a model's answers come from the sound: its score with the audio against that without.

The control is the same model on the same questions with silence, with another item's audio, or with what is asked
for taken out otherwise. A model that scores no better with the audio than without answers by the wording, the options
or a habit, however high its score.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.flipping import flip_test
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.pairing import Measure, paired, rightness
from evaluation.certainty.power import detectable_difference
from evaluation.certainty.significance import SIGNIFICANT, SMALLEST
from evaluation.verdicts import Verdict

# Who hears a property that is plain in the signal gains some 0.5 on two options, and more on several: who gains
# less than a fifth of that answers by something else.
WORTHWHILE = 0.1


class Reading(StrEnum):
    """What the two scores say."""

    HEARS = "hears"
    CANNOT_HEAR = "cannot hear it"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hearing:
    """A model with the audio, and with a control in its place.

    Parameters
    ----------
    control : str
        What the audio was replaced by, such as `blind` or `swap`.
    with_audio, with_control : Interval
        The mean scores, on the questions that have both.
    gain : Interval
        With audio less with control, paired.
    p_value : float
        One-sided, of a gain above zero, groups held together.
    detectable : float
        The gain that the test would have found in four cases of five, had it been there.
    left_out : int
        Questions without a reply in one of the two runs.
    """

    control: str
    with_audio: Interval
    with_control: Interval
    gain: Interval
    p_value: float
    detectable: float
    left_out: int = 0

    @property
    def reading(self) -> Reading:
        """Hears: a gain that is no accident (p below 0.05) and not negligible (0.02, as for shortcuts).

        Cannot hear it: otherwise, if a gain of 0.1 or more is ruled out by the interval. Cannot tell: too few
        questions to rule it out, or a control that leaves no room for it.
        """
        if self.p_value < SIGNIFICANT and self.gain.value >= SMALLEST:
            return Reading.HEARS
        if self._has_room and self.gain.high < WORTHWHILE:
            return Reading.CANNOT_HEAR
        return Reading.CANNOT_TELL

    @property
    def is_flagged(self) -> bool:
        """Whether the score must not be taken for hearing."""
        return self.reading is not Reading.HEARS

    @property
    def explanation(self) -> str:
        """The reading with its numbers, for people."""
        if not self.gain.items:
            return "cannot tell: no question has replies in both runs"
        found = f"{100 * self.with_audio.value:.1f} % with audio, {100 * self.with_control.value:.1f} % {self.control}"
        if self.reading is Reading.HEARS:
            return f"hears: {found} (one-sided p = {self.p_value:.2g})"
        if self.reading is Reading.CANNOT_HEAR:
            return f"cannot hear it: {found}; a gain above {100 * max(self.gain.high, 0):.1f} points is ruled out"
        if not self._has_room:
            return f"cannot tell: {found}; so much is right without the sound that hearing could add next to nothing"
        return (
            f"cannot tell: {found}; of {self.gain.items:,} questions in {self.gain.groups:,} groups only a gain of "
            f"{100 * self.detectable:.0f} points or more would reliably show"
        )

    def to_json(self) -> dict[str, Any]:
        """Give the comparison and its reading as JSON values."""
        return json_values(
            {
                "control": self.control,
                "with_audio": self.with_audio.to_json(),
                "with_control": self.with_control.to_json(),
                "gain": self.gain.to_json(),
                "p_value": self.p_value,
                "detectable": self.detectable,
                "left_out": self.left_out,
                "reading": self.reading.value,
                "explanation": self.explanation,
            }
        )

    @property
    def _has_room(self) -> bool:
        return 1 - self.with_control.value >= WORTHWHILE


def hearing(
    questions: Sequence[Question],
    with_audio: Iterable[Verdict],
    with_control: Iterable[Verdict],
    *,
    control: str,
    measure: Measure = rightness,
    seed: int = 0,
) -> Hearing:
    """Hold a model's score with the audio against its score with a control.

    A reply to the control that chooses no option counts as a guess would: to say that there is nothing to hear is no
    worse answer than to guess.

    Of many tasks, correct the p-values by `multiplicity.holm` and put them back (`dataclasses.replace`).

    Parameters
    ----------
    questions : sequence of Question
        The set.
    with_audio, with_control : iterable of Verdict
        The same model's in both runs.
    control : str
        What the audio was replaced by.
    measure : callable
        From 0 to 1; `rightness` or `earned`.
    seed : int
        Of resampling.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    both = paired(questions, with_audio, with_control, measure=measure, spare_second=True)
    first, second, difference = both.intervals(bounds=(0.0, 1.0), seed=seed)
    return Hearing(
        control=control,
        with_audio=first,
        with_control=second,
        gain=difference,
        p_value=flip_test(both.differences, both.groups, one_sided=True, seed=seed).p_value,
        detectable=detectable_difference(both.differences, both.groups) if both.groups else math.nan,
        left_out=both.left_out,
    )
