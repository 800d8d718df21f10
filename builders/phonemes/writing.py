"""Write phoneme probes as a dataset: Parquet that `datasets` opens, the same rows as JSON lines, and a card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.phonemes.card import card
from builders.phonemes.planning import Planned
from manifests.atomic import atomic_path, write_text_atomically

PARQUET, LINES, CARD = "data/test-00000-of-00001.parquet", "items.jsonl", "README.md"


def write_dataset(folder: Path, planned: Planned) -> None:
    """Write the dataset; each file is whole or not there, and the card comes last.

    Parameters
    ----------
    folder : pathlib.Path
        Where to; files of an earlier run are replaced.
    planned : Planned
        The rows.

    Raises
    ------
    OutputError
        If a file cannot be written.
    """
    _write_parquet(folder / PARQUET, planned.rows)
    lines = (json.dumps(row, ensure_ascii=False) for row in planned.rows)
    write_text_atomically(folder / LINES, "".join(f"{line}\n" for line in lines))
    write_text_atomically(folder / CARD, card(planned, parquet=PARQUET))


def _write_parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = pa.string()
    schema = pa.schema(
        [
            *((name, text) for name in ("id", "instruction")),
            ("options", pa.list_(text)),
            *((name, text) for name in ("label", "explanation")),
            ("source", pa.list_(pa.struct([(name, text) for name in ("corpus", "item", "licence")]))),
            (
                "parameters",
                pa.struct([("level", text), ("dictionary", text), ("words", pa.int64()), ("phones", pa.int64())]),
            ),
            ("group", text),
        ]
    )
    with atomic_path(path) as temporary:
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), temporary)
