"""Families that are texts: what a row is called, and how it is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePosixPath

import numpy as np

from verification.shortcuts.cheats import CheatRow
from verification.shortcuts.family import Family, Matrix, assemble

_HASHED = 512  # columns for the patterns of one text
_MOST_OPTIONS = 20
_ORDER_ALONE = "the same for all rows but for the order of the options, which does not tell"
_TOO_MANY_SETS = 0.1  # sets of options per row: then each row has distractors of its own


def name_family(rows: Sequence[CheatRow]) -> Family:
    """Give the patterns of characters in ids and file names."""
    blocks = {
        "id": _hashed([row.id for row in rows], name_patterns),
        "file name": _hashed([row.file for row in rows], name_patterns),
    }
    if all(row.id in (row.file, PurePosixPath(row.file).stem) for row in rows):
        del blocks["id"]
    return assemble("name", blocks, kind="counts")


def name_patterns(name: str) -> Iterator[str]:
    """Give runs of two to four characters, the name's parts with their places, its length and its ending."""
    path = PurePosixPath(name)
    text = f"^{path.stem.casefold()}$"
    for width in (2, 3, 4):
        for start in range(len(text) - width + 1):
            yield text[start : start + width]
    for place, part in enumerate(re.findall(r"\d+|[^\W\d_]+", path.stem.casefold())):
        yield f"part {place} {part}"
    yield f"length {len(name)}"
    yield f"ending {path.suffix}"


def wording_patterns(question: str) -> Iterator[str]:
    """Give the words, and each pair of neighbours."""
    words = re.findall(r"\w+|[^\w\s]", question.casefold())
    yield from words
    for first, second in pairwise(words):
        yield f"{first} {second}"


def options_vary(rows: Sequence[CheatRow]) -> bool:
    """Whether nearly each row has options of its own, so that the wording cannot but tell something of the label."""
    return len({frozenset(row.options) for row in rows}) > max(_TOO_MANY_SETS * len(rows), 1)


def wording_family(rows: Sequence[CheatRow]) -> Family:
    """Give the words of the question, and the place of each option among the options."""
    blocks = {"question": _hashed([row.question for row in rows], wording_patterns), "order of options": _places(rows)}
    templates = {tuple(sorted(re.findall(r"\w+|[^\w\s]", row.question.casefold()))) for row in rows}
    family = assemble("wording", blocks, kind="counts")
    return replace(family, trifle=_ORDER_ALONE) if len(templates) == 1 else family


def _places(rows: Sequence[CheatRow]) -> Matrix:
    counts = Counter(option for row in rows for option in row.options)
    frequent = sorted(counts, key=lambda option: (-counts[option], option))[:_MOST_OPTIONS]
    if not frequent:
        return np.zeros((len(rows), 1))
    most = max(len(row.options) for row in rows)
    first = [{option: place for place, option in reversed(list(enumerate(row.options)))} for row in rows]
    at = np.array([[places.get(option, -1) for option in frequent] for places in first])
    return np.hstack([(at == place).astype(np.float64) for place in range(min(most, _MOST_OPTIONS))])


def _hashed(texts: Sequence[str], patterns: Callable[[str], Iterator[str]]) -> Matrix:
    from sklearn.feature_extraction.text import HashingVectorizer

    hashing = HashingVectorizer(n_features=_HASHED, analyzer=patterns, norm="l2", alternate_sign=False)
    return np.asarray(hashing.transform(texts).toarray(), dtype=np.float64)
