"""Scores that were kept, in place of replies: what a judge has said need not be asked for again."""

from __future__ import annotations

import re
from pathlib import Path

from evaluation.errors import ReplyError
from evaluation.replies.joining import Joined
from evaluation.reports.reading import read_scores
from evaluation.reports.score import Score
from evaluation.scoring.measures import CHOICE, LLM_C, Scoring

_HEAD = re.compile(rb'\s*\{\s*"dataset"\s*:')  # as `score --out` writes it
_HOW = "score the replies again with `soundprobe evaluate score SET REPLIES --out FILE`"


def is_scores(path: Path) -> bool:
    """Say whether a file begins as one of scores does; false if it cannot be read."""
    try:
        with path.open("rb") as source:
            return _HEAD.match(source.read(200)) is not None
    except OSError:
        return False  # whoever reads it next says so


def read_stored(path: Path, *, base: str) -> tuple[Scoring, Joined]:
    """Read what `score --out` wrote, as the scorer had it.

    Parameters
    ----------
    path : pathlib.Path
        Scores of one model on one set.
    base : str
        The name of the set, or of the recipe whose clips and ids it shares.

    Returns
    -------
    Scoring
        Its value is None of strict choice, as the scorer leaves it.
    Joined
        Which replies did not fit; without the replies.

    Raises
    ------
    ReplyError
        If the scores are of other clips, or without those of each question.
    RecordError
        If it is no file of scores.
    """
    (score,) = read_scores([path])
    if base not in (score.dataset, score.variant.base if score.variant else ""):
        raise ReplyError(
            where=str(path),
            found=f"scores on the set {score.dataset}",
            wanted=f"scores on {base}, or on a set with its clips",
            remedy="name the set that they are of",
        )
    if score.items is None:
        raise ReplyError(where=str(path), found="no scores by question", wanted="those of each", remedy=_HOW)
    return _scoring(score), Joined(
        replies={},
        missing=score.replies.missing,
        repeated=score.replies.repeated,
        unknown=score.replies.unknown,
    )


def _scoring(score: Score) -> Scoring:
    return Scoring(
        measure=score.measure,
        verdicts=tuple(item.verdict for item in score.items or ()),
        value=None if score.measure in (CHOICE, LLM_C) else score.value,
        unit=score.unit,
        na_rate=score.na_rate or 0.0,
        details=dict(score.details),
    )
