"""Folders that `datasets.save_to_disk` or its cache wrote: Arrow files beside dataset_info.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from verification.opening.rawset import RawRow, RawSet
from verification.opening.readers.arrow_types import class_names, declared_rates, embedded_columns
from verification.opening.readers.layout import broken, split_of_file

_BATCH_ROWS = 16
_WANTED = "a whole Arrow file, as datasets.save_to_disk writes it"


def find(path: Path) -> RawSet | None:
    """Read a folder of Arrow files; None if it is none.

    Raises
    ------
    CollectionError
        If a file is broken.
    """
    shards = [(file, split) for folder, split in _folders(path) for file, split in _files(folder, split)]
    if not shards:
        return None
    rows = 0
    schema: Any = None
    for file, _ in shards:
        with _opened(file) as stream:
            schema = schema or stream.schema
            rows += sum(batch.num_rows for batch in stream)
    return RawSet(
        root=path,
        form="Arrow folder (datasets.save_to_disk)",
        columns=tuple(schema.names) if schema else (),
        rows=rows,
        read=lambda: _rows(shards),
        peek=lambda: _rows(shards, light=True),
        embedded=embedded_columns(schema),
        rates=declared_rates(schema),
        classes=class_names(schema),
    )


def _folders(path: Path) -> list[tuple[Path, str]]:
    if (path / "dataset_info.json").is_file():
        return [(path, "")]
    if not (path / "dataset_dict.json").is_file():
        return []
    splits = _json(path / "dataset_dict.json").get("splits", [])
    return [(path / str(split), str(split)) for split in splits if (path / str(split) / "dataset_info.json").is_file()]


def _files(folder: Path, split: str) -> list[tuple[Path, str]]:
    if (folder / "state.json").is_file():
        state = _json(folder / "state.json")
        split = split or str(state.get("_split") or "")
        return [(folder / str(each["filename"]), split) for each in state.get("_data_files", []) if "filename" in each]
    return [(file, split or split_of_file(file.stem)) for file in sorted(folder.glob("*.arrow"))]


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise broken(str(path), error, "JSON, as datasets.save_to_disk writes it") from error
    return value if isinstance(value, dict) else {}


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Open a stream or a file of Arrow without loading it: its pages are mapped."""
    import pyarrow as pa

    try:
        with pa.memory_map(str(path)) as source:
            try:
                stream = pa.ipc.open_stream(source)
            except pa.ArrowInvalid:
                source.seek(0)
                file = pa.ipc.open_file(source)
                stream = pa.RecordBatchReader.from_batches(
                    file.schema, (file.get_batch(place) for place in range(file.num_record_batches))
                )
            yield stream
    except (pa.ArrowException, ValueError, OSError) as error:
        raise broken(str(path), error, _WANTED) from error


def _rows(shards: Sequence[tuple[Path, str]], *, light: bool = False) -> Iterator[RawRow]:
    for path, split in shards:
        with _opened(path) as stream:
            for batch in stream:
                columns = _light(batch) if light else batch
                for start in range(0, columns.num_rows, _BATCH_ROWS):
                    for values in columns.slice(start, _BATCH_ROWS).to_pylist():
                        yield RawRow(values=values, split=split, folder=path.parent)


def _light(batch: Any) -> Any:
    """Leave the bytes out: their columns, and their fields of structs."""
    import pyarrow as pa

    heavy = set(embedded_columns(batch.schema))
    arrays = {name: batch.column(name) for name in batch.schema.names if name not in heavy}
    for name in heavy:
        array = batch.column(name)
        if pa.types.is_struct(array.type) and array.type.get_field_index("path") >= 0:
            arrays[name] = pa.StructArray.from_arrays([array.field("path")], names=["path"])
    return pa.RecordBatch.from_arrays(list(arrays.values()), names=list(arrays))
