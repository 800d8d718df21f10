"""Writes small datasets that hold every promise, and lets a test break one."""

import hashlib
import io
import json
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import soundfile as sf

from builders.volume import VolumeRamp
from manifests.digest import canonical_json, opaque_id
from manifests.layout import DatasetPaths, shard_name
from manifests.record import CorpusUse, DatasetRecord, ShardRecord, write_item_line
from manifests.rows import ItemRecord, PlanItem, SourceRef
from verification.check import check_dataset

RATE = 16_000
QUESTION = "Is it so for more than 70%? Please answer with '{}' or '{}'."
CARD = """---
license: cc0-1.0
configs:
- config_name: default
  data_files:
  - split: test
    path: data/test-*.parquet
dataset_info:
  features:
{features}
---

# Planted
"""
SOURCE_COLUMNS = ("corpus", "item", "speaker", "sex", "licence")


def flac_of(pcm, *, rate=RATE, subtype="PCM_16", container="FLAC"):
    sink = io.BytesIO()
    sf.write(sink, pcm, rate, format=container, subtype=subtype)
    return sink.getvalue()


def digest_of(pcm):
    return hashlib.sha256(np.ascontiguousarray(pcm.astype("<i2")).tobytes()).hexdigest()


def dbfs(steps):
    return float(20 * np.log10(max(float(steps), 1e-9) / 32768))


def common_measurements(pcm):
    wide = pcm.astype(np.float64).reshape(len(pcm), -1)
    return {
        "duration_s": len(pcm) / RATE,
        "peak_dbfs": dbfs(np.abs(wide).max()),
        "rms_dbfs": dbfs(np.sqrt(np.mean(wide**2, axis=0)).max()),
        "gain": 1.0,
    }


def level_change_db(pcm):
    return VolumeRamp().measure(None, pcm).level_change_db


@dataclass(frozen=True)
class Shipped:
    """A row as it ships: what it says, and its audio bytes."""

    item: ItemRecord
    flac: bytes = field(repr=False)
    file: str = ""

    @property
    def pcm(self):
        return sf.read(io.BytesIO(self.flac), dtype="int16")[0]

    def saying(self, **changes):
        return replace(self, item=replace(self.item, **changes))

    def sounding(self, pcm):
        """Ship other samples, the row's text untouched."""
        return replace(self, flac=flac_of(pcm))

    def remade(self, pcm, **measurements):
        """Ship other samples and say so in every place but the property's own."""
        values = {**self.item.measurements, **common_measurements(pcm), **measurements}
        if "level_change_db" in values:
            values["level_change_db"] = level_change_db(pcm)
        item = replace(self.item, frames=len(pcm), pcm_sha256=digest_of(pcm), measurements=values)
        return replace(self, item=item, flac=flac_of(pcm))

    def row(self):
        item, file = self.item, self.file or f"{self.item.id}.flac"
        return {
            "id": item.id,
            "audio": {"bytes": self.flac, "path": file},
            "file": file,
            "instruction": item.instruction,
            "options": list(item.options),
            "label": item.label,
            "explanation": item.explanation,
            "source": [{name: getattr(ref, name) for name in SOURCE_COLUMNS} for ref in item.sources],
            "parameters": dict(item.parameters),
            "measurements": dict(item.measurements),
            "group": item.group,
        }


TEXT = pa.string()
KINDS = {str: TEXT, float: pa.float64(), int: pa.int64(), bool: pa.bool_()}


def schema_of(rows):
    def struct(column):
        kinds = {}
        for row in rows:
            for name, value in row[column].items():
                kinds[name] = KINDS.get(type(value), kinds.get(name, pa.float64()))
        return pa.struct(list(kinds.items()))

    return pa.schema(
        [
            ("id", TEXT),
            ("audio", pa.struct([("bytes", pa.binary()), ("path", TEXT)])),
            ("file", TEXT),
            ("instruction", TEXT),
            ("options", pa.list_(TEXT)),
            ("label", TEXT),
            ("explanation", TEXT),
            ("source", pa.list_(pa.struct([(name, TEXT) for name in SOURCE_COLUMNS]))),
            ("parameters", struct("parameters")),
            ("measurements", struct("measurements")),
            ("group", TEXT),
        ]
    )


@dataclass
class Planted:
    """A dataset on disk, and the means to break it."""

    paths: DatasetPaths
    operation: str
    options: tuple
    channels: int
    shipped: list = field(repr=False)

    def release(self, shipped=None, *, cuts=None):
        """Write rows and a record that agree; `cuts` are the rows at which a new shard begins."""
        if shipped is not None:
            self.shipped = shipped
        cuts = [0, len(self.shipped) // 4 * 2, len(self.shipped)] if cuts is None else [0, *cuts, len(self.shipped)]
        self.cuts = list(pairwise(cuts))
        self.write_rows(self.shipped)
        self.write_record([one.item for one in self.shipped])
        features = "\n".join(f"  - name: {name}" for name in self.shipped[0].row())
        self.paths.card.write_text(CARD.format(features=features))
        return self

    def write_rows(self, shipped):
        self.paths.data.mkdir(parents=True, exist_ok=True)
        for number, (start, stop) in enumerate(self.cuts):
            last = number == len(self.cuts) - 1
            rows = [one.row() for one in shipped[start : None if last else stop]]
            table = pa.Table.from_pylist(rows, schema=schema_of([one.row() for one in shipped]))
            pq.write_table(table, self.shard(number), row_group_size=4)

    def shard(self, number):
        return self.paths.data / shard_name(number, len(self.cuts))

    def write_record(self, items, **changes):
        plan = hashlib.sha256()
        for item in items:
            planned = PlanItem(**{name: getattr(item, name) for name in PlanItem.__slots__})
            plan.update(canonical_json(planned.to_json()).encode())
        counts = Counter(item.label for item in items)
        header = DatasetRecord(
            recipe=self.paths.name,
            suite="planted",
            level=2,
            operation=self.operation,
            recipe_sha256="0" * 64,
            plan_sha256=plan.hexdigest(),
            code_sha256="0" * 64,
            seed=1,
            sampling_rate=RATE,
            channels=self.channels,
            options=self.options,
            counts={label: counts[label] for label in self.options},
            corpora=tuple(
                CorpusUse(name=name, title=name, licence="CC0-1.0", index_sha256="0" * 64, files=1)
                for name in sorted({ref.corpus for item in items for ref in item.sources})
            ),
            packages={},
            notes=(),
            shards=tuple(
                ShardRecord(
                    name=self.shard(number).name,
                    rows=stop - start,
                    sha256=hashlib.sha256(self.shard(number).read_bytes()).hexdigest(),
                )
                for number, (start, stop) in enumerate(self.cuts)
            ),
        )
        self.paths.record.parent.mkdir(parents=True, exist_ok=True)
        self.paths.items.write_text("".join(map(write_item_line, items)), encoding="utf-8")
        self.paths.record.write_text(replace(header, **changes).to_text(), encoding="utf-8")

    def edit_header(self, **changes):
        value = json.loads(self.paths.record.read_text())
        value.update(changes)
        self.paths.record.write_text(json.dumps(value))

    def tampered(self, number, change):
        """Change one row in the Parquet files alone; the record stays as released."""
        shipped = list(self.shipped)
        shipped[number] = change(shipped[number])
        self.write_rows(shipped)
        return self.check()

    def forged(self, number, change):
        """Change one row and the record with it: only a measurement of the audio can tell."""
        shipped = list(self.shipped)
        shipped[number] = change(shipped[number])
        return self.release(shipped).check()

    def check(self, *, workers=1):
        """Check it; nobody knows the recipe of what is planted, and the warning that says so is left out."""
        report = check_dataset(self.paths, workers=workers)
        (unknown,) = [finding for finding in report.findings if finding.rule == "recipe.known"]
        assert unknown.severity == "warning"
        return replace(report, findings=tuple(finding for finding in report.findings if finding is not unknown))

    def id(self, number):
        return self.shipped[number].item.id


@dataclass(frozen=True, kw_only=True)
class Made:
    """A clip as a builder would have made it."""

    label: str
    group: int
    pcm: np.ndarray
    parameters: dict
    measured: dict


def ship(made, number, *, operation, options, with_source):
    order = options if made.group % 2 == 0 else options[::-1]
    ref = SourceRef(
        corpus="planted",
        item=f"clip-{made.group}",
        path=f"wavs/{made.group}.wav",
        sha256="ab" * 32,
        sampling_rate=RATE,
        start_frame=0,
        frames=len(made.pcm),
        speaker="s1",
        sex="female",
        licence="CC0-1.0",
    )
    item = ItemRecord(
        id=opaque_id(operation, number),
        group=opaque_id(operation, "group", made.group),
        label=made.label,
        instruction=QUESTION.format(*order),
        options=order,
        operation=operation,
        sources=(ref,) if with_source else (),
        parameters=made.parameters,
        explanation=f"It is {made.label}.",
        measurements={**common_measurements(made.pcm), **made.measured},
        frames=len(made.pcm),
        pcm_sha256=digest_of(made.pcm),
    )
    return Shipped(item, flac_of(made.pcm))


def ship_all(clips, operation, options, *, with_source=True):
    return [
        ship(made, number, operation=operation, options=options, with_source=with_source)
        for number, made in enumerate(clips)
    ]
