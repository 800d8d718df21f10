"""Minimal pairs: two rows that differ in their audio and in nothing that can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manifests.record import DatasetRecord
from verification.clip import Row
from verification.differences import apart
from verification.findings import Ledger


@dataclass(frozen=True, slots=True)
class _Member:
    """What is remembered of a row until its group is judged."""

    name: str
    label: str
    shard: str
    place: int
    instruction: str
    options: tuple[str, ...]
    source: str


class Pairs:
    """Collects the groups of a paired construction and judges each of them.

    Parameters
    ----------
    header : DatasetRecord
        The record's header.
    ledger : Ledger
        Takes the findings.
    """

    def __init__(self, header: DatasetRecord, ledger: Ledger) -> None:
        self._labels = sorted(header.options)
        self._ledger = ledger
        self._groups: dict[str, list[_Member]] = {}
        self._texts: dict[Any, Any] = {}
        self._rows = 0

    def add(self, row: Row) -> None:
        """Take one row."""
        member = _Member(
            row.name,
            row.label,
            row.shard,
            self._rows,
            # One object for all equal texts: what is kept for each row is small.
            self._texts.setdefault(row.instruction, row.instruction),
            self._texts.setdefault(row.options, row.options),
            str([sorted(source.items()) for source in row.source]),
        )
        self._rows += 1
        self._groups.setdefault(row.group, []).append(member)

    def finish(self) -> None:
        """Judge the groups, once all rows are in."""
        for group, members in self._groups.items():
            self._check_labels(group, members)
            for second in members[1:]:
                self._check_texts(members[0], second)
            if len(members) == 2:
                self._check_place(*members)

    def _check_labels(self, group: str, members: list[_Member]) -> None:
        labels = sorted(member.label for member in members)
        self._ledger.expect(
            labels == self._labels,
            "pair.labels",
            members[0].name,
            found=f"group {group or '(none)'} with {', '.join(f'{m.name} ({m.label})' for m in members[:6])}",
            wanted=f"each of {', '.join(self._labels)} once",
        )

    def _check_texts(self, first: _Member, second: _Member) -> None:
        texts = {
            "instruction": (second.instruction, first.instruction),
            "options": (" | ".join(second.options), " | ".join(first.options)),
            "source": (second.source, first.source),
        }
        for name, (found, wanted) in texts.items():
            shown = apart(found, wanted)
            self._ledger.expect(
                found == wanted,
                f"pair.{name}",
                second.name,
                found=shown[0],
                wanted=f"{shown[1]}, as in its partner {first.name}",
            )

    def _check_place(self, first: _Member, second: _Member) -> None:
        self._ledger.expect(
            first.shard == second.shard,
            "pair.shard",
            second.name,
            found=f"{second.shard}, so that the two clips were not compared",
            wanted=f"{first.shard}, the shard of its partner {first.name}",
        )
        self._ledger.expect(
            second.place == first.place + 1,
            "pair.adjacent",
            second.name,
            found=f"row {second.place + 1} of the dataset, so that the two clips were not compared",
            wanted=f"row {first.place + 2}, after its partner {first.name}",
        )
