"""The tasks of the published suites, with or without a recipe: what the whole job is."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Task:
    """A task of a suite as its paper lists it."""

    suite: str
    level: int
    title: str
    corpus: str


@cache
def suite_tasks(suite: str) -> tuple[Task, ...]:
    """List the tasks of a suite in the paper's order; empty if there is no such suite."""
    if suite not in suites():  # a user's word is looked up, never made a path
        return ()
    table = files("manifests").joinpath(f"suites/{suite}.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines(), delimiter="\t")
    return tuple(Task(suite, int(row["level"].removeprefix("L")), row["task"], row["dataset"]) for row in rows)


def suites() -> list[str]:
    """Name the suites that have a catalogue."""
    folder = files("manifests").joinpath("suites")
    return sorted(entry.name.removesuffix(".tsv") for entry in folder.iterdir() if entry.name.endswith(".tsv"))
