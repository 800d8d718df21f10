"""Selection: the label must be what the corpus says, wherever the source says it, and the clip must be heard.

Nothing in a clip proves an emotion or an age. What can be held against each other is the label, what the parameters
say that the corpus says, the name and the speaker of the source, and the sound that was measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from verification.by_label import medians, values_by_label
from verification.clip import Clip, Row
from verification.consistency import Consistency
from verification.findings import Ledger, Severity
from verification.properties import Measured, PropertyRules
from verification.sounding import check_heard, check_sounding, window_levels
from verification.tracker import LEAST_VOICED_S, NAME, beginning, check_median_f0, voiced_f0_hz

PAUSE_TOLERANCE_DB = 0.5
# A tracker that finds pitch in noise finds that of the noise: F0 is held against another's where pauses are deep.
DEEP_PAUSES_DB = 25.0
SEX_BORDER_HZ = 165.0

_DECADES = {"teens": 13, "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70}
# RAVDESS calls a recording modality-channel-emotion-intensity-statement-repetition-actor.
_RAVDESS = re.compile(r"03-(0[12])-(0[1-8])-(0[12])-(0[12])-(0[12])-(\d\d)")
_EUROPARL = re.compile(r"([a-z]{2})\.\d{8}\..+")
_CHANNELS = ("speech", "song")
_EMOTIONS = ("neutral", "calm", "happy", "sad", "angry", "fearful", "disgust", "surprised")
_INTENSITIES = ("normal", "strong")
_SEVERITIES: tuple[Severity, ...] = ("error", "warning")
_COUGH_SEXES = {"m": "male", "f": "female"}


def _ravdess_name(item: str) -> dict[str, str]:
    match = _RAVDESS.fullmatch(item)
    if match is None:
        return {}
    channel, emotion, intensity, statement, repetition, actor = (int(group) for group in match.groups())
    return {
        "channel": _CHANNELS[channel - 1],
        "emotion": _EMOTIONS[emotion - 1],
        "intensity": _INTENSITIES[intensity - 1],
        "statement": str(statement),
        "repetition": str(repetition),
        "sex": "male" if actor % 2 else "female",
        "speaker": f"{actor:02}",
    }


def _noisy_speech_name(item: str) -> dict[str, str]:
    condition, slash, _ = item.partition("/")
    return {"condition": condition} if slash else {}


def _cough_name(item: str) -> dict[str, str]:
    """Read a name such as `pos-0421-084-cough-m-50-0`: the test's result, the day, the patient, sex and age."""
    parts = item.rpartition("/")[2].split("-")
    if len(parts) < 6 or parts[0] not in ("pos", "neg") or parts[4] not in _COUGH_SEXES:
        return {}
    return {"result": parts[0], "speaker": parts[2], "sex": _COUGH_SEXES[parts[4]]}


def _speech_name(item: str) -> dict[str, str]:
    """Read a name such as `de.20081119.2-014`: the language, the date, the item of the day's agenda."""
    match = _EUROPARL.fullmatch(item)
    return {} if match is None else {"language": match[1]}


# What the names of a corpus say, by column; empty if a name is not of the corpus's form.
_NAMES: Mapping[str, Callable[[str], dict[str, str]]] = {
    "ravdess": _ravdess_name,
    "voicebank_demand": _noisy_speech_name,
    "demo_scenes": _noisy_speech_name,
    "virufy": _cough_name,
    "europarl_st": _speech_name,
}


class Rules(PropertyRules):
    """One label for what the corpus says, the same in the source's name, and sound as it was measured."""

    def __init__(self) -> None:
        self._labels = Consistency("selection.consistent", what="the corpus's")
        # Where sex is the label, one that changes makes a label false; elsewhere it is a doubt about the corpus.
        self._sexes = {
            severity: Consistency("selection.one_sex", what="the speaker", said="sex", severity=severity)
            for severity in _SEVERITIES
        }

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        column, value = _said(row)
        _check_label(row, column, value, ledger)
        for source in row.source:
            _check_source(row, source, column, value, ledger)
        sounding_s = check_sounding(clip, ledger, family="selection")
        check_heard(clip, sounding_s, ledger, family="selection")
        measured = {"sounding_s": sounding_s, "pause_db": _check_pauses(clip, ledger)}
        if measured["pause_db"] >= DEEP_PAUSES_DB and row.measurement("voiced_s") >= LEAST_VOICED_S:
            f0_hz = check_median_f0(clip, voiced_f0_hz(beginning(clip)), ledger, family="selection")
            measured |= {} if f0_hz is None else {"f0_hz": f0_hz}
        return {f"{name} {row.label}": value for name, value in measured.items()}

    def add_row(self, row: Row) -> None:
        """Take what the corpus's word is called, and the sex of the speaker."""
        column, value = _said(row)
        self._labels.add(row.name, f"{column} {value}", row.label)
        sexes = self._sexes["error" if column == "sex" else "warning"]
        for source in row.source:
            if source.get("speaker") and source.get("sex"):
                sexes.add(row.name, f"{source.get('corpus')}/{source['speaker']}", str(source["sex"]))

    def finish(self, ledger: Ledger) -> None:
        """Ask for one label for one word of the corpus, and for one sex of a speaker."""
        self._labels.finish(ledger)
        for sexes in self._sexes.values():
            sexes.finish(ledger)

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell by label how long clips sound, how deep their pauses are and how high their voices, in medians."""
        values = values_by_label(measured)
        lines = [
            f"{what}, median in {unit}: {medians(values[name], '{:.1f}'.format)}"
            for name, what, unit in (
                ("sounding_s", "sounding time", "s"),
                ("pause_db", "pauses below the loud parts", "dB"),
                ("f0_hz", f"F0 by {NAME}", "Hz"),
            )
            if values[name]
        ]
        return [*lines, *_expected_sides(values["f0_hz"])]


def _said(row: Row) -> tuple[str, str]:
    """Give the column, and what the corpus says there."""
    return str(row.parameters.get("column") or ""), str(row.parameters.get("value") or "")


def _check_label(row: Row, column: str, value: str, ledger: Ledger) -> None:
    """Hold the label to the corpus's word, by what both mean."""
    meant = options_meant(column, value, row.options)
    ledger.expect(
        bool(value) and (not meant or row.label in meant),
        "selection.label",
        row.name,
        found=f"label {row.label!r}",
        wanted=f"{' or '.join(meant) or 'what a corpus says'}, for the {column or 'column'} {value!r}",
    )


def options_meant(column: str, value: str, options: Sequence[str]) -> list[str]:
    """Give the options that a corpus's word stands in, or whose decades an age lies in; none if it says nothing so."""
    if column == "age":
        return [option for option in options if _spans(option, value)]
    return [option for option in options if re.search(rf"\b{re.escape(value.casefold())}\b", option.casefold())]


def _spans(option: str, age: str) -> bool:
    decades = [start for word, start in _DECADES.items() if re.search(rf"\b{word}\b", option.casefold())]
    try:
        years = float(age)
    except ValueError:
        return False
    return bool(decades) and min(decades) <= years < max(decades) // 10 * 10 + 10


def _check_source(row: Row, source: Mapping[str, object], column: str, value: str, ledger: Ledger) -> None:
    """Hold what the corpus is said to say against the name of the recording, and against its speaker."""
    corpus, item = str(source.get("corpus") or ""), str(source.get("item") or "")
    if column == "sex":
        ledger.expect(
            source.get("sex") == value,
            "selection.sex",
            row.name,
            found=f"the sex {value!r} in the parameters",
            wanted=f"{source.get('sex')!r}, the source's",
        )
    if corpus not in _NAMES:
        return
    said = _NAMES[corpus](item)
    if not ledger.expect(
        bool(said), "selection.name", row.name, found=f"a source {item!r}", wanted=f"a name as {corpus} gives them"
    ):
        return
    own = {column: value, "sex": source.get("sex"), "speaker": source.get("speaker")}
    for name, found in own.items():
        if name in said:
            ledger.expect(
                found == said[name],
                "selection.source",
                row.name,
                found=f"the {name} {found!r}",
                wanted=f"{said[name]!r}, as the name {item} says",
            )


def _check_pauses(clip: Clip, ledger: Ledger) -> float:
    row = clip.row
    measured_db, recorded_db = pause_db(clip), row.measurement("pause_db")
    ledger.expect(
        abs(recorded_db - measured_db) <= PAUSE_TOLERANCE_DB,
        "selection.pauses",
        row.name,
        found=f"pauses {recorded_db:.1f} dB below the loud parts recorded",
        wanted=f"{measured_db:.1f} dB, as measured, within {PAUSE_TOLERANCE_DB:g} dB",
    )
    return measured_db


def pause_db(clip: Clip) -> float:
    """Say how far the quietest tenth of the windows lies below the loudest tenth, in dB."""
    levels = window_levels(clip.mono, sampling_rate=clip.sampling_rate)
    quiet, loud = np.percentile(levels, (10, 90)) if levels.size else (0.0, 0.0)
    return float(loud - quiet)


def _expected_sides(f0_hz: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Say for how many speakers F0 lies where one expects it of their sex."""
    if set(f0_hz) != {"male", "female"}:
        return
    low = sum(value < SEX_BORDER_HZ for value in f0_hz["male"])
    high = sum(value >= SEX_BORDER_HZ for value in f0_hz["female"])
    yield (
        f"F0 is below {SEX_BORDER_HZ:g} Hz in {low} of {len(f0_hz['male'])} clips of men, and at or above it in {high} "
        f"of {len(f0_hz['female'])} of women"
    )
