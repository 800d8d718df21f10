"""Whether a term stands in a transcript (SAGI paper, App. C.3.3)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from evaluation.metrics.errors import MetricError
from evaluation.metrics.framing import unframed
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.normalising import characters, english_words
from evaluation.metrics.pairing import Hypotheses, check_lengths
from evaluation.metrics.statistic import mean_of


def term_accuracy(
    terms: Collection[str],
    hypotheses: Hypotheses,
    *,
    language: str = "zh",
    known: Collection[str] = (),
    frame: str | re.Pattern[str] | None = "speech-zh",
) -> Measured:
    """Give the share of transcripts in which the term stands, whatever stands around it.

    Parameters
    ----------
    terms : collection of str
        One for each hypothesis, in order.
    hypotheses : sequence of (str or None)
        The replies; None is N/A.
    language : str
        "en": the term's words stand one after the other, after Whisper's English normalisation. "zh": its characters
        do, after the basic one.
    known : collection of str
        The other terms of the set. Chinese has no word boundaries: where a longer known term holds this one, as
        "甲状腺软骨" holds "甲状腺", its place in the transcript does not count as the shorter term's.
    frame : str, pattern or None
        The reply's frame (see `framing.unframed`).

    Returns
    -------
    Measured
        From 0 to 1. Near misses are wrong: there is no partial credit, and no conversion of script variants.

    Raises
    ------
    MetricError
        If a term holds nothing after normalisation, or the lengths differ.
    MissingLibraryError
        If whisper-normalizer is not installed.
    """
    expected = list(terms)
    check_lengths(expected, hypotheses)
    split = english_words if language == "en" else characters
    sought = {term: split(term) for term in {*expected, *known}}
    scores: list[float | None] = []
    for at, (term, reply) in enumerate(zip(expected, hypotheses, strict=True)):
        if not sought[term]:
            raise MetricError(
                where=f"term {at + 1} of {len(expected)}",
                found=repr(term),
                wanted="a term with letters or digits",
                remedy="correct the reference",
            )
        if reply is None:
            scores.append(None)
            continue
        said = split(reply if frame is None else unframed(reply, frame))
        longer = [other for other in sought.values() if len(other) > len(sought[term])]
        scores.append(float(_stands(sought[term], said, longer)))
    return measured(mean_of(scores), valid=[score is not None for score in scores], per_item=scores)


def _stands(term: list[str], said: list[str], longer: list[list[str]]) -> bool:
    """Find the term at a place that no longer known term covers."""
    holding = [other for other in longer if next(_places(term, other), None) is not None]
    covered = [range(start, start + len(other)) for other in holding for start in _places(other, said)]
    return any(
        not any(start in place and start + len(term) <= place.stop for place in covered)
        for start in _places(term, said)
    )


def _places(part: list[str], whole: list[str]) -> Iterator[int]:
    return (at for at in range(len(whole) - len(part) + 1) if whole[at : at + len(part)] == part)
