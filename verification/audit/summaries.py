"""Keep the rows that tables and plots show: all of a small set, a sample of a large one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from manifests.digest import stable_hash
from verification.audit.hearing import HeardRow
from verification.audit.model import ItemSummary
from verification.findings import Finding
from verification.listening.facts import FEATURES, ClipFacts

# What a page can show and a browser sort; a row takes about 3 kB.
MOST_ITEMS = 5_000
_SCALE = 1 << 32


class Summaries:
    """Collects the rows to show.

    Parameters
    ----------
    rows : int
        How many the set has. Of more than `MOST_ITEMS` those are kept whose names' hashes are lowest, about as many.
    """

    def __init__(self, rows: int) -> None:
        self._limit = _SCALE if rows <= MOST_ITEMS else _SCALE * MOST_ITEMS // rows
        self._items: list[ItemSummary] = []

    def add(self, row: HeardRow, *, holds: bool | None, at_fault: bool) -> None:
        """Keep a row if it is to be shown: one with findings of its own always is, up to the limit of the page."""
        entry = row.entry
        if not at_fault and stable_hash("summary", entry.number, entry.name) % _SCALE >= self._limit:
            return
        if len(self._items) >= 2 * MOST_ITEMS:
            return
        first = row.facts[0] if row.facts else None
        self._items.append(
            ItemSummary(
                number=entry.number,
                name=entry.name,
                split=entry.split,
                label=entry.label,
                question=entry.question,
                options=entry.options,
                group=entry.group,
                measured=dict(row.values),
                holds=holds,
                **_of_clip(first),
            )
        )

    def finish(self, findings: Iterable[Finding]) -> tuple[ItemSummary, ...]:
        """Give the rows, each with the rules that it breaks."""
        rules: dict[str, set[str]] = defaultdict(set)
        for finding in findings:
            rules[finding.item].add(finding.rule)
        return tuple(replace(item, rules=tuple(sorted(rules.get(item.name, ())))) for item in self._items)


def _of_clip(facts: ClipFacts | None) -> dict[str, Any]:
    if facts is None or not facts.heard:
        return {}
    features = {
        name: round(float(value), 4) for name, value in zip(FEATURES, facts.features, strict=True) if np.isfinite(value)
    }
    return {
        "duration_s": facts.frames / facts.sampling_rate if facts.sampling_rate else None,
        "sampling_rate": facts.sampling_rate,
        "channels": facts.channels,
        "rms_dbfs": features.get("rms_dbfs"),
        "peak_dbfs": features.get("peak_dbfs"),
        "features": features,
    }
