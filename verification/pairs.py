"""Minimal pairs: two rows that differ in their audio and in nothing that can be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

from manifests.record import DatasetRecord
from verification.clips import RowFacts
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
    frames: int | None
    gains: tuple[object, object]


# A coin that falls four standard deviations off is loaded; fewer throws than this tell nothing.
_DEVIATIONS, _LEAST_GROUPS = 4.0, 16


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
        self._dataset = header.recipe
        self._ledger = ledger
        self._groups: dict[str, list[_Member]] = {}
        self._texts: dict[Any, Any] = {}
        self._rows = 0

    def add(self, facts: RowFacts) -> None:
        """Take one row."""
        row = facts.row
        member = _Member(
            row.name,
            row.label,
            row.shard,
            self._rows,
            # One object for all equal texts: what is kept for each row is small.
            self._texts.setdefault(row.instruction, row.instruction),
            self._texts.setdefault(row.options, row.options),
            str([sorted(source.items()) for source in row.source]),
            facts.frames,
            (row.measurements.get("gain"), row.parameters.get("source_gain")),
        )
        self._rows += 1
        self._groups.setdefault(row.group, []).append(member)

    def finish(self) -> None:
        """Judge the groups, once all rows are in."""
        for group, members in self._groups.items():
            self._check_labels(group, members)
            for offset, second in enumerate(members[1:], start=1):
                self._check_texts(members[0], second)
                self._check_sound(members[0], second)
                self._check_place(members[0], second, offset)
        self._check_order()

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

    def _check_sound(self, first: _Member, second: _Member) -> None:
        """Length and loudness must not tell the members of a group apart."""
        if first.frames is not None and second.frames is not None:
            self._ledger.expect(
                first.frames == second.frames,
                "pair.frames",
                second.name,
                found=f"{second.frames:,} frames",
                wanted=f"{first.frames:,}, as in its partner {first.name}",
            )
        for name, found, wanted in zip(("gain", "source_gain"), second.gains, first.gains, strict=True):
            self._ledger.expect(
                found == wanted,
                f"pair.{name}",
                second.name,
                found=f"a {name} of {found}",
                wanted=f"{wanted}, as in its partner {first.name}: level must not tell the label",
            )

    def _check_place(self, first: _Member, second: _Member, offset: int) -> None:
        self._ledger.expect(
            first.shard == second.shard,
            "pair.shard",
            second.name,
            found=f"{second.shard}, so that the clips were not compared",
            wanted=f"{first.shard}, the shard of its partner {first.name}",
        )
        self._ledger.expect(
            second.place == first.place + offset,
            "pair.adjacent",
            second.name,
            found=f"row {second.place + 1} of the dataset, so that the clips were not compared",
            wanted=f"row {first.place + 1 + offset}, after its partner {first.name}",
        )

    def _check_order(self) -> None:
        """No label may come first in more groups than chance explains: the row's place would tell the answer."""
        groups = len(self._groups)
        if groups < _LEAST_GROUPS:
            return
        chance = 1 / len(self._labels)
        limit = groups * chance + _DEVIATIONS * sqrt(groups * chance * (1 - chance))
        firsts = Counter(members[0].label for members in self._groups.values())
        for label in self._labels:
            self._ledger.expect(
                firsts[label] < limit,
                "pair.order",
                self._dataset,
                found=f"{label} first in {firsts[label]:,} of {groups:,} groups",
                wanted=f"about {groups * chance:,.0f}, as by chance",
            )
