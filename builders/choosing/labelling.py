"""From an index row to a label: the value of a column, or an age where the corpus states one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from builders.choosing.candidates import Candidate
from builders.engine.supply import SourceClip

AGE = "age"
Spans = tuple[tuple[str, tuple[float, float]], ...]
Words = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Labelling:
    """Which clips get which label; the fields are those of `builders.selection.Selected`."""

    column: str
    labels: Words
    where: Words
    ages: Spans

    def fault(self) -> tuple[str, str, str] | None:
        """Give the field that contradicts itself, what was found there and what was wanted; None if none does."""
        values = [value for _, held in self.labels for value in held]
        spans = sorted(span for _, span in self.ages)
        if len(self.labels) < 2:
            return "labels", f"{len(self.labels)}", "two or more"
        if len(set(values)) < len(values):
            return "labels", ", ".join(values), "each value under one label"
        if not all(low <= high for low, high in spans) or not all(one[1] < other[0] for one, other in pairwise(spans)):
            return "ages", f"{spans}", "ranges of years that do not overlap"
        unknown = {label for label, _ in self.ages} - {label for label, _ in self.labels}
        return ("ages", ", ".join(sorted(unknown)), "labels") if unknown else None

    def columns(self) -> tuple[str, ...]:
        """Name the columns that an index must have: none where an age tells the label just as well."""
        return () if self.ages else (self.column,)

    def label(self, column: str, value: str) -> str | None:
        """Give the label of what a corpus says; None if it has none."""
        if column == AGE and self.ages:
            return next((label for label, (low, high) in self.ages if low <= float(value) <= high), None)
        return next((label for label, values in self.labels if value in values), None)

    def candidate(self, clip: SourceClip) -> Candidate | None:
        """Label a clip; None if it does not meet the conditions, or the corpus says nothing that is a label."""
        if not self._meets(clip.row):
            return None
        years = clip.row.get(AGE)
        column, value = self.column, str(clip.row.get(self.column) or "")
        if self.ages and years is not None and (not value or column == AGE):
            column, value = AGE, f"{years:g}"
        label = self.label(column, value) if value else None
        return None if label is None else Candidate(clip=clip, label=label, column=column, value=value)

    def _meets(self, row: Mapping[str, Any]) -> bool:
        """Hold a row to the conditions on the columns that it has."""
        return all(str(row[name]) in allowed for name, allowed in self.where if name in row)
