"""What a card makes a loader open: the files of its own release, and nothing else on the reader's disk.

`datasets` follows `configs: data_files: path` of a card wherever it leads, to absolute paths and to addresses too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from manifests.release_record.documents import CARD
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.paths import relative_path

# A thousand datasets with all their features are three megabytes.
_LARGEST_CARD, _DEEPEST = 8 << 20, 50
_FIELDS = frozenset({"config_name", "data_files", "default"})
_SHOWN = 120


def card_faults(folder: Path, record: ReleaseRecord, *, with_audio: bool) -> Iterator[tuple[str, str]]:
    """Say which card leads a loader elsewhere, or to the clips of another dataset.

    Parameters
    ----------
    folder : pathlib.Path
        The release.
    record : ReleaseRecord
        Its record.
    with_audio : bool
        Whether the clips are there, or records alone.

    Yields
    ------
    tuple of str
        The card's path in the release, and what is wrong with it; nothing of a card that is not there.
    """
    shards = {entry.recipe: [f"data/{shard.name}" for shard in entry.shards] for entry in record.datasets}
    if with_audio:
        top = {recipe: [f"{recipe}/{path}" for path in paths] for recipe, paths in shards.items()}
    else:
        top = {recipe: [f"records/{recipe}.jsonl"] for recipe in shards}
    cards = {CARD: top, **({f"{recipe}/{CARD}": {"default": paths} for recipe, paths in shards.items()})}
    for name, files in cards.items():
        path = folder.joinpath(*name.split("/"))
        if path.is_file() and (fault := next(_faults(path, files), None)):
            yield name, fault


def front_matter_of(path: Path) -> dict[str, Any]:
    """Read a card's YAML header as the Hub's own reader does; empty if there is none.

    Raises
    ------
    ValueError
        If it is no mapping, too large, holds references or cannot be read.
    """
    import yaml
    from huggingface_hub.repocard import REGEX_YAML_BLOCK

    with path.open("rb") as source:
        data = source.read(_LARGEST_CARD + 1)
    if len(data) > _LARGEST_CARD:
        raise ValueError(f"a card of more than {_LARGEST_CARD:,} bytes")
    found = REGEX_YAML_BLOCK.search(data.decode("utf-8", errors="replace"))
    if found is None:
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast
    try:
        _require_plain(found[2], loader)
        value = loader(found[2]).get_single_data()
    except yaml.YAMLError as error:
        raise ValueError("a header that is no YAML") from error
    if value is not None and not isinstance(value, dict):
        raise ValueError("a header that is no mapping")
    return value or {}


def _require_plain(text: str, loader: Any) -> None:
    """Refuse what a few bytes can make large: references to one another, and lists in lists without end."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST or isinstance(event, yaml.AliasEvent):
            raise ValueError(f"a header with references (`*name`), or with more than {_DEEPEST} lists in lists")


def _faults(path: Path, files: Mapping[str, Collection[str]]) -> Iterator[str]:
    try:
        configs = front_matter_of(path).get("configs") or []
    except ValueError as error:
        yield str(error)
        return
    if not isinstance(configs, list):
        yield "configs that are no list"
        return
    for config in configs:
        name = config.get("config_name") if isinstance(config, dict) else None
        if not isinstance(name, str) or name not in files:
            yield f"a configuration {str(name)[:_SHOWN]!r}, which names no dataset of it"
        elif foreign := sorted(map(str, set(config) - _FIELDS)):
            yield f"configuration {name} with {foreign[0][:_SHOWN]!r}"
        else:
            yield from _path_faults(name, config.get("data_files"), files[name])


def _path_faults(name: str, value: Any, files: Collection[str]) -> Iterator[str]:
    for pattern in _patterns(value):
        try:
            found = ":" not in relative_path(pattern) and any(fnmatchcase(file, pattern) for file in files)
        except ValueError:
            found = False
        if not found:
            yield f"configuration {name} that opens {pattern[:_SHOWN]!r}, which is no file of that dataset"


def _patterns(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _patterns(each)
    elif isinstance(value, dict):
        yield from _patterns(value.get("path"))
    else:
        yield value if isinstance(value, str) else repr(value)
