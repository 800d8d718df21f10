"""The tables of the papers, as they lie under `manifests/published/`."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def table_rows(name: str) -> tuple[dict[str, str], ...]:
    """Read a table by its file name without `.tsv`: one mapping of column to cell a row, nothing corrected."""
    text = files("manifests").joinpath(f"published/{name}.tsv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines(), delimiter="\t"))
