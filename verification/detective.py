"""Detective: the sentence must say what the parameters state of the speaker, and a voice must be heard.

Nothing in a clip proves where somebody was born. What can be held against each other is the sentence, each part of it
against the parameters, the age against its band, the source's sex, the name of the source, and F0 by another tracker.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from verification.by_label import values_by_label
from verification.clip import Clip, Row
from verification.consistency import Consistency
from verification.findings import Ledger
from verification.lines import counted
from verification.properties import Measured, PropertyRules
from verification.tracker import LEAST_VOICED_FRAMES, NAME, beginning, check_median_f0, check_voice, voiced_f0_hz

_DECADES = ("", "teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_SENTENCE = re.compile(
    r"This is a (?:(?P<sex>male|female) speaker|speaker of unknown sex) "
    r"(?:in (?P<whose>his|her|their) (?P<band>\w+)|(?P<child>under 13) years old|of (?P<ageless>unknown) age), "
    r"(?:born in (?P<birthplace>.+)|whose place of birth is unknown), "
    r"(?:whose native language is (?P<native_language>.+)|of unknown native language)\."
)
_WHOSE = {"male": "his", "female": "her", "": "their"}


class Rules(PropertyRules):
    """Every part of the sentence, the speaker of the source, and the voice."""

    def __init__(self) -> None:
        self._languages = Consistency(
            "detective.language", what="sources named", said="native language", severity="warning"
        )

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        _check_sentence(row, ledger)
        _check_age(row, ledger)
        _check_sex(row, ledger)
        return _check_voice(clip, ledger)

    def add_row(self, row: Row) -> None:
        """Take the native language, and the names of the sources, which are the language's and a number."""
        for source in row.source:
            name = str(source.get("item") or "").rstrip("0123456789")
            self._languages.add(row.name, f"{source.get('corpus')}/{name}", _stated(row, "native_language"))

    def finish(self, ledger: Ledger) -> None:
        """Ask for one language for one name."""
        self._languages.finish(ledger)

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how high the voices are of men and women."""
        pitches = values_by_label(measured)["f0_hz"]
        told = [f"{np.median(few):.0f} Hz {sex} ({counted(len(few), 'clip')})" for sex, few in pitches.items()]
        return [f"F0 by {NAME}, median: {', '.join(told)}"] if told else []


def _check_sex(row: Row, ledger: Ledger) -> None:
    for source in row.source:
        ledger.expect(
            (source.get("sex") or "") == _stated(row, "sex"),
            "detective.sex",
            row.name,
            found=f"the sex {_stated(row, 'sex')!r} in the parameters",
            wanted=f"{source.get('sex')!r}, the source's",
        )


def _check_sentence(row: Row, ledger: Ledger) -> None:
    """Take the sentence apart, and hold each part to the parameters."""
    match = _SENTENCE.fullmatch(row.label)
    ledger.expect(
        match is not None,
        "detective.sentence",
        row.name,
        found=f"label {row.label!r}",
        wanted="a sentence of sex, age, place of birth and native language",
    )
    if match is None:
        return
    said = {name: match[name] or "" for name in ("sex", "birthplace", "native_language")}
    said["age_band"] = match["band"] or match["child"] or match["ageless"]
    for name, found in said.items():
        ledger.expect(
            found.casefold() == _stated(row, name).casefold(),
            "detective.label",
            row.name,
            found=f"{name} {found!r} in the sentence",
            wanted=f"{_stated(row, name)!r}, as stated",
        )
    ledger.expect(
        match["whose"] in {None, _WHOSE[said["sex"]]},
        "detective.pronoun",
        row.name,
        found=f"{match['whose']!r} of {said['sex'] or 'a speaker of unknown sex'}",
        wanted=_WHOSE[said["sex"]],
    )


def _check_age(row: Row, ledger: Ledger) -> None:
    age = row.parameters.get("age_years")
    if age is None or not 0 < row.parameter("age_years") < 100:
        wanted = "unknown"
    else:
        wanted = "under 13" if age < 13 else _DECADES[int(age // 10)]
    ledger.expect(
        _stated(row, "age_band") == wanted,
        "detective.age",
        row.name,
        found=f"the age band {row.parameters.get('age_band')!r}",
        wanted=f"{wanted!r}, for {'no age' if age is None else f'{age:g} years'}",
    )


def _check_voice(clip: Clip, ledger: Ledger) -> Measured:
    """Track F0 with another tracker, over the first seconds; where hardly anything is voiced there, over all."""
    row, start = clip.row, beginning(clip)
    f0_hz = voiced_f0_hz(start)
    if len(f0_hz) < LEAST_VOICED_FRAMES and len(clip.samples) > len(start.samples):
        f0_hz = voiced_f0_hz(clip)
    if not check_voice(clip, f0_hz, ledger, family="detective"):
        return {}
    check_median_f0(clip, f0_hz, ledger, family="detective")
    return {f"f0_hz {_stated(row, 'sex') or 'unknown'}": float(np.median(f0_hz))}


def _stated(row: Row, name: str) -> str:
    return str(row.parameters.get(name) or "")
