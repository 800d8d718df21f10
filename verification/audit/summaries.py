"""Keep the rows that tables and plots show: all of a small set, a sample of a large one."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from verification.audit.hearing import HeardRow
from verification.audit.lottery import Lottery
from verification.audit.model import ItemSummary
from verification.findings import Finding
from verification.listening.facts import ClipFacts, NamedFeatures

# What a page can show and a browser sort; a row takes about 1.5 kB. As many again may be kept for their findings.
MOST_ITEMS = 5_000


class Summaries:
    """Collects the rows to show.

    Parameters
    ----------
    rows : int
        How many the set has. Of more than `MOST_ITEMS` about as many are drawn, and those at fault are kept besides.
    """

    def __init__(self, rows: int) -> None:
        self._lottery = Lottery("summary", rows=rows, most=MOST_ITEMS)
        self._room = MOST_ITEMS
        self._items: list[ItemSummary] = []

    def add(self, row: HeardRow, *, holds: bool | None, at_fault: bool) -> None:
        """Keep a row if it is to be shown: one that is at fault always is, as long as there is room."""
        entry = row.entry
        if not self._lottery.draws(entry):
            if not at_fault or self._room == 0:
                return
            self._room -= 1
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
                measured={name: float(value) for name, value in row.values.items() if math.isfinite(value)},
                holds=holds,
                **_of_clip(first),
            )
        )

    def missing(self, findings: Sequence[Finding]) -> frozenset[str]:
        """Name what has a finding and was not kept, because only the whole set showed the fault.

        Each rule in turn, the first findings of each first, as many as there is room for.
        """
        if self._lottery.draws_all:
            return frozenset()
        kept = {item.name for item in self._items}
        turns: Counter[str] = Counter()
        waiting: list[tuple[int, str]] = []
        for finding in findings:
            if finding.item not in kept:
                waiting.append((turns[finding.rule], finding.item))
                turns[finding.rule] += 1
        names = dict.fromkeys(item for _, item in sorted(waiting, key=lambda each: each[0]))
        return frozenset(list(names)[: self._room])

    def finish(self, findings: Iterable[Finding]) -> tuple[ItemSummary, ...]:
        """Give the rows in the order of the set, each with the rules that it breaks."""
        rules: dict[str, set[str]] = defaultdict(set)
        for finding in findings:
            rules[finding.item].add(finding.rule)
        items = sorted(self._items, key=lambda item: item.number)
        return tuple(replace(item, rules=tuple(sorted(rules.get(item.name, ())))) for item in items)


def _of_clip(facts: ClipFacts | None) -> dict[str, Any]:
    if facts is None or not facts.heard:
        return {}
    features = NamedFeatures(facts.features)
    return {
        "duration_s": round(facts.frames / facts.sampling_rate, 6) if facts.sampling_rate else None,
        "sampling_rate": facts.sampling_rate,
        "channels": facts.channels,
        "rms_dbfs": features.get("rms_dbfs"),
        "peak_dbfs": features.get("peak_dbfs"),
        "features": features,
    }
