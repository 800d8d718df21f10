"""Signal-to-noise ratio: exact where the set gives the stems, else an estimate that finds gross errors only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.alignment import unmix
from verification.truth.blind import blind_snr_db
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.declared import declared
from verification.truth.property import Judgement, Values
from verification.truth.words import quantities, quantity

TOLERANCE_DB = 0.5
CLEAN, NOISY = "clean", "noisy"
_COLUMNS = ("snr_db", "snr", "realised_snr_db", "signal_to_noise_ratio_db", "signal_to_noise_ratio")
# By the stems: below 20 dB anybody hears the noise, above 40 dB nobody does.
_CLEAN_FROM_DB, _NOISY_UP_TO_DB, _SURELY_CLEAN_DB = 25.0, 25.0, 40.0
_SURELY_NOISY_DB = 20.0
# By the clip alone: speech without pauses reads 8 dB at least; under one other speaker, whose pauses are silent, speech
# reads 50 dB or more in 1 of 170 clips, in steady noise of 20 dB up to 24.
_BLIND_NOISY_DB, _BLIND_CLEAN_DB = 4.0, 15.0
_BLIND_SURELY_CLEAN_DB, _STEADY_SURELY_CLEAN_DB = 50.0, 35.0
_BLIND_NEAR_DB, _BLIND_FAR_DB, _BLIND_CEILING_DB = 5.0, 10.0, 15.0
# Noise with pauses of its own reads far too high; noise that is named as steady does not.
_BLIND_FAR_ABOVE_DB = 50.0
_STEADY_NOISE = re.compile(r"gaussian|\bwhite\b|\bpink\b|\bhiss\b")
_CLEAN_WORDS = re.compile(r"\bclean\b|noise[- ]?free|noiseless|no noise|without noise|\bquiet\b")
_NOISY_WORDS = re.compile(r"\bnoisy\b|with noise|\bnoise\b|degraded")


class Snr(ClaimingProperty):
    """The power of the speech over that of the noise, over the whole clip."""

    name = "snr"
    title = "How much noise there is"
    columns = _COLUMNS
    inherent: ClassVar[Mapping[str, str]] = {
        "noise floor": "noise is the noise floor",
        "edges": "with noise there is no silence at the ends",
        "spectrum": "the noise is part of the spectrum: how flat it is and where its power lies",
        "bandwidth": "noise reaches up to where speech does not",
        "crest_db": "noise fills the pauses, so that the level rises against the peaks",
        "encoding": "noise cannot be compressed",
    }

    def measure(self, sound: Sound) -> Values:
        """Measure by the stems, where they are given, and by the clip alone.

        Returns
        -------
        mapping
            `snr_db` with stems; `blind_snr_db` without; none of them if too little sounds.
        """
        mixture = unmix(sound)
        if mixture is not None:
            return {"snr_db": mixture.snr_db}
        blind_db = blind_snr_db(sound.mono, sampling_rate=sound.sampling_rate)
        return {"duration_s": len(sound.samples) / sound.sampling_rate} | (
            {} if blind_db is None else {"blind_snr_db": blind_db}
        )

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the ratio against a number, or against `clean` or `noisy`."""
        kind, number = _kind(entry.label), quantity(entry.label, unit="dB")
        wanted = "speech that is clean" if kind == CLEAN else "speech in noise" if kind == NOISY else ""
        if number is not None:
            wanted, kind = f"a ratio of {number.value:g} dB", ""
        if not wanted:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label in dB, or clean or noisy")
        if "snr_db" in values:
            found = f"a signal-to-noise ratio of {values['snr_db']:.1f} dB by the stems"
            holds, answer = _by_stems(values["snr_db"], kind, entry)
        elif "blind_snr_db" in values:
            found = f"a signal-to-noise ratio of about {values['blind_snr_db']:.0f} dB by the clip alone"
            holds, answer = _by_clip(values["blind_snr_db"], kind, entry), ""
        else:
            found, holds, answer = "too little sound", None, ""
        stated = declared(entry, _COLUMNS, unit="dB")
        if holds is not False and kind and "snr_db" not in values and stated is not None and _absurd(stated[1], kind):
            found, holds = f"{stated[0]} of {stated[1]:g} dB", False
        return Judgement(holds=holds, answer=answer, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Hold declared numbers, the label's among them, against the stems."""
        if "snr_db" not in values:
            return
        number, stated = quantity(entry.label, unit="dB"), declared(entry, _COLUMNS, unit="dB")
        if number is not None:
            yield _claim(f"label {entry.label!r}", number.value, values["snr_db"], is_label=True)
        if stated is not None and (number is None or abs(stated[1] - number.value) > TOLERANCE_DB):
            yield _claim(f"{stated[0]} of {stated[1]:g} dB", stated[1], values["snr_db"], is_label=False)


PROPERTY = Snr()


def _claim(what: str, declared_db: float, snr_db: float, *, is_label: bool) -> Claim:
    return Claim(
        rule="truth.declared",
        holds=abs(snr_db - declared_db) <= TOLERANCE_DB,
        found=f"{what}, but {snr_db:.1f} dB by the stems, over the whole clip",
        wanted=f"what is declared, within {TOLERANCE_DB:g} dB",
        is_label=is_label,
    )


def _kind(label: str) -> str:
    low = label.casefold().replace("_", " ")
    if quantities(label, unit="dB"):
        return ""
    return CLEAN if _CLEAN_WORDS.search(low) else NOISY if _NOISY_WORDS.search(low) else ""


def _absurd(declared_db: float, kind: str) -> bool:
    return declared_db >= _SURELY_CLEAN_DB if kind == NOISY else declared_db < _SURELY_NOISY_DB / 2


def _by_stems(snr_db: float, kind: str, entry: Entry) -> tuple[bool | None, str]:
    if kind == NOISY:
        return (True if snr_db <= _NOISY_UP_TO_DB else False if snr_db >= _SURELY_CLEAN_DB else None), ""
    if kind == CLEAN:
        return (True if snr_db >= _CLEAN_FROM_DB else False if snr_db < _SURELY_NOISY_DB else None), ""
    answer = _nearest(snr_db, entry)
    return answer == entry.label if entry.options else _off(snr_db, entry) <= TOLERANCE_DB, answer


def _by_clip(blind_db: float, kind: str, entry: Entry) -> bool | None:
    steady = _STEADY_NOISE.search(" ".join([entry.question, *map(str, entry.metadata.values())]).casefold())
    if kind == NOISY:
        surely_clean_db = _STEADY_SURELY_CLEAN_DB if steady else _BLIND_SURELY_CLEAN_DB
        return True if blind_db < _BLIND_CLEAN_DB else False if blind_db >= surely_clean_db else None
    if kind == CLEAN:
        return True if blind_db >= _BLIND_CLEAN_DB else False if blind_db <= _BLIND_NOISY_DB else None
    number = quantity(entry.label, unit="dB")
    if number is None:
        return None
    if blind_db > number.value + (_BLIND_FAR_DB if steady else _BLIND_FAR_ABOVE_DB):
        return False
    if blind_db < min(number.value, _BLIND_CEILING_DB) - _BLIND_FAR_DB:
        return False
    near = _off(blind_db, entry) <= _BLIND_NEAR_DB
    return True if near or _nearest(blind_db, entry) == entry.label else None


def _off(snr_db: float, entry: Entry) -> float:
    number = quantity(entry.label, unit="dB")
    return float("inf") if number is None else abs(snr_db - number.value)


def _nearest(snr_db: float, entry: Entry) -> str:
    """Name the option whose number is the nearest; empty if none has a number."""
    numbers = {option: each.value for option in entry.options if (each := quantity(option, unit="dB"))}
    return min(numbers, key=lambda option: abs(numbers[option] - snr_db), default="")
