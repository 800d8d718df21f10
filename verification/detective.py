"""Detective: the sentence must say what the parameters state of the speaker, and a voice must be heard.

Nothing in a clip proves where somebody was born. What can be held against each other is the sentence, each part of it
against the parameters, the age against its band, the source's sex, the name of the source, and F0 by another tracker.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Row
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.tracker import NAME, voiced_f0_hz

LEAST_VOICED_FRAMES = 10
# An F0 that another tracker finds an octave off is a doubt about the tracker; what is beyond is another voice.
MOST_F0_RATIO = 1.4
_FRAME_S = 0.016
_LEAST_VOICED_S = 0.3
_TRACKED_S = 10.0
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
        self._languages: dict[str, str] = {}

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        _check_sentence(row, ledger)
        _check_age(row, ledger)
        self._check_source(row, ledger)
        return _check_voice(clip, ledger)

    def _check_source(self, row: Row, ledger: Ledger) -> None:
        """Hold sex and language to the source: its sex, and its name, which is the language's and a number."""
        sex, language = _stated(row, "sex"), _stated(row, "native_language")
        for source in row.source:
            ledger.expect(
                (source.get("sex") or "") == sex,
                "detective.sex",
                row.name,
                found=f"the sex {sex!r} in the parameters",
                wanted=f"{source.get('sex')!r}, the source's",
            )
            name = str(source.get("item") or "").rstrip("0123456789")
            first = self._languages.setdefault(f"{source.get('corpus')}/{name}", language)
            ledger.expect(
                language == first,
                "detective.language",
                row.name,
                found=f"the native language {language!r} for the source {source.get('item')!r}",
                wanted=f"{first!r}, as for others of this name",
                severity="warning",
            )

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how high the voices are of men and women."""
        pitches: dict[str, list[float]] = defaultdict(list)
        for each in measured:
            for key, value in each.items():
                pitches[key.partition(" ")[2]].append(value)
        told = [f"{np.median(few):.0f} Hz {sex} ({len(few):,} clips)" for sex, few in sorted(pitches.items())]
        return [f"F0 by {NAME}, median: {', '.join(told)}"] if told else []


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
    row = clip.row
    frames = round(_TRACKED_S * clip.sampling_rate)
    f0_hz = voiced_f0_hz(Clip(row=row, samples=clip.samples[:frames], sampling_rate=clip.sampling_rate))
    if len(f0_hz) < LEAST_VOICED_FRAMES and len(clip.samples) > frames:
        f0_hz = voiced_f0_hz(clip)
    if not ledger.expect(
        len(f0_hz) >= LEAST_VOICED_FRAMES,
        "detective.voice",
        row.name,
        found=f"{len(f0_hz)} voiced frames by {NAME}",
        wanted=f"{LEAST_VOICED_FRAMES} at least: a voice",
    ):
        return {}
    median_hz = float(np.median(f0_hz))
    if row.measurement("voiced_s") >= _LEAST_VOICED_S and len(f0_hz) * _FRAME_S >= _LEAST_VOICED_S:
        recorded_hz = row.measurement("median_f0_hz")
        ledger.expect(
            1 / MOST_F0_RATIO <= median_hz / recorded_hz <= MOST_F0_RATIO,
            "detective.f0",
            row.name,
            found=f"a median F0 of {median_hz:.0f} Hz by {NAME}",
            wanted=f"about {recorded_hz:.0f} Hz, as recorded",
            severity="warning",
        )
    return {f"f0_hz {_stated(row, 'sex') or 'unknown'}": median_hz}


def _stated(row: Row, name: str) -> str:
    return str(row.parameters.get(name) or "")
