"""A probe's result for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.certainty.interval import Interval
from evaluation.encoders.pairs import Change
from evaluation.encoders.probe import Distribution, Similarity
from evaluation.scoring.terminal import interval_text
from evaluation.scoring.terminal import some as some_of
from verification.lines import counted

_MEANING = {Change.STYLE: "same content, other style", Change.CONTENT: "same style, other content"}
_MOST_REASONS = 5
CAVEAT = (
    "A cosine near 1 does not prove that the style is lost: a classifier trained on the embeddings may still find it."
)


def similarity_lines(found: Similarity) -> Iterator[str]:
    """Write the reading first, then the numbers, then what does not fit."""
    yield reading(found)
    yield CAVEAT
    for change, each in found.changes.items():
        yield f"{change} change ({_MEANING[change]}): {_distribution(each)}"
    if found.farther:
        yield f"content looks farther in {interval_text(found.farther, percent=True)} of comparisons (50 % if alike)"
    yield f"{found.embeddings.dims:,} dimensions{_pooled(found)}"
    yield from _unfit(found)


def reading(found: Similarity) -> str:
    """Say in a sentence what the embeddings tell apart."""
    share = found.farther
    if share is None:
        only = next(iter(found.changes))
        return f"Only pairs with a {only} change: what their cosines mean cannot be told without the other kind."
    if not share.is_known:
        return "Too few groups to tell whether a style change or a content change looks farther."
    style, content = found.changes[Change.STYLE].median.value, found.changes[Change.CONTENT].median.value
    medians = f"median cosine {style:.3f} after a style change, {content:.3f} after a content change"
    if share.low > 0.5:
        return f"The embeddings tell contents apart better than styles: {medians}."
    if share.high < 0.5:
        return f"The embeddings tell styles apart better than contents: {medians}."
    return f"No difference is shown between a style change and a content change: {medians}."


def _distribution(each: Distribution) -> str:
    quartiles = f"middle half {each.quantiles[0.25]:.3f} to {each.quantiles[0.75]:.3f}"
    return f"{counted(each.pairs, 'pair')}, median cosine {_cosine(each.median)}, {quartiles}"


def _cosine(interval: Interval) -> str:
    text = f"{interval.value:.3f}"
    return f"{text} ({interval.low:.3f} to {interval.high:.3f})" if interval.is_known else text


def _pooled(found: Similarity) -> str:
    pooled = found.embeddings.pooled
    return f"; {counted(pooled, 'embedding')} averaged over frames" if pooled else ""


def _unfit(found: Similarity) -> Iterator[str]:
    yield from _named("no embedding of", found.missing, "that pairs need")
    yield from _named("embeddings of", found.unknown, "that the set does not have")
    yield from _named("pairs name", found.strange, "that the set does not have")
    unusable = found.embeddings.unusable
    if unusable:
        told = "; ".join(f"{name}: {reason}" for name, reason in list(unusable.items())[:_MOST_REASONS])
        more = f"; and {len(unusable) - _MOST_REASONS:,} more" if len(unusable) > _MOST_REASONS else ""
        yield f"{counted(len(unusable), 'embedding')} that cannot be compared: {told}{more}"
    if found.left_out:
        yield f"left out: {counted(found.left_out, 'pair')} without two usable embeddings"


def _named(what: str, ids: Sequence[str], whose: str) -> Iterator[str]:
    if ids:
        yield f"{what} {counted(len(ids), 'id')} {whose}: {some_of(ids)}"
