"""Sets that the builders made, for a test to change as one who edits dataset and record consistently would."""

import hashlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pyarrow as pa
import pyarrow.parquet as pq

from manifests.digest import canonical_json
from manifests.layout import DatasetPaths, shard_name
from manifests.record import OPEN_COUNT, ShardRecord, read_items, read_record, write_item_line
from manifests.rows import PlanItem
from tests.verification.planting import Shipped
from verification.check import check_dataset


class Rebuilt:
    """A built dataset, and the means to change it; what is changed goes into one shard."""

    def __init__(self, built: DatasetPaths, out: Path) -> None:
        copytree(built.out, out)
        self.paths = DatasetPaths(out, built.name)
        self.header = read_record(self.paths.record)
        table = pa.concat_tables(pq.read_table(shard) for shard in sorted(self.paths.data.glob("*.parquet")))
        self.shard = self.paths.data / shard_name(0, 1)
        self.schema = table.schema
        flacs = [audio["bytes"] for audio in table.column("audio").to_pylist()]
        items = list(read_items(self.paths.items))
        self.shipped = [Shipped(item, flac) for item, flac in zip(items, flacs, strict=True)]

    def release(self, shipped, **changes):
        """Write rows and a record that agree; `changes` are the header's."""
        self.shipped = list(shipped)
        rows = [one.row() for one in self.shipped]
        for shard in self.paths.data.glob("*.parquet"):
            shard.unlink()
        pq.write_table(pa.Table.from_pylist(rows, schema=self.schema), self.shard)
        items = [one.item for one in self.shipped]
        plan = hashlib.sha256()
        for item in items:
            planned = PlanItem(**{name: getattr(item, name) for name in PlanItem.__slots__})
            plan.update(canonical_json(planned.to_json()).encode())
        self.paths.items.write_text("".join(map(write_item_line, items)), encoding="utf-8")
        labels = Counter(item.label for item in items)
        own = {
            "plan_sha256": plan.hexdigest(),
            "counts": {label: labels[label] for label in self.header.options} or {OPEN_COUNT: len(items)},
            "items_sha256": hashlib.sha256(self.paths.items.read_bytes()).hexdigest(),
            "shards": (
                ShardRecord(
                    name=self.shard.name,
                    rows=len(rows),
                    sha256=hashlib.sha256(self.shard.read_bytes()).hexdigest(),
                ),
            ),
        }
        self.header = replace(self.header, **{**own, **changes})
        self.paths.record.write_text(self.header.to_text(), encoding="utf-8")
        return self

    def every(self, change):
        """Change every row, and the record with it."""
        return self.release([change(one) for one in self.shipped])

    def one(self, number, change):
        """Change one row, and the record with it."""
        shipped = list(self.shipped)
        shipped[number] = change(shipped[number])
        return self.release(shipped)

    def rules(self):
        """Check the set and name the rules that do not hold."""
        return {finding.rule for finding in check_dataset(self.paths).findings}
