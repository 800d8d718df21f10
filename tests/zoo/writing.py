"""Writes rows in the layouts that question sets are found in."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.zoo.rows import Row, encode

AUDIO = "audio"


def write_csv(root: Path, rows: Sequence[Row], *, folder: str = AUDIO) -> Path:
    """Write `metadata.csv` beside FLAC files; the options are a JSON list in one column."""
    _write_files(root / folder, rows)
    columns = ["file_name", "id", "instruction", "options", "label", "group", *_more(rows)]
    with _made(root / "metadata.csv").open("w", newline="", encoding="utf-8") as sink:
        table = csv.DictWriter(sink, columns)
        table.writeheader()
        for row in rows:
            texts = {"instruction": row.question, "options": json.dumps(row.options), "label": row.label}
            place = {"file_name": f"{folder}/{row.file}", "id": row.id, "group": row.group}
            table.writerow(place | texts | dict(row.more))
    return root


def write_parquet(root: Path, rows: Sequence[Row]) -> Path:
    """Write one shard a split, with the bytes of the audio in the table."""
    features = {"audio": {"_type": "Audio"}}
    schema = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    for split in sorted({row.split or "test" for row in rows}):
        table = pa.Table.from_pylist(
            [
                {
                    "id": row.id,
                    "audio": {"bytes": None if row.absent else row.encoded, "path": row.file},
                    "instruction": row.question,
                    "options": list(row.options),
                    "label": row.label,
                    "group": row.group,
                    **row.more,
                }
                for row in rows
                if (row.split or "test") == split
            ]
        )
        pq.write_table(table.replace_schema_metadata(schema), _made(root / "data" / f"{split}-00000-of-00001.parquet"))
    return root


def write_json(root: Path, rows: Sequence[Row], *, split_file: str = "questions.json") -> Path:
    """Write a JSON list of question, choices, answer and the path of the audio."""
    _write_files(root / AUDIO, rows)
    records = [
        {
            "id": row.id,
            "audio_path": f"{AUDIO}/{row.file}",
            "question": row.question,
            "choices": list(row.options),
            "answer": row.label,
            "group": row.group,
            **({"split": row.split} if row.split else {}),
            **row.more,
        }
        for row in rows
    ]
    _made(root / split_file).write_text(json.dumps(records, indent=1), encoding="utf-8")
    return root


def write_jsonl(root: Path, rows: Sequence[Row]) -> Path:
    """Write `metadata.jsonl` beside the audio, with the paths of the stems."""
    _write_files(root / AUDIO, rows)
    lines = []
    for row in rows:
        stems = {}
        for stem, samples in row.stems.items():
            path = _made(root / stem / f"{row.id}.flac")
            path.write_bytes(encode(samples, rate=row.rate))
            stems[f"{stem}_path"] = f"{stem}/{row.id}.flac"
        record = {
            "file_name": f"{AUDIO}/{row.file}",
            "id": row.id,
            "instruction": row.question,
            "options": list(row.options),
            "label": row.label,
            "group": row.group,
        }
        lines.append(json.dumps(record | stems | dict(row.more)))
    _made(root / "metadata.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return root


def write_label_folders(root: Path, rows: Sequence[Row]) -> Path:
    """Write a folder a label, and nothing else."""
    for row in rows:
        _write_files(root / row.label, [row])
    return root


def write_kaldi(root: Path, rows: Sequence[Row]) -> Path:
    """Write `wav.scp`, `utt2spk` and `utt2label`: there are no questions."""
    _write_files(root / "wav", rows)
    ordered = sorted(rows, key=lambda row: row.id)
    files = {
        "wav.scp": [f"{row.id} wav/{row.file}" for row in ordered],
        "utt2spk": [f"{row.id} {row.more['speaker']}" for row in ordered],
        "utt2label": [f"{row.id} {row.label}" for row in ordered],
    }
    for name, lines in files.items():
        _made(root / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return root


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _more(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row.more))


def _write_files(folder: Path, rows: Sequence[Row]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        if not row.absent:
            (folder / row.file).write_bytes(row.encoded)
