"""Coach: the answer must say of every score what the rubric says, and of every word, and nothing else.

No arithmetic can hear a wrong stress. What can be held against each other is the answer, the scores of the parameters,
the step for which the sentence was chosen, and the time in which its words are read.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from verification.clip import Clip, Row, RowValueError
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.sounding import check_sounding, longest_pauses_s
from verification.transcript import LEAST_WORDS_PER_S, MOST_WORDS_PER_S, count_words

RATE_TOLERANCE = 0.05
PAUSE_TOLERANCE_S = 0.005
_ASPECTS = ("accuracy", "fluency", "prosody")
_FLUENT = 8.0
_LEAST_RIGHT = 7.0
_WRONG_STRESS = 5.0
_FAULTS = {"stress": 5.0, "fluency": 5.0, "prosody": 5.0, "accuracy": 5.0}
_NAMED = re.compile(r'"([^"]+)"(?: \(([^")]+)\))?')
_WRONG, _UNSTRESSED = "Mispronounced words: ", "Words with wrong stress: "
_ALL_RIGHT, _ALL_STRESSED = "No word is mispronounced.", "No word has wrong stress."

Band = tuple[float, str]


class Rules(PropertyRules):
    """The rubric's words for the scores of the sentence and of each word, and how fast these are read."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        words = _words(row)
        rest = _check_sentence(row, ledger)
        _check_words(row, words, rest, ledger)
        _check_step(row, words, ledger)
        read = " ".join(text for text, _, _ in words)
        ledger.expect(
            read.casefold().split() == str(row.parameters.get("text") or "").casefold().split(),
            "coach.text",
            row.name,
            found=f"scores of the words {read!r}",
            wanted=f"{row.parameters.get('text')!r}, the text that was read",
        )
        rate = _check_rate(clip, ledger)
        _check_pause(clip, ledger)
        return {"rate": rate, "fluency": row.parameter("fluency"), "pause_s": row.measurement("longest_pause_s")}

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how those read whom the experts found fluent, and the others."""
        fluent = [each for each in measured if each["fluency"] >= _FLUENT]
        others = [each for each in measured if each["fluency"] < _FLUENT]
        lines = [f"fluent ({_FLUENT:g} of 10 or more): {len(fluent):,}; not fluent: {len(others):,}"]
        for name, few in (("fluent", fluent), ("not fluent", others)):
            if few:
                rates, pauses = (np.median([each[value] for each in few]) for value in ("rate", "pause_s"))
                lines.append(f"{name}, medians: {rates:.1f} words per second of sound, longest pause {pauses:.2f} s")
        return lines


@cache
def rubric_bands() -> Mapping[str, tuple[Band, ...]]:
    """Read the rubric that the recipe ships: for each aspect, lowest scores and meanings, the highest first."""
    text = files("recipes").joinpath("data/speechocean762_rubric.tsv").read_text(encoding="utf-8")
    bands: dict[str, list[Band]] = {}
    for line in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        bands.setdefault(line["aspect"], []).append((float(line["low"]), line["meaning"]))
    return {aspect: tuple(sorted(few, reverse=True)) for aspect, few in bands.items()}


def meant(aspect: str, score: float) -> str:
    """Give the rubric's words for a score; empty if it has none."""
    return next((meaning for low, meaning in rubric_bands()[aspect] if score >= low), "")


def _words(row: Row) -> list[tuple[str, float, float]]:
    """Read the scored words.

    Raises
    ------
    RowValueError
        If they are no list of texts with two scores each.
    """
    text = row.parameters.get("words")
    try:
        return [(str(word), float(accuracy), float(stress)) for word, accuracy, stress in json.loads(str(text))]
    except (TypeError, ValueError) as error:
        raise RowValueError(f"parameters.words is {text!r}") from error


def _check_sentence(row: Row, ledger: Ledger) -> str:
    """Hold the beginning of the answer to the scores of the sentence; give what comes after it."""
    wanted = " ".join(meant(f"sentence {aspect}", row.parameter(aspect)) for aspect in _ASPECTS)
    scores = ", ".join(f"{aspect} {row.parameter(aspect):g}" for aspect in _ASPECTS)
    begins = ledger.expect(
        row.label.startswith(f"{wanted} "),
        "coach.sentence",
        row.name,
        found=f"an answer that begins {row.label[: len(wanted)]!r}",
        wanted=f"{wanted!r}, for {scores}",
    )
    place = row.label.find(_WRONG) if _WRONG in row.label else row.label.find(_ALL_RIGHT)
    return row.label[len(wanted) + 1 :] if begins else row.label[max(place, 0) :]


def _check_words(row: Row, words: Sequence[tuple[str, float, float]], rest: str, ledger: Ledger) -> None:
    """Hold the words that the answer names to those that are scored low."""
    numbered = _numbered(words)
    wrong = [(text, meant("word accuracy", score)) for text, score, _ in numbered if score < _LEAST_RIGHT]
    unstressed = [(text, "") for text, _, stress in numbered if stress <= _WRONG_STRESS]
    first, found, second = rest.partition(_UNSTRESSED if _UNSTRESSED in rest else _ALL_STRESSED)
    for rule, said, none, told, wanted in (
        ("coach.words", _WRONG, _ALL_RIGHT, first.strip(), wrong),
        ("coach.stress", _UNSTRESSED, _ALL_STRESSED, f"{found}{second}".strip(), unstressed),
    ):
        named = [(match[1], match[2] or "") for match in _NAMED.finditer(told)]
        ledger.expect(
            told.startswith(said) and named == wanted if wanted else told == none,
            rule,
            row.name,
            found=repr(told),
            wanted=f"{said}{', '.join(text for text, _ in wanted)}, by the scores" if wanted else repr(none),
        )


def _numbered(words: Sequence[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Tell words apart that stand several times: THE (1), THE (2)."""
    total, seen = Counter(text for text, _, _ in words), Counter[str]()
    numbered = []
    for text, accuracy, stress in words:
        seen[text] += 1
        numbered.append((f"{text} ({seen[text]})" if total[text] > 1 else text, accuracy, stress))
    return numbered


def _check_step(row: Row, words: Sequence[tuple[str, float, float]], ledger: Ledger) -> None:
    """Hold the sentence to the fault, or the accuracy, for which it was chosen."""
    step = str(row.parameters.get("chosen_for") or "")
    scores = {name: row.parameter(name) for name in (*_ASPECTS, "completeness")}
    scores["stress"] = min((stress for _, _, stress in words), default=np.inf)
    name, _, level = step.partition(" ")
    if level.isdecimal():
        holds = name == "accuracy" and int(scores["accuracy"]) == int(level)
    elif step == "completeness":
        holds = scores[step] < 10.0
    else:
        holds = step in _FAULTS and scores[step] <= _FAULTS[step]
    ledger.expect(
        holds,
        "coach.step",
        row.name,
        found=f"a sentence chosen for {step!r}, with {', '.join(f'{key} {value:g}' for key, value in scores.items())}",
        wanted="the fault or the accuracy for which it was chosen",
    )


def _check_rate(clip: Clip, ledger: Ledger) -> float:
    """Count the words of the text for each second that sounds."""
    row = clip.row
    seconds = check_sounding(clip, ledger, family="coach")
    words = count_words(str(row.parameters.get("text") or ""))
    rate = words / seconds if seconds else np.inf
    recorded = row.measurement("words_per_s")
    ledger.expect(
        abs(recorded - rate) <= RATE_TOLERANCE * rate and LEAST_WORDS_PER_S <= rate <= MOST_WORDS_PER_S,
        "coach.rate",
        row.name,
        found=f"{recorded:.2f} words per second recorded, and {words} words in {seconds:.2f} s of sound",
        wanted=f"the same, from {LEAST_WORDS_PER_S:g} to {MOST_WORDS_PER_S:g} per second",
    )
    return float(rate)


def _check_pause(clip: Clip, ledger: Ledger) -> None:
    pauses_s = longest_pauses_s(clip.mono, sampling_rate=clip.sampling_rate)
    recorded_s = clip.row.measurement("longest_pause_s")
    ledger.expect(
        min(abs(recorded_s - pause_s) for pause_s in pauses_s) <= PAUSE_TOLERANCE_S,
        "coach.pause",
        clip.row.name,
        found=f"a longest pause of {recorded_s:.2f} s recorded",
        wanted=f"{' or '.join(f'{pause_s:.2f} s' for pause_s in pauses_s)}, as measured",
    )
