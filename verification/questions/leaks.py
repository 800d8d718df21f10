"""What gives the answer away without the audio: ids, file names, folders, other columns, order of the rows."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import answer_of
from verification.questions.blocks import is_blocked, natural_key, without_repeats
from verification.questions.codes import name_fields, telling_field, telling_word
from verification.questions.columns import Columns
from verification.questions.told import told_by_words
from verification.questions.words import loose, name_tokens

# More different answers than this are free text, of which no name tells.
_MOST_LABELS = 5_000
# Order is judged for classes, not for answers of one row each.
_LEAST_ROWS_A_CLASS = 4
_LONGEST_LABEL = 100


class Leaks:
    """Rules `leak.name`, `leak.metadata` and `balance.block`; rows without a label are left out.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings: one for each column that tells, one for the order.
    name : str
        The set's.
    label_column : str
        Where the labels were taken from. Those of `folder name` or `file name` stand there as a matter of course:
        that is worth a warning, as a loader may show paths, and no error.
    """

    def __init__(self, ledger: Ledger, *, name: str, label_column: str = "") -> None:
        self._label_column = label_column
        self._ledger = ledger
        self._name = name
        self._vocabulary: dict[str, int] = {}
        self._spelling: list[str] = []
        self._labels = array("l")
        self._ids: list[str] = []
        self._files: list[str] = []
        self._folders: list[str] = []
        self._speakers: list[str] = []
        self._groups: list[str] = []
        self._texts: dict[str, str] = {}
        self._columns = Columns()

    def add(self, entry: Entry) -> None:
        """Take one row."""
        answer = answer_of(entry)[:_LONGEST_LABEL]
        if not answer or len(self._vocabulary) > _MOST_LABELS:
            return
        key = loose(answer)
        label = self._vocabulary.setdefault(key, len(self._vocabulary))
        if label == len(self._spelling):
            self._spelling.append(answer)
        paths = [PurePosixPath(each.name) for each in entry.audio if each.name]
        self._labels.append(label)
        self._ids.append(entry.id)
        file = "/".join(path.stem for path in paths)
        self._files.append(entry.id if file == entry.id else file)
        self._folders.append(self._shared("/".join(p.parent.as_posix() for p in paths if p.parent.name)))
        self._speakers.append(self._shared(entry.speaker or entry.source))
        self._groups.append(self._shared(entry.group or entry.speaker))
        self._columns.add(entry.metadata, label, key)

    def finish(self) -> None:
        """Judge, once all rows are in."""
        if len(self._vocabulary) < 2 or len(self._vocabulary) > _MOST_LABELS:
            return
        told = {what: self._check_names(what, names) for what, names in self._name_columns().items()}
        for column, how in self._columns.telling(self._labels, self._groups).items():
            self._ledger.expect(
                not how,
                "leak.metadata",
                self._name,
                found=f"column {column!r} {how}",
                wanted="no column but the label's from which the label follows",
                severity="warning",
            )
        self._check_order(names_tell=any(told.values()))

    def _shared(self, text: str) -> str:
        return self._texts.setdefault(text, text)

    def _name_columns(self) -> dict[str, list[str]]:
        """Give the columns of names, those that say the same as one."""
        columns = {"file name": self._files, "folder name": self._folders}
        paths = [
            f"{folder}/{file}" if folder else file for folder, file in zip(self._folders, self._files, strict=True)
        ]
        ids = [str(PurePosixPath(each).with_suffix("")) if "." in each and "/" in each else each for each in self._ids]
        if ids == self._files:
            columns = {"id and file name": self._files, "folder name": self._folders}
        elif ids != paths:
            columns = {"id": self._ids, **columns}
        return {what: names for what, names in columns.items() if any(names)}

    def _check_names(self, what: str, names: list[str]) -> bool:
        found = self._words_told(what, names) or self._codes_told(what, names)
        remedy = "; a loader that shows paths gives the answer away" if what == "folder name" else ""
        return not self._ledger.expect(
            not found,
            "leak.name",
            self._name,
            found=found + remedy,
            wanted=f"no {what} that tells the label",
            severity="warning" if self._label_column and what.endswith(self._label_column) else "error",
        )

    def _words_told(self, what: str, names: list[str]) -> str:
        told = told_by_words(names, self._labels, self._spelling)
        if told is None:
            return ""
        return (
            f"the label stands in the {what} of {told.rows:,} of {told.of:,} rows, "
            f"such as {told.name} (label {told.label!r})"
        )

    def _codes_told(self, what: str, names: list[str]) -> str:
        fields = [_split(name, is_folder=what == "folder name") for name in names]
        place = telling_field(fields, self._labels, speakers=self._speakers)
        if place is not None:
            example = next(row for row, each in enumerate(fields) if len(each) > place and each[place])
            label = self._spelling[self._labels[example]]
            return (
                f"field {place + 1} of the {what} tells the label, "
                f"such as {fields[example][place]} in {names[example]} (label {label!r})"
            )
        known = {token for text in set(self._speakers) for token in name_tokens(text)}
        word = telling_word(names, self._labels, known=known)
        if word is None:
            return ""
        example = next(row for row, name in enumerate(names) if word[0] in name_tokens(name))
        return (
            f"the word {word[0]!r} stands in the {what} of rows labelled {self._spelling[word[1]]!r} only, "
            f"such as {names[example]}"
        )

    def _check_order(self, *, names_tell: bool) -> None:
        if len(self._labels) < _LEAST_ROWS_A_CLASS * len(self._vocabulary):
            return
        paths = [f"{d}/{f}" for d, f in zip(self._folders, self._files, strict=True)]
        # An order that follows from names which tell the label has been told of already.
        follows = names_tell and any(_is_sorted(names) for names in (self._ids, paths, self._folders) if any(names))
        sorted_in = [] if follows or not self._blocked(range(len(self._labels))) else ["in the table"]
        if not names_tell and all(self._ids) and self._blocked(_natural_order(self._ids)):
            sorted_in.append("by id")
        self._ledger.expect(
            not sorted_in,
            "balance.block",
            self._name,
            found=f"rows stand in blocks of one label {' and '.join(sorted_in)}: the place tells the label",
            wanted="labels in random order",
            severity="warning",
        )

    def _blocked(self, order: Sequence[int]) -> bool:
        labels = [self._labels[row] for row in order]
        for column in (self._groups, self._speakers):
            if all(column):
                kept = without_repeats(labels, [column[row] for row in order])
                if len(kept) < len(labels):
                    return is_blocked(kept)
        return is_blocked(labels)


def _natural_order(names: Sequence[str]) -> list[int]:
    return sorted(range(len(names)), key=lambda row: natural_key(names[row]))


def _is_sorted(names: Sequence[str]) -> bool:
    """Tell whether names are in order, or at least those that are equal stand together."""
    together = 1 + sum(a != b for a, b in pairwise(names)) == len(set(names)) < len(names)
    return together or list(names) == sorted(names) or _natural_order(names) == list(range(len(names)))


def _split(name: str, *, is_folder: bool) -> tuple[str, ...]:
    if is_folder:
        return tuple(name.split("/"))
    return tuple(field for part in name.split("/") for field in name_fields(part))
