"""Duration: the length of the clip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.declared import declared
from verification.truth.property import Judgement, Values
from verification.truth.words import Interval, Quantity, interval, quantity, yes_or_no

# Codecs add some tens of milliseconds.
TOLERANCE_S = 0.05
_COLUMNS = ("duration_s", "duration", "length_s", "audio_duration", "seconds")


class Duration(ClaimingProperty):
    """The number of frames over the sampling rate."""

    name = "duration"
    title = "How long the clip is"
    columns = _COLUMNS
    inherent: ClassVar[Mapping[str, str]] = {"duration": "the question is how long the clip is"}

    def measure(self, sound: Sound) -> Values:
        """Measure `duration_s`."""
        return {"duration_s": len(sound.samples) / sound.sampling_rate}

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the length against a number, the nearest of the options, or a bound."""
        duration_s = values["duration_s"]
        found = f"a clip of {duration_s:.2f} s"
        number, wanted = quantity(entry.label, unit="s"), f"one of {entry.label}"
        if number is not None:
            answer = nearest(duration_s, entry.options) or (entry.label if _near(duration_s, number) else "")
            return Judgement(holds=answer == entry.label, answer=answer, found=found, wanted=wanted)
        limits = limits_of(entry.label, entry.question)
        if limits is None:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label in seconds, or a bound")
        holds = limits.low - TOLERANCE_S <= duration_s <= limits.high + TOLERANCE_S
        return Judgement(holds=holds, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Hold declared lengths, the label's among them, against the clip."""
        number, stated = quantity(entry.label, unit="s"), declared(entry, _COLUMNS, unit="s")
        if number is not None:
            yield _claim(f"label {entry.label!r}", number, values["duration_s"], is_label=True)
        if stated is not None and (number is None or abs(stated[1] - number.value) > number.half_step):
            exact = Quantity(stated[1], "s", 0.0)
            yield _claim(f"{stated[0]} of {stated[1]:g} s", exact, values["duration_s"], is_label=False)


PROPERTY = Duration()


def _near(duration_s: float, number: Quantity) -> bool:
    return abs(duration_s - number.value) <= number.half_step + TOLERANCE_S


def _claim(what: str, number: Quantity, duration_s: float, *, is_label: bool) -> Claim:
    return Claim(
        rule="truth.declared",
        holds=_near(duration_s, number),
        found=f"{what}, but a clip of {duration_s:.2f} s",
        wanted=f"what is declared, within {number.half_step + TOLERANCE_S:g} s",
        is_label=is_label,
    )


def nearest(value_s: float, options: Iterable[str]) -> str:
    """Name the option whose number of seconds is the nearest; empty if none has one."""
    numbers = {option: each.value for option in options if (each := quantity(option, unit="s"))}
    return min(numbers, key=lambda option: abs(numbers[option] - value_s), default="")


def limits_of(label: str, question: str) -> Interval | None:
    """Read a bound from the label (`longer than 5 s`), or from the question if the label is `yes` or `no`."""
    limits = interval(label, unit="s")
    if limits is not None:
        return limits
    answer, asked = yes_or_no(label), interval(question, unit="s")
    if answer is None or asked is None:
        return None
    if answer:
        return asked
    if asked.high == float("inf"):
        return Interval(0.0, asked.low)
    return Interval(asked.high, float("inf")) if asked.low == -float("inf") else None
