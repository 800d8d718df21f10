"""A rubric: what the scores of each aspect mean, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from manifests.errors import RecipeError

_COLUMNS = ("aspect", "low", "high", "meaning")


@dataclass(frozen=True, kw_only=True, slots=True)
class Band:
    """The scores of an aspect that mean the same, ends included."""

    aspect: str
    low: float
    high: float
    meaning: str


def read_rubric(path: Path | Traversable) -> tuple[Band, ...]:
    """Read a rubric: tab-separated, the first line `aspect low high meaning`.

    Raises
    ------
    RecipeError
        If it cannot be read, or a line is not a band of its own.
    """
    try:
        head, *lines = path.read_text(encoding="utf-8-sig").splitlines() or [""]
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(f"{path}", f"that it cannot be read ({error})") from error
    if tuple(head.split("\t")) != _COLUMNS:
        raise _unreadable(f"{path}, line 1", repr(head[:100]))
    bands: list[Band] = []
    for number, line in enumerate(lines, start=2):
        band = _band(line)
        if band is None or any(_overlap(band, other) for other in bands):
            raise _unreadable(f"{path}, line {number}", repr(line[:100]))
        bands.append(band)
    return tuple(bands)


def _band(line: str) -> Band | None:
    fields = [field.strip() for field in line.split("\t")]
    if len(fields) != len(_COLUMNS) or not all(fields):
        return None
    aspect, low, high, meaning = fields
    try:
        band = Band(aspect=aspect, low=float(low), high=float(high), meaning=meaning)
    except ValueError:
        return None
    return band if 0.0 <= band.low <= band.high < float("inf") else None


def _overlap(one: Band, other: Band) -> bool:
    return one.aspect == other.aspect and one.low <= other.high and other.low <= one.high


def _unreadable(where: str, found: str) -> RecipeError:
    return RecipeError(
        where=where,
        found=found,
        wanted="tab-separated lines of an aspect, its lowest and highest score and what these mean, no two overlapping",
        remedy="correct the rubric",
    )


def meaning(rubric: Sequence[Band], aspect: str, score: float) -> str:
    """Say what a score means; between two bands, which whole scores leave open, the lower one holds.

    Raises
    ------
    RecipeError
        If the rubric says nothing of such a score.
    """
    bands = [band for band in rubric if band.aspect == aspect]
    below = [band for band in bands if band.low <= score]
    if not below or score > max(band.high for band in bands):
        raise RecipeError(
            where=f"rubric: {aspect}",
            found=f"no meaning for the score {score:g}",
            wanted="a rubric that covers every score of the corpus",
            remedy="correct the rubric, or get the corpus again",
        )
    return max(below, key=lambda band: band.low).meaning
