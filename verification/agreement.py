"""The rows that ship against the record: every item there, once, unchanged and in its place."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator

from manifests.digest import canonical_json
from manifests.record import OPEN_COUNT, DatasetRecord
from manifests.rows import ItemRecord, PlanItem
from verification.clip import Row
from verification.clips import RowFacts
from verification.comparison import compare_audio, compare_texts, compare_values
from verification.findings import Ledger

_OPAQUE = re.compile(r"[0-9a-f]{12,64}")


class Agreement:
    """Walks rows and record side by side; whichever comes first of an item waits for the other.

    In a dataset that is as recorded nothing waits, so memory does not grow with the rows but for their ids.

    Parameters
    ----------
    header : DatasetRecord
        The record's header.
    items : iterator of ItemRecord
        The record's items, read as they are needed.
    ledger : Ledger
        Takes the findings.
    """

    def __init__(self, header: DatasetRecord, items: Iterator[ItemRecord], ledger: Ledger) -> None:
        self._header = header
        self._items = items
        self._ledger = ledger
        self._waiting_items: dict[str, tuple[int, ItemRecord]] = {}
        self._waiting_rows: dict[str, tuple[int, RowFacts]] = {}
        self._ids: set[str] = set()
        self._places: list[tuple[int, int, str]] = []
        self._labels: Counter[str] = Counter()
        self._plan = hashlib.sha256()
        self._rows = 0
        self.recorded = 0

    def add(self, facts: RowFacts) -> None:
        """Take the next row of the dataset."""
        row = facts.row
        place, self._rows = self._rows, self._rows + 1
        self._labels[row.label if self._header.options else OPEN_COUNT] += 1
        self._check_names(row)
        self._draw()
        if not self._ledger.expect(
            row.id not in self._ids,
            "record.duplicate",
            row.name,
            found=f"the id a second time, in {row.shard} row {row.number}",
            wanted="every id once",
        ):
            return
        self._ids.add(row.id)
        if row.id in self._waiting_items:
            self._match(place, facts, *self._waiting_items.pop(row.id))
        else:
            self._waiting_rows[row.id] = place, facts

    def finish(self) -> None:
        """Say what is left over, once all rows are in.

        Raises
        ------
        RecordError
            If the rest of the record cannot be read.
        """
        while self._draw():
            pass
        for _, facts in self._waiting_rows.values():
            row = facts.row
            where = f"a row that the record does not have, in {row.shard} row {row.number}"
            self._ledger.expect(False, "record.extra", row.name, found=where, wanted="recorded items only")
        for place, item in self._waiting_items.values():
            self._ledger.expect(
                False, "record.missing", item.id, found="no row", wanted=f"item {place + 1} of the record"
            )
        self._check_order()
        self._check_header()

    def _draw(self) -> bool:
        """Take the next item of the record, if there is one."""
        item = next(self._items, None)
        if item is None:
            return False
        place, self.recorded = self.recorded, self.recorded + 1
        self._plan.update(_plan_json(item))
        self._ledger.expect(
            item.operation == self._header.operation,
            "record.operation",
            item.id,
            found=item.operation,
            wanted=f"{self._header.operation}, as in the header",
        )
        if item.id in self._waiting_rows:
            row_place, facts = self._waiting_rows.pop(item.id)
            self._match(row_place, facts, place, item)
        elif self._ledger.expect(
            item.id not in self._ids and item.id not in self._waiting_items,
            "record.item_once",
            item.id,
            found=f"a second line of the record, line {place + 1}",
            wanted="one line an item",
        ):
            self._waiting_items[item.id] = place, item
        return True

    def _check_names(self, row: Row) -> None:
        telling = [
            name for name in (row.label, *(str(source.get("corpus")) for source in row.source)) if name in row.id
        ]
        self._ledger.expect(
            _OPAQUE.fullmatch(row.id) is not None,
            "record.id",
            row.name,
            found=f"the id {row.id!r}" + (f", which tells {telling[0]!r}" if telling else ""),
            wanted="12 to 64 hex digits that tell nothing",
        )
        names = {row.file, row.path}
        self._ledger.expect(
            names == {f"{row.id}.flac"},
            "record.file",
            row.name,
            found=" and ".join(sorted(repr(name) for name in names)),
            wanted=f"{row.id}.flac as file and as audio path",
        )

    def _match(self, row_place: int, facts: RowFacts, place: int, item: ItemRecord) -> None:
        self._ledger.expect(True, "record.missing", item.id, found="", wanted="")
        self._ledger.expect(True, "record.extra", item.id, found="", wanted="")
        self._places.append((row_place, place, item.id))
        compare_texts(facts.row, item, self._ledger)
        compare_values(facts.row, item, self._ledger)
        compare_audio(facts, item, self._ledger)

    def _check_order(self) -> None:
        by_row = sorted(self._places)
        by_record = sorted(self._places, key=lambda places: places[1])
        moved = [(a, b) for a, b in zip(by_row, by_record, strict=True) if a is not b]
        found = f"row {moved[0][0][0] + 1} of the dataset and {len(moved) - 1} others out of place" if moved else ""
        item = moved[0][0][2] if moved else self._header.recipe
        wanted = f"{moved[0][1][2]} there: the order of the record" if moved else ""
        self._ledger.expect(not moved, "record.order", item, found=found, wanted=wanted)

    def _check_header(self) -> None:
        header = self._header
        self._ledger.expect(
            self._labels == Counter(header.counts),
            "record.counts",
            header.recipe,
            found=f"labels {canonical_json(dict(self._labels))}",
            wanted=f"{canonical_json(dict(header.counts))}, as in the header",
        )
        plan = self._plan.hexdigest()
        self._ledger.expect(
            plan == header.plan_sha256,
            "record.plan",
            header.recipe,
            found=f"items whose plan has the sha256 {plan[:16]}…",
            wanted=f"{header.plan_sha256[:16]}…, as in the header",
        )


def _plan_json(item: ItemRecord) -> bytes:
    """Write the planned part of an item as the header's digest takes it."""
    planned = PlanItem(**{name: getattr(item, name) for name in PlanItem.__slots__})
    return canonical_json(planned.to_json()).encode()
