"""Hugging Face folders whose README.md says which files make which set: `configs` with their `data_files`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verification.opening.errors import CollectionError
from verification.opening.rawset import RawSet
from verification.opening.readers import listing, parquet, table
from verification.opening.readers.layout import split_of_file
from verification.opening.readers.tablefile import as_set

_HEADER = re.compile(r"\A\ufeff?---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_LONGEST_HEADER = 1 << 20  # characters
_DEFAULT = "default"


@dataclass(frozen=True)
class _Config:
    name: str
    is_default: bool
    files: tuple[tuple[Path, str], ...]


def find(path: Path) -> RawSet | None:
    """Read the files of the set that README.md names; None if it names none that are there and hold tables.

    Of several sets the one called `default`, or marked so, is taken, as `load_dataset` takes it. Another is asked for
    by its name below the folder: `folder/name`, even where there is no such folder.

    Raises
    ------
    CollectionError
        If there are several and none is the default, or a file is broken.
    """
    # Unlike Path's, these functions take names that no file can have.
    if os.path.isdir(path):  # noqa: PTH112
        return _read(path, _configs(path), asked="")
    if not os.path.exists(path) and os.path.isdir(path.parent):  # noqa: PTH110, PTH112
        return _read(path.parent, [each for each in _configs(path.parent) if each.name == path.name], asked=path.name)
    return None


def _read(root: Path, configs: list[_Config], *, asked: str) -> RawSet | None:
    if not configs:
        return None
    default = [each for each in configs if each.is_default or len(configs) == 1]
    if not default:
        default = [each for each in configs if each.name == _DEFAULT]
    if len(default) != 1:
        names = ", ".join(each.name for each in configs[:10])
        raise CollectionError(
            where=str(root / "README.md"),
            found=f"{len(configs):,} sets: {names}{', ...' if len(configs) > 10 else ''}",
            wanted="one question set",
            remedy=f"name one of them below the folder: {root / configs[0].name}",
        )
    (config,) = default
    found = _set_of(root, config)
    others = [each.name for each in configs if each is not config]
    if found is None or not (others or asked):
        return found
    told = f"; others: {', '.join(others[:10])}" if others else ""
    return replace(found, notes=(*found.notes, f"README.md names several sets; taken: {config.name}{told}"))


def _set_of(root: Path, config: _Config) -> RawSet | None:
    kinds = {path.suffix.lower() for path, _ in config.files}
    if kinds == {".parquet"}:
        return parquet.read_shards(root, config.files)
    if not kinds or not kinds <= {*table.SUFFIXES, ".json"}:
        return None  # audio files, Arrow, archives: other forms
    tables = [
        listing.read_list(path, split) if path.suffix.lower() == ".json" else table.read_table(path, split)
        for path, split in config.files
    ]
    return as_set(root, f"{', '.join(sorted(kind[1:].upper() for kind in kinds))} named by README.md", tables)


def _configs(root: Path) -> list[_Config]:
    """List the sets of which files are there; none if README.md names none in a way that is understood."""
    found = []
    for each in _header(root / "README.md").get("configs") or ():
        if isinstance(each, Mapping) and each.get("data_files"):
            folder = root / str(each.get("data_dir") or "")
            files = dict(
                file for pattern, split in _patterns(each["data_files"]) for file in _matched(folder, pattern, split)
            )
            if files:
                name = str(each.get("config_name") or _DEFAULT)
                found.append(_Config(name, each.get("default") is True, tuple(files.items())))
    return found


def _header(path: Path) -> Mapping[str, Any]:
    import yaml

    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", errors="replace") as file:
        match = _HEADER.match(file.read(_LONGEST_HEADER))
    try:
        value = yaml.safe_load(match[1]) if match else {}
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    configs = value.get("configs") if isinstance(value, Mapping) else None
    return {"configs": configs} if isinstance(configs, list) else {}


def _patterns(value: Any) -> Iterator[tuple[str, str]]:
    """Give the patterns of files with their splits: a text, a list of texts, a mapping, or a list of split and path."""
    if isinstance(value, str):
        yield value, ""
    elif isinstance(value, list):
        for each in value:
            if isinstance(each, Mapping) and "path" in each:
                yield from ((pattern, str(each.get("split") or "")) for pattern, _ in _patterns(each["path"]))
            elif isinstance(each, str):
                yield each, ""
    elif isinstance(value, Mapping):
        yield from ((pattern, str(split)) for split, below in value.items() for pattern, _ in _patterns(below))


def _matched(folder: Path, pattern: str, split: str) -> Iterator[tuple[Path, str]]:
    try:
        paths = sorted(path for path in folder.glob(pattern.removeprefix("./")) if path.is_file())
    except (ValueError, NotImplementedError):  # no pattern, or an absolute one
        return
    for path in paths:
        if not path.name.startswith((".", "README")):
            yield path, split or split_of_file(path.stem)
