"""Guess which column is what, from names and from what the columns hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from verification.opening.audio_columns import audio_columns, column_is_audio
from verification.opening.collection import Roles
from verification.opening.errors import CollectionError
from verification.opening.options import option_columns, options_of
from verification.opening.paths import Finder
from verification.opening.rawset import RawRow, RawSet
from verification.opening.values import cell, column_names, text_of

# Names as authors write them, the most telling first. Capitals and separators do not count.
NAMES: Mapping[str, tuple[str, ...]] = {
    "question": (
        *("question", "instruction", "questions", "question_text", "prompt", "query", "instructions"),
        *("task_prompt", "text_prompt", "problem", "q"),
    ),
    "label": (
        *("answer", "label", "correct_answer", "gold_answer", "answer_gt", "gold", "gt_answer", "ground_truth"),
        *("groundtruth", "gt", "reference_answer", "expected_answer", "correct_option", "correct_choice"),
        *("correct", "answer_key", "answer_index", "answer_idx", "correct_index", "label_text", "label_name"),
        *("class_name", "class", "class_label", "category", "target", "solution", "labels", "y"),
    ),
    "id": (
        *("id", "uid", "uuid", "unique_id", "question_id", "utterance_id", "utt_id", "sample_id", "item_id"),
        *("example_id", "row_id", "qid", "utt", "key", "index", "idx", "name"),
    ),
    "options": ("options", "choices", "candidates", "answer_choices", "answer_options", "option_list", "option"),
    "group": ("group", "group_id", "pair", "pair_id", "minimal_pair", "pairs", "groups", "cluster"),
    "speaker": (
        *("speaker", "speaker_id", "spk", "spk_id", "speakerid", "speaker_name", "actor", "actor_id", "talker"),
        *("client_id", "reader", "voice", "utt2spk"),
    ),
    "source": (
        *("source", "corpus", "dataset", "source_dataset", "source_corpus", "dataset_name", "data_source"),
        *("audio_source", "source_id", "origin"),
    ),
    "split": ("split", "subset", "partition"),
}
STEMS: Mapping[str, tuple[str, ...]] = {
    "clean": ("clean", "clean_path", "clean_audio", "clean_file", "clean_wav", "clean_file_name", "dry", "dry_path"),
    "noise": ("noise", "noise_path", "noise_audio", "noise_file", "noise_wav", "noise_file_name"),
}
# Names that also stand for other things: taken as ids only if no two rows of the sample share one.
_DOUBTFUL_IDS = frozenset({"key", "index", "idx", "name"})
_ANSWERS = "answers"
_QUESTION_MARKS = 0.5  # share of the rows that ask something, for a question column without a telling name


def guess_roles(raw: RawSet, sample: Sequence[RawRow], finder: Finder, *, given: Roles) -> tuple[Roles, frozenset[str]]:
    """Say which column is what.

    Parameters
    ----------
    raw : RawSet
        The set.
    sample : sequence of RawRow
        Some of its rows.
    finder : Finder
        Looks for files.
    given : Roles
        What the user said, which counts before all.

    Returns
    -------
    tuple of Roles and frozenset of str
        The roles, and which of them were guessed.

    Raises
    ------
    CollectionError
        If a given column is not there.
    """
    columns = list(dict.fromkeys([*raw.columns, *(name for row in sample for name in column_names(row.values))]))
    _require_columns(raw, given, columns)
    sure = replace(raw.known, **{role: getattr(given, role) for role in given.given()})
    guess = _Guess(columns, sample, sure)
    for role in STEMS:
        guess.first(role, lambda column: column_is_audio(raw, sample, column, finder))
    if not sure.audio:
        reserved = {column for role in ("label", "question") for column in guess.candidates(role)}
        free = [column for column in columns if column not in guess.taken | reserved]
        guess.take("audio", *audio_columns(raw, sample, finder, columns=free))
    if not sure.options:
        guess.take("options", *_options(guess))
    for role in NAMES:
        guess.first(role, partial(_fits, role, sample))
    if not sure.question and "question" not in guess.found:
        asked = [column for column in columns if column not in guess.taken and _asks(column, sample)]
        guess.take("question", *asked[:1])
    listed = ("audio", "options")
    found = {role: names if role in listed else names[0] for role, names in guess.found.items()}
    return replace(sure, **found), frozenset(found)


class _Guess:
    """Columns that were taken for a role so far."""

    def __init__(self, columns: Sequence[str], sample: Sequence[RawRow], sure: Roles) -> None:
        self.columns = columns
        self.sample = sample
        self.found: dict[str, Any] = {}
        self.taken = {column for names in sure.given().values() for column in names}
        self._sure = sure.given()
        self._by_name = {_normal(column): column for column in reversed(columns)}

    def candidates(self, role: str) -> list[str]:
        """Name the free columns that are called as the role is, the most telling first."""
        if role in self._sure:
            return []
        # Clips may be named by nothing but the id.
        taken = self.taken - set(self.found.get("audio", ())) if role == "id" else self.taken
        names = (self._by_name.get(name, "") for name in {**NAMES, **STEMS}[role])
        return [column for column in names if column and column not in taken]

    def first(self, role: str, fits: Callable[[str], bool]) -> None:
        """Take the first column that fits, if there is one and the role is still free."""
        if role != "options":
            self.take(role, *[column for column in self.candidates(role) if fits(column)][:1])

    def take(self, role: str, *columns: str) -> None:
        """Take columns for a role; none changes nothing."""
        if columns:
            self.found[role] = columns
            self.taken.update(columns)


def _normal(name: str) -> str:
    """Write `questionText`, `Question text` and `question-text` alike."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")


def _options(guess: _Guess) -> tuple[str, ...]:
    for column in guess.candidates("options"):
        if any(len(options_of(cell(row.values, column)).texts) > 1 for row in guess.sample):
            return (column,)
    if _are_choices(guess):
        return (_ANSWERS,)
    return option_columns([column for column in guess.columns if column not in guess.taken])


def _are_choices(guess: _Guess) -> bool:
    """Say whether `answers` are what to choose from: the label is always one, and not always the first.

    Where it always comes first, the others may be other wordings of it.
    """
    label = next(iter(guess.candidates("label")), "")
    if _ANSWERS not in guess.columns or not label:
        return False
    rows = [(options_of(cell(row.values, _ANSWERS)).texts, text_of(cell(row.values, label))) for row in guess.sample]
    return all(text in texts for texts, text in rows) and any(text != texts[0] for texts, text in rows)


def _fits(role: str, sample: Sequence[RawRow], column: str) -> bool:
    """Say whether what a column holds can be what its name promises."""
    values = [value for row in sample if (value := cell(row.values, column)) is not None]
    if not values:
        return False
    if role == "source":
        return True
    texts = [text_of(value) for value in values if not isinstance(value, Mapping)]
    if not any(texts):
        return False
    return not (role == "id" and _normal(column) in _DOUBTFUL_IDS and len(set(texts)) < len(texts))


def _asks(column: str, sample: Sequence[RawRow]) -> bool:
    texts = [value for row in sample if isinstance(value := cell(row.values, column), str) and value]
    asking = sum("?" in text and " " in text.strip() for text in texts)
    return bool(texts) and asking > _QUESTION_MARKS * len(texts)


def _require_columns(raw: RawSet, given: Roles, columns: Sequence[str]) -> None:
    for role, names in given.given().items():
        for name in names:
            if name not in columns:
                raise CollectionError(
                    where=f"{raw.root}, --{role} {name}",
                    found="no such column",
                    wanted=f"one of the columns {', '.join(columns)}",
                    remedy="give the name of a column as the set spells it",
                )
