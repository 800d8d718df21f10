"""Table 4 of Dynamic-SUPERB Phase-2: the domain of every task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from evaluation.published.judged import Judge, read_judged
from evaluation.published.tables import table_rows


@dataclass(frozen=True, slots=True)
class Place:
    """Where a task stands.

    Parameters
    ----------
    path : tuple of str
        From the field down: `Speech`, `Speaker & Language`, `Speaker`, ...
    title, corpus : str
        As Table 4 has them.
    """

    path: tuple[str, ...]
    title: str
    corpus: str

    @property
    def domain(self) -> str:
        """The field and the domain within it: `Speech / Speech Recognition`."""
        return " / ".join(self.path[:2])


@cache
def places() -> Mapping[str, Place]:
    """Give the place of every task by the task's name in Tables 5 and 6.

    Table 4 lists the same 180 tasks in the same order under slightly other names, so they are joined by position.
    """
    rows = table_rows("dynamic-superb-tasks")
    tasks = read_judged(Judge.GPT_4O).tasks
    found = {
        task: Place(tuple(row["domain"].split(" / ")), row["task"], row["dataset"])
        for task, row in zip(tasks, rows, strict=True)
    }
    return MappingProxyType(found)


def domains() -> dict[str, str]:
    """Give the domain of every task."""
    return {task: place.domain for task, place in places().items()}
