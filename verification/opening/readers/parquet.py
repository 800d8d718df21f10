"""Parquet files: one, or the shards of a Hugging Face folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verification.opening.rawset import RawRow, RawSet
from verification.opening.readers.arrow_types import class_names, declared_rates, embedded_columns
from verification.opening.readers.layout import broken, files_below, is_split, several, split_of_file

# Rows held at once: 16 clips of 30 s are 8 MB of FLAC.
_BATCH_ROWS = 16
_LIGHT_BATCH_ROWS = 1024
_BUFFER_BYTES = 1 << 20
_WANTED = "a whole Parquet file"
_DEEPEST = 3


@dataclass(frozen=True)
class _Shard:
    path: Path
    config: str
    split: str


def find(path: Path) -> RawSet | None:
    """Read Parquet files at `path`; None if there are none.

    Raises
    ------
    CollectionError
        If there are several sets, or a file is broken.
    """
    shards = _shards(path)
    if not shards:
        return None
    config = _only(path, shards)
    if config and any((path / config / name).exists() for name in ("data", "README.md")):
        path = path / config  # a build folder that holds one dataset
    return _as_set(path, shards)


def read_shards(root: Path, files: Sequence[tuple[Path, str]]) -> RawSet:
    """Read the Parquet files of one set, each of a split.

    Raises
    ------
    CollectionError
        If a file is broken, or its columns are not those of the others.
    """
    return _as_set(root, [_Shard(path, "", split) for path, split in files])


def _only(path: Path, shards: Sequence[_Shard]) -> str:
    configs = {shard.config for shard in shards}
    if len(configs) > 1:
        raise several(path, "sets", [config or "." for config in configs])
    return configs.pop()


def _as_set(path: Path, shards: Sequence[_Shard]) -> RawSet:
    rows = 0
    schema: Any = None
    for shard in shards:
        with _opened(shard.path) as file:
            rows += file.metadata.num_rows
            schema = schema or file.schema_arrow
            if file.schema_arrow.names != schema.names:
                found = f"columns {', '.join(file.schema_arrow.names)}"
                raise broken(str(shard.path), found, f"{', '.join(schema.names)}, as in {shards[0].path.name}")
    folder = path if path.is_dir() else path.parent
    return RawSet(
        root=path,
        form="Parquet file" if len(shards) == 1 else f"Parquet shards ({len(shards)})",
        columns=tuple(schema.names),
        rows=rows,
        read=lambda: _rows(shards, light=False),
        peek=lambda: _rows(shards, light=True),
        embedded=embedded_columns(schema),
        rates=declared_rates(schema),
        classes=class_names(schema),
        bases=tuple(dict.fromkeys(base for shard in shards for base in _between(folder, shard.path.parent))),
    )


def _between(root: Path, folder: Path) -> list[Path]:
    """Give the folders from that of a shard up to the root."""
    return [each for each in (folder, *folder.parents) if each == root or root in each.parents]


def _shards(path: Path) -> list[_Shard]:
    if path.is_file():
        return [_Shard(path, "", split_of_file(path.stem))] if path.suffix.lower() == ".parquet" else []
    return [_shard(path, name) for name in files_below(path, {".parquet"}, deepest=_DEEPEST)]


def _shard(root: Path, name: str) -> _Shard:
    *folders, file = name.split("/")
    inner = [folder for folder in folders if folder != "data"]
    split = split_of_file(Path(file).stem)
    if inner and is_split(inner[-1]):
        split = split or inner[-1]
        inner.pop()
    return _Shard(root / name, "/".join(inner), split)


def _opened(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER_BYTES)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise broken(str(path), error, _WANTED) from error


def _rows(shards: Sequence[_Shard], *, light: bool) -> Iterator[RawRow]:
    import pyarrow as pa

    for shard in shards:
        number = 0
        try:
            with _opened(shard.path) as file:
                columns = _light_columns(file) if light else None
                size = _LIGHT_BATCH_ROWS if light else _BATCH_ROWS
                for batch in file.iter_batches(batch_size=size, columns=columns):
                    for values in batch.to_pylist():
                        yield RawRow(values=values, split=shard.split, folder=shard.path.parent)
                        number += 1
        except (pa.ArrowException, OSError, ValueError) as error:  # ValueError: text that is not UTF-8
            raise broken(f"{shard.path}, row {number:,}", error, _WANTED) from error


def _light_columns(file: Any) -> list[str]:
    """Name all leaves but those of bytes and of decoded signals."""
    leaves = [file.schema.column(place) for place in range(len(file.schema))]
    return [
        leaf.path
        for leaf in leaves
        if (leaf.physical_type != "BYTE_ARRAY" or leaf.logical_type.type != "NONE") and ".array." not in leaf.path
    ]
