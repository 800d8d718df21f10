"""Reverberation time: measured on the impulse response where it is given, else estimated from how speech decays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.blind import blind_t60_s, t60_of_response_s
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.declared import declared
from verification.truth.property import Judgement, Values
from verification.truth.words import Quantity, quantity, yes_or_no

DRY, REVERBERANT = "dry", "reverberant"
# An estimate from speech is off by up to 60 %.
FACTOR_BLIND, FACTOR_BY_RESPONSE = 2.0, 1.25
# 174 dry clips read up to 0.24 s; a room of 0.4 s reads 0.28 s at least.
_DRY_UP_TO_S, _REVERBERANT_FROM_S = 0.25, 0.28
_SURELY_DRY_S, _SURELY_REVERBERANT_S = 0.09, 0.4
# Beyond these the estimate says no more than "or less" and "or more".
_LEAST_BLIND_S, _MOST_BLIND_S = 0.2, 1.0
_COLUMNS = ("t60_s", "rt60_s", "t60", "rt60", "reverberation_time_s", "reverberation_time")
_WORDS = {
    DRY: re.compile(r"\bdry\b|\bclean\b|anechoic|no rever|without rever|not rever|\bnone\b"),
    REVERBERANT: re.compile(r"rever|\bwet\b|\bnoisy\b|\becho"),
}


class ReverberationTime(ClaimingProperty):
    """The time in which sound in the room decays by 60 dB."""

    name = "t60"
    title = "How reverberant it is"
    columns = _COLUMNS
    inherent: ClassVar[Mapping[str, str]] = {
        "edges": "reverberation sounds on at the end of the clip",
        "noise floor": "reverberation fills the pauses",
        "crest_db": "reverberation smears the peaks",
        "encoding": "filled pauses compress less",
    }

    def measure(self, sound: Sound) -> Values:
        """Measure the impulse response (stem `rir`), and estimate from the clip.

        Returns
        -------
        mapping
            `duration_s`; `t60_s` with an impulse response, else `blind_t60_s` if anything decays.
        """
        values = {"duration_s": len(sound.samples) / sound.sampling_rate}
        response = sound.stems.get("rir")
        if response is not None:
            t60_s = t60_of_response_s(response.mono, sampling_rate=response.sampling_rate)
            if t60_s is not None:
                return values | {"t60_s": t60_s}
        blind_s = blind_t60_s(sound.mono, sampling_rate=sound.sampling_rate)
        return values if blind_s is None else values | {"blind_t60_s": blind_s}

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the time against a number, or against `dry` or `reverberant`."""
        measured_s = values.get("t60_s", values.get("blind_t60_s"))
        number, kind = quantity(entry.label, unit="s"), _kind(entry.label, entry.question)
        if number is None and not kind:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a time, or dry or reverberant")
        wanted = f"speech that is {kind}" if number is None else f"a reverberation time of {number.value:g} s"
        if measured_s is None:
            return Judgement(holds=None, found="hardly any decay", wanted=wanted)
        found = f"a reverberation time of {_how(values)}"
        if number is not None:
            return Judgement(holds=_agrees(values, number.value), found=found, wanted=wanted)
        if kind == DRY:
            holds = True if measured_s <= _DRY_UP_TO_S else False if measured_s >= _SURELY_REVERBERANT_S else None
        else:
            holds = True if measured_s >= _REVERBERANT_FROM_S else False if measured_s <= _SURELY_DRY_S else None
        return Judgement(holds=holds, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Hold declared times, the label's among them, against the measurement."""
        number, stated = quantity(entry.label, unit="s"), declared(entry, _COLUMNS, unit="s")
        wanted: list[tuple[str, Quantity]] = [] if number is None else [(f"label {entry.label!r}", number)]
        if stated is not None and (number is None or abs(stated[1] - number.value) > 0.05 * number.value):
            wanted.append((f"{stated[0]} of {stated[1]:g} s", Quantity(stated[1])))
        for what, each in wanted:
            agrees = _agrees(values, each.value)
            if agrees is not None:
                factor = FACTOR_BY_RESPONSE if "t60_s" in values else FACTOR_BLIND
                yield Claim(
                    rule="truth.declared",
                    holds=agrees,
                    found=f"{what}, but {_how(values)}",
                    wanted=f"what is declared, within a factor of {factor:g}",
                    is_label=each is number,
                )


PROPERTY = ReverberationTime()


def _agrees(values: Values, declared_s: float) -> bool | None:
    if declared_s <= 0.0:
        return None
    if "t60_s" in values:
        return 1.0 / FACTOR_BY_RESPONSE <= values["t60_s"] / declared_s <= FACTOR_BY_RESPONSE
    if "blind_t60_s" not in values:
        return None
    blind_s = values["blind_t60_s"]
    too_long = blind_s > FACTOR_BLIND * max(declared_s, _LEAST_BLIND_S)
    too_short = blind_s < min(declared_s, _MOST_BLIND_S) / FACTOR_BLIND
    return not (too_long or too_short)


def _how(values: Values) -> str:
    if "t60_s" in values:
        return f"{values['t60_s']:.2f} s by the impulse response"
    blind_s = values["blind_t60_s"]
    if blind_s > _MOST_BLIND_S:
        return f"{_MOST_BLIND_S:g} s or more by how the speech decays"
    return f"about {blind_s:.2f} s by how the speech decays"


def _kind(label: str, question: str) -> str:
    low = label.casefold().replace("_", " ")
    for kind, words in _WORDS.items():
        if words.search(low):
            return kind
    answer = yes_or_no(label)
    if answer is None or not _WORDS[REVERBERANT].search(question.casefold()):
        return ""
    return REVERBERANT if answer else DRY
