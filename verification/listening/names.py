"""Ids: each once, and of the clip that the row names."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import PurePosixPath

from verification.findings import Ledger
from verification.opening.entry import Entry

_NEARLY_ALL = 0.9
# Several questions about a clip may bear its name as their id; two rows by accident are a fault.
_ON_PURPOSE = 0.4
_TOKENS = re.compile(r"\d+|[^\W\d_]+")


class Names:
    """Collects the ids of the rows, and compares at the end.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    notes : list of str
        Takes what is worth saying but no fault.
    """

    def __init__(self, ledger: Ledger, *, notes: list[str]) -> None:
        self._ledger, self._notes = ledger, notes
        self._rows: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._twice: list[tuple[str, int, int]] = []
        self._matching = 0
        self._strangers: list[tuple[str, str]] = []

    def add(self, entry: Entry) -> None:
        """Take a row; ids may be used anew in another split."""
        if not entry.id:
            return
        first = self._rows[entry.split].setdefault(entry.id, entry.number)
        if first != entry.number:
            self._twice.append((entry.id, first, entry.number))
        if entry.audio and all(ref.name for ref in entry.audio):
            if any(belongs(entry.id, ref.name) for ref in entry.audio):
                self._matching += 1
            else:
                self._strangers.append((entry.name, entry.audio[0].name))

    def finish(self) -> None:
        """Tell which ids stand twice, and which are not those of their files."""
        self._check_twice()
        named = self._matching + len(self._strangers)
        if not named or self._matching < _NEARLY_ALL * named:
            return
        self._ledger.checks["name.path"] += self._matching
        for item, path in self._strangers:
            self._ledger.expect(
                False,
                "name.path",
                item,
                found=f"the file {path}",
                wanted="a file of the id's name, as nearly all rows have",
                severity="warning",
            )

    def _check_twice(self) -> None:
        ids = sum(map(len, self._rows.values()))
        rows = ids + len(self._twice)
        if self._twice and len(self._twice) >= _ON_PURPOSE * rows:
            self._notes.append(f"Ids do not tell rows apart: {rows:,} rows share {ids:,} ids.")
            return
        if ids:
            self._ledger.checks["name.twice"] += ids
        for item, first, second in self._twice:
            found = f"rows {first} and {second} have this id"
            self._ledger.expect(False, "name.twice", item, found=found, wanted="an id for each row")


def belongs(row_id: str, path: str) -> bool:
    """Say whether an id and a file's name are of one thing: the words and numbers of one stand in the other.

    Leading zeros, capitals and what separates words do not matter: `utt-7` is of `audio/UTT_0007.flac`.
    """
    wanted = _words(PurePosixPath(row_id).name if "/" in row_id else row_id)
    name = PurePosixPath(path).name
    for given in (_words(name), _words(PurePosixPath(name).stem), _words(path)):
        if wanted and given and (_within(wanted, given) or _within(given, wanted)):
            return True
    return wanted == []


def _words(text: str) -> list[str]:
    return [token.lstrip("0") or "0" if token.isdigit() else token.lower() for token in _TOKENS.findall(text)]


def _within(few: list[str], many: list[str]) -> bool:
    return any(many[start : start + len(few)] == few for start in range(len(many) - len(few) + 1))
