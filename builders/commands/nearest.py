"""An id that no built item has: what the user may have meant, and where ids are listed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from manifests.errors import RecordError

_SHORTEST = 4  # characters: less resembles everything
_MOST_COMPARED = 20_000  # ids: half a second


def unknown_item(item: str, folder: Path, names: Mapping[str, str]) -> RecordError:
    """Make the error for an id that no item has.

    Parameters
    ----------
    item : str
        What the user gave.
    folder : pathlib.Path
        Where it was looked for.
    names : mapping of str to str
        The dataset of each id that there is.
    """
    near = _near(item, names)
    listed = "`soundprobe plan RECIPE` lists the ids of a recipe"
    if item in names.values():
        remedy = f"that is a dataset; an item of it is {_of_dataset(item, names)}. {listed}"
    elif near:
        remedy = f"did you mean {' or '.join(f'{each} ({names[each]})' for each in near)}? {listed}"
    else:
        remedy = f"{listed}, and `soundprobe list` the recipes"
    example = next(iter(names), "")
    return RecordError(
        where=f"item {item} in {folder}",
        found=f"none of {len(names):,} ids begins so",
        wanted="an id or its first characters" + (f", such as {example} ({names[example]})" if example else ""),
        remedy=remedy,
    )


def _of_dataset(dataset: str, names: Mapping[str, str]) -> str:
    return next(each for each, name in names.items() if name == dataset)


def _near(item: str, names: Mapping[str, str]) -> list[str]:
    """Give up to three ids that begin nearly like `item`."""
    if len(item) < _SHORTEST:
        return []
    starts: dict[str, str] = {}
    for each in list(names)[:_MOST_COMPARED]:
        starts.setdefault(each[: len(item)], each)
    return [starts[each] for each in difflib.get_close_matches(item.lower(), starts, n=3, cutoff=0.7)]
