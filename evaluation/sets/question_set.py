"""A question set, opened for asking and scoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from builders.engine.recipe import Recipe
from evaluation.asked import Question
from evaluation.sets.departures import departures
from manifests.errors import SoundprobeError
from manifests.layout import built_datasets
from manifests.record import DatasetRecord
from verification.audit.hearing import without_bytes
from verification.findings import Ledger
from verification.opening.collection import Collection, Roles
from verification.opening.entry import Entry
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection
from verification.recipe_lookup import recipe_of
from verification.records import recorded_header
from verification.truth.registry import property_of


@dataclass(frozen=True)
class QuestionSet:
    """Questions, and what is known of their task.

    Parameters
    ----------
    name : str
        The set's name: a recipe's, where it is one of ours.
    collection : Collection
        Where the rows come from.
    header : DatasetRecord or None
        The record beside it, if it is one of ours.
    recipe : Recipe or None
        The recipe it was built from, if that is here and has not changed.
    """

    name: str
    collection: Collection
    header: DatasetRecord | None = None
    recipe: Recipe | None = None

    @property
    def task(self) -> str:
        """The property that the questions ask for, as `verification.truth` names it; empty if unknown."""
        asked = property_of(self.header.operation) if self.header else None
        return asked.name if asked else ""

    @property
    def title(self) -> str:
        """What people call it: the recipe's title, if that is known, else its name."""
        return self.recipe.title if self.recipe else self.name

    @property
    def departures(self) -> tuple[str, ...]:
        """What sets this build apart from the paper's set, in sentences; empty if nothing known does."""
        return departures(self.header.notes) if self.header else ()

    @property
    def has_audio(self) -> bool:
        """Whether a column holds audio; a set without one asks in writing only."""
        return bool(self.collection.roles.audio)

    @property
    def level(self) -> int | None:
        """The suite's level; None if unknown."""
        return self.header.level if self.header else None

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """All questions, without the bytes of their audio.

        Raises
        ------
        CollectionError
            If two rows have one id: replies could not be told apart.
        """
        found = tuple(self._question(without_bytes(entry)) for entry in self.collection.read())
        places: dict[str, int] = {}
        for number, question in enumerate(found):
            if places.setdefault(question.id, number) != number:
                raise CollectionError(
                    where=f"{self.collection.root}: row {number + 1}",
                    found=f"the id {question.id!r} a second time (first in row {places[question.id] + 1})",
                    wanted="an id of its own for each row, by which replies name it",
                    remedy="name another column with --id",
                )
        return found

    def with_audio(self) -> Iterator[Question]:
        """Stream the questions with their audio."""
        for entry in self.collection.read():
            yield self._question(entry)

    def _question(self, entry: Entry) -> Question:
        return Question(
            id=entry.name,
            text=entry.question,
            options=entry.options,
            label=entry.label,
            group=entry.group,
            clips=entry.audio,
            synonyms=dict(self.recipe.synonyms) if self.recipe else {},
            documented=_documented(entry),
        )


def _documented(entry: Entry) -> dict[str, Any]:
    """Give what the set says of how a row was made and measured, by the names of its parameters and measurements."""
    pairs = ((name.partition("."), value) for name, value in entry.metadata.items())
    return {name: value for (column, _, name), value in pairs if column in ("parameters", "measurements") and name}


def open_questions(path: Path, *, roles: Roles | None = None) -> QuestionSet:
    """Open a set of questions.

    Parameters
    ----------
    path : pathlib.Path
        A dataset folder of ours, any set that `soundprobe audit` opens, or one of questions and answers in writing.
    roles : Roles, optional
        Columns that the user names; the others are guessed.

    Raises
    ------
    CollectionError
        If it cannot be opened.
    """
    built = built_datasets(path)
    if len(built) == 1 and not (path / "data").is_dir():
        path = built[0].folder  # a build folder of one dataset
    elif len(built) > 1:
        names = ", ".join(each.name for each in built)
        raise CollectionError(
            where=str(path),
            found=f"{len(built)} datasets: {names}",
            wanted="one",
            remedy=f"name its folder, such as {built[0].folder}",
        )
    collection = open_collection(path, given=roles, or_texts=True)
    header = recipe = None
    if built and roles in (None, Roles()):
        header, recipe = _known(built[0].record)
    name = header.recipe if header else collection.root.resolve().name
    return QuestionSet(name=name, collection=collection, header=header, recipe=recipe)


def _known(record: Path) -> tuple[DatasetRecord | None, Recipe | None]:
    """Read what the record knows; a set whose record is broken can still be asked."""
    try:
        header = recorded_header(record)
        return header, recipe_of(header, Ledger())
    except SoundprobeError:
        return None, None
