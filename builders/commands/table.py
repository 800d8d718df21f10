"""A table of items for the terminal: each row on one line, cut where the terminal ends."""

from __future__ import annotations

import shutil
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from builders.commands.wrapping import wrapped
from manifests.printable import printable
from manifests.rows import PlanItem

_NARROWEST_CELL, _WIDEST_CELL = 16, 32  # an id takes 16 columns


def item_lines(items: Sequence[PlanItem]) -> Iterator[str]:
    """Lay out items: id, label, options unless every item has the same, sources and parameters.

    Parameters
    ----------
    items : sequence of PlanItem
        In their order.

    Yields
    ------
    str
        The options that all have, if they do; the head; and a line for each item.
    """
    offered = {frozenset(item.options) for item in items}
    same = len(offered) == 1
    if same and any(items[0].options):
        orders = {item.options for item in items}
        told = f"options: {' | '.join(items[0].options)}{', in a balanced order' if len(orders) > 1 else ''}"
        yield from wrapped(printable(told, most=4_000), rest=" " * len("options: ")).splitlines()
    head = ("id", "label", *([] if same else ["options"]), "source", "parameters")
    rows = [
        (
            item.id,
            item.label,
            *([] if same else [" | ".join(item.options)]),
            ", ".join(with_counts(ref.item for ref in item.sources)) or "-",
            _parameters(item),
        )
        for item in items
    ]
    yield from _laid_out([head, *rows])


def with_counts(names: Iterable[str]) -> list[str]:
    """Give each name once, in their order, with how often it comes: "p234_002 (4 times)"."""
    return [f"{name} ({count:,} times)" if count > 1 else name for name, count in Counter(names).items()]


def _parameters(item: PlanItem) -> str:
    values = {name: value for name, value in item.parameters.items() if value is not None}
    if values.keys() >= {"column", "value"}:  # what the corpus says of the clip
        values = {str(values.pop("column")): values.pop("value"), **values}
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _laid_out(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    room = shutil.get_terminal_size((100, 24)).columns
    cells = [[printable(cell, most=4_000) for cell in row] for row in rows]
    widest = min(_WIDEST_CELL, max(_NARROWEST_CELL, room // 4))
    cut = [[*(_cut(cell, widest) for cell in row[:-1]), row[-1]] for row in cells]
    widths = [max(map(_width, column)) for column in zip(*cut, strict=True)]
    for row in cut:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        yield _cut("  ".join(padded).rstrip(), room)


def _cut(text: str, room: int) -> str:
    if _width(text) <= room:
        return text
    while _width(text) >= room:
        text = text[:-1]
    return f"{text}…"


def _width(text: str) -> int:
    """Count columns of a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in text)
