"""The two sides of a comparison: replies that are scored now, or scores that were kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evaluation.errors import ReplyError
from evaluation.replies.joining import Joined, join
from evaluation.replies.opening import open_replies
from evaluation.reports.stored import is_scores, read_stored
from evaluation.scoring.measures import LLM_C, RATING, Scoring, measure_for, scoring
from evaluation.sets.question_set import QuestionSet


@dataclass(frozen=True, kw_only=True)
class Side:
    """One file.

    Parameters
    ----------
    path : pathlib.Path
        Where it is.
    name : str
        What to call it, other than the other side's.
    scoring : Scoring
        The verdicts.
    joined : Joined
        Which replies did not fit.
    """

    path: Path
    name: str
    scoring: Scoring
    joined: Joined


def sides_of(
    questions: QuestionSet, first: Path, second: Path, *, measure: str = "", seed: int = 0
) -> tuple[Side, Side]:
    """Open both sides under one measure.

    Parameters
    ----------
    questions : QuestionSet
        The set.
    first, second : pathlib.Path
        Replies, or scores as `score --out` writes them.
    measure : str
        Of replies; empty for that of the scores beside them, or else the recipe's.
    seed : int
        Of intervals.

    Raises
    ------
    ReplyError
        If the files are one, the scores are by two measures, or replies would need a judge.
    RecordError
        If a file of scores is none.
    MetricError
        If there is no such measure.
    """
    if first.resolve() == second.resolve():
        raise ReplyError(where=str(second), found="the same file twice", wanted="two files", remedy="name the other")
    base = questions.recipe.draws if questions.recipe else questions.name
    kept = {path: read_stored(path, base=base) for path in (first, second) if is_scores(path)}
    measures = dict.fromkeys(made.measure for made, _ in kept.values())
    named = measure or next(iter(measures), "") or measure_for(questions.questions, "", recipe=questions.recipe)
    found = [kept.get(path) or _scored(questions, path, named, seed=seed) for path in (first, second)]
    for path, (made, _) in zip((first, second), found, strict=True):
        if made.measure != named:
            raise ReplyError(
                where=str(path),
                found=f"scores by {made.measure}",
                wanted=f"scores by {named}, as of the other side",
                remedy=f"score the replies again with --measure {named} --out FILE",
            )
    names = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
    one, two = (
        Side(path=path, name=name, scoring=made, joined=joined)
        for path, name, (made, joined) in zip((first, second), names, found, strict=True)
    )
    return one, two


def _scored(questions: QuestionSet, path: Path, measure: str, *, seed: int) -> tuple[Scoring, Joined]:
    if measure.startswith(RATING) or measure == LLM_C:
        raise ReplyError(
            where=str(path),
            found=f"replies, and {measure} is a judge's to give",
            wanted="scores that a judge has given",
            remedy="score both files with `soundprobe evaluate score SET REPLIES --judge NAME --out FILE`, and compare "
            "what it writes",
        )
    joined = join(questions.questions, open_replies(path))
    return scoring(questions.questions, joined, measure=measure, seed=seed), joined
