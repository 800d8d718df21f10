"""Whether an encoder's embeddings tell styles apart (section 4.2 and Figure 4 of the SAGI paper).

The paper compares utterances of the same text in another style (another speaker's sex, another emotion) by the cosine
of their embeddings, finds them alike, and concludes that the style is lost. A cosine alone says little, as all
embeddings of an encoder may point one way; so changes of style are held against changes of content in the same style.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.asked import Question
from evaluation.certainty.bootstrap import statistic_interval
from evaluation.certainty.interval import Interval, json_values
from evaluation.encoders.embeddings import Embeddings
from evaluation.encoders.errors import EmbeddingError
from evaluation.encoders.pairs import Change, Pair
from evaluation.encoders.resampled import Cosines, farther, medians

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True, kw_only=True)
class Distribution:
    """Cosines of one kind of pair.

    Parameters
    ----------
    pairs : int
        How many.
    median : Interval
        With its interval, groups held together.
    quantiles : mapping of float to float
        By share; 0 and 1 are the lowest and the highest.
    """

    pairs: int
    median: Interval
    quantiles: dict[float, float]


@dataclass(frozen=True, kw_only=True)
class Similarity:
    """What a probe found.

    Parameters
    ----------
    changes : dict of Change to Distribution
        The kinds of pairs that there are.
    farther : Interval or None
        The share of comparisons in which a content change looks farther than a style change; None without both.
    cosines : tuple of (Pair, float)
        One by one.
    embeddings : Embeddings
        Of which the pairs were made.
    missing : tuple of str
        Ids of pairs that have no embedding.
    unknown : tuple of str
        Ids of embeddings that are no row's.
    strange : tuple of str
        Ids of pairs that are no row's.
    left_out : int
        Pairs that lack a usable embedding.
    """

    changes: dict[Change, Distribution]
    farther: Interval | None
    cosines: tuple[tuple[Pair, float], ...]
    embeddings: Embeddings
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    strange: tuple[str, ...]
    left_out: int

    @property
    def fits(self) -> bool:
        """Whether every pair could be compared, and every embedding is a row's."""
        return not (self.unknown or self.left_out or self.embeddings.unusable)

    def to_json(self) -> dict[str, Any]:
        """Give everything as JSON values, each pair's cosine included."""
        return json_values(
            {
                "dims": self.embeddings.dims,
                "pooled": self.embeddings.pooled,
                "changes": {
                    change.value: {
                        "pairs": each.pairs,
                        "median": each.median.to_json(),
                        "quantiles": {f"{share:g}": value for share, value in each.quantiles.items()},
                    }
                    for change, each in self.changes.items()
                },
                "content_looks_farther": self.farther.to_json() if self.farther else None,
                "unusable": dict(self.embeddings.unusable),
                "missing": self.missing,
                "unknown": self.unknown,
                "strange": self.strange,
                "left_out": self.left_out,
                "pairs": [
                    {"id_a": pair.first, "id_b": pair.second, "change": pair.change.value, "cosine": cosine}
                    for pair, cosine in self.cosines
                ],
            }
        )


def similarity(
    questions: Sequence[Question], embeddings: Embeddings, pairs: Sequence[Pair], *, seed: int = 0
) -> Similarity:
    """Compare the embeddings of pairs.

    Parameters
    ----------
    questions : sequence of Question
        The set, for its ids and groups.
    embeddings : Embeddings
        Of its clips.
    pairs : sequence of Pair
        As `pairs_of` or `read_pairs` give them.
    seed : int
        Of resampling.

    Raises
    ------
    EmbeddingError
        If no pair has two usable embeddings.
    """
    groups = {question.id: question.group for question in questions}
    usable = [pair for pair in pairs if _ids(pair) <= groups.keys() and _ids(pair) <= embeddings.directions.keys()]
    if not usable:
        raise EmbeddingError(
            where="the embeddings",
            found=f"none of {len(pairs):,} pairs with two usable ones",
            wanted="embeddings under the ids of the set's rows",
            remedy=f"name them as the set does, such as {next(iter(groups), '')!r}",
        )
    cosines = tuple((pair, _cosine(embeddings, pair)) for pair in usable)
    clips = list(dict.fromkeys(name for pair in usable for name in (pair.first, pair.second)))
    of_clips = [groups[name] for name in clips]
    kinds = {change: _of_kind(change, cosines, clips, groups) for change in Change}
    style, content = kinds[Change.STYLE], kinds[Change.CONTENT]
    both = len(style.values) and len(content.values)
    named = dict.fromkeys(name for pair in pairs for name in (pair.first, pair.second))
    have = embeddings.directions.keys() | embeddings.unusable.keys()
    return Similarity(
        changes={
            change: _distribution(kind, of_clips, seed=seed) for change, kind in kinds.items() if kind.values.size
        },
        # Bounded: of few groups that all agree, the interval must still reach down.
        farther=statistic_interval(farther(style, content), of_clips, bounds=(0.0, 1.0), seed=seed) if both else None,
        cosines=cosines,
        embeddings=embeddings,
        missing=tuple(name for name in named if name in groups and name not in have),
        unknown=tuple(name for name in (*embeddings.directions, *embeddings.unusable) if name not in groups),
        strange=tuple(name for name in named if name not in groups),
        left_out=len(pairs) - len(usable),
    )


def _ids(pair: Pair) -> set[str]:
    return {pair.first, pair.second}


def _cosine(embeddings: Embeddings, pair: Pair) -> float:
    product = embeddings.directions[pair.first] @ embeddings.directions[pair.second]
    return min(max(float(product), -1.0), 1.0)  # rounding


def _of_kind(
    change: Change, cosines: Sequence[tuple[Pair, float]], clips: Sequence[str], groups: dict[str, str]
) -> Cosines:
    places = {name: place for place, name in enumerate(clips)}
    found = sorted(((value, pair) for pair, value in cosines if pair.change is change), key=lambda each: each[0])
    return Cosines(
        values=np.array([value for value, _ in found], dtype=np.float64),
        first=np.array([places[pair.first] for _, pair in found], dtype=np.intp),
        second=np.array([places[pair.second] for _, pair in found], dtype=np.intp),
        within=np.array([groups[pair.first] == groups[pair.second] != "" for _, pair in found], dtype=np.bool_),
    )


def _distribution(kind: Cosines, groups: Sequence[str], *, seed: int) -> Distribution:
    return Distribution(
        pairs=len(kind.values),
        median=statistic_interval(medians(kind), groups, seed=seed),
        quantiles=dict(zip(QUANTILES, map(float, np.quantile(kind.values, QUANTILES)), strict=True)),
    )
