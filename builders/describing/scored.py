"""A sentence as experts scored it, and what a rubric says of that."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builders.describing.rubric import Band, meaning
from builders.engine.supply import SourceClip
from manifests.errors import CorpusError

WRONG_STRESS = 5.0
# From 7 on most sounds of a word are right.
_LEAST_RIGHT = 7.0
# A phone that counts as wrong or missed: the rubric's 0, of a mean over five experts.
_RIGHT_PHONE = 0.5
_ASPECTS = ("accuracy", "fluency", "prosody")
# Columns of the corpus.
SCORES = ("accuracy", "completeness", "fluency", "prosodic", "words")


@dataclass(frozen=True, slots=True)
class ScoredParameters:
    """The text that was to be read, and the experts' scores.

    `chosen_for` is the step that took the sentence. Scores are of 10; `words` is a JSON list of each word with its
    accuracy and its stress; `wrong_phones` of `phones` have a mean score below 0.5 of 2.
    """

    chosen_for: str
    text: str
    accuracy: float
    completeness: float
    fluency: float
    prosody: float
    words: str
    phones: int
    wrong_phones: int


def scored(clip: SourceClip) -> ScoredParameters:
    """Read the scores of a recording of speechocean762; it is chosen for nothing yet.

    Raises
    ------
    CorpusError
        If a word lacks a score, or a score is no number.
    """
    try:
        return _read(clip.row)
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusError(
            where=f"{clip.ref.corpus}: scores of {clip.ref.item}",
            found=f"{type(error).__name__}: {error}",
            wanted="scores of the sentence, and words with text, accuracy, stress and phones-accuracy",
            remedy="unpack the corpus again",
        ) from error


def _read(row: Mapping[str, Any]) -> ScoredParameters:
    words = json.loads(row["words"])
    listed = [[str(word["text"]), float(word["accuracy"]), float(word["stress"])] for word in words]
    if not listed:
        raise ValueError("no word")
    phones = [float(score) for word in words for score in word["phones-accuracy"]]
    return ScoredParameters(
        chosen_for="",
        text=" ".join(row["text"].split()),
        accuracy=float(row["accuracy"]),
        completeness=float(row["completeness"]),
        fluency=float(row["fluency"]),
        prosody=float(row["prosodic"]),
        words=json.dumps(listed, ensure_ascii=False),
        phones=len(phones),
        wrong_phones=sum(score < _RIGHT_PHONE for score in phones),
    )


def words_of(parameters: ScoredParameters) -> list[tuple[str, float, float]]:
    """Give each word with its accuracy and its stress; of a word that stands twice, which one it is."""
    words: list[tuple[str, float, float]] = [tuple(word) for word in json.loads(parameters.words)]
    texts = [text for text, _, _ in words]
    return [
        (f"{text} ({texts[:place].count(text) + 1})" if texts.count(text) > 1 else text, accuracy, stress)
        for place, (text, accuracy, stress) in enumerate(words)
    ]


def assessment(parameters: ScoredParameters, rubric: Sequence[Band]) -> str:
    """Say of a sentence what a judge asks for: pronunciation, fluency, prosody, wrong words, wrong stress."""
    return " ".join((*_of_sentence(parameters, rubric), *_of_words(parameters, rubric)))


def _of_sentence(parameters: ScoredParameters, rubric: Sequence[Band]) -> Iterator[str]:
    for aspect in _ASPECTS:
        yield meaning(rubric, f"sentence {aspect}", getattr(parameters, aspect))


def _of_words(parameters: ScoredParameters, rubric: Sequence[Band]) -> Iterator[str]:
    words = words_of(parameters)
    wrong = [
        f'"{text}" ({meaning(rubric, "word accuracy", accuracy)})'
        for text, accuracy, _ in words
        if accuracy < _LEAST_RIGHT
    ]
    unstressed = [f'"{text}"' for text, _, stress in words if stress == WRONG_STRESS]
    yield f"Mispronounced words: {', '.join(wrong)}." if wrong else "No word is mispronounced."
    yield f"Words with wrong stress: {', '.join(unstressed)}." if unstressed else "No word has wrong stress."
