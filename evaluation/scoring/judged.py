"""Score a set by a judge: correctness, points from 0 to 4, or replies that it brings into the reference's format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, TypeVar

from evaluation.asked import Question
from evaluation.certainty.scored import scored
from evaluation.certainty.tally import mean_score
from evaluation.judging.agreement import agree_on_verdicts
from evaluation.judging.correctness import PROMPT as CORRECTNESS
from evaluation.judging.correctness import judge_correctness
from evaluation.judging.extraction import PROMPT as EXTRACTION
from evaluation.judging.extraction import extract_number
from evaluation.judging.many import Judged, judge_many
from evaluation.judging.metered import MeteredJudge
from evaluation.judging.prompt import judge_prompt
from evaluation.judging.rating import Rating, count_ratings, rate
from evaluation.replies.joining import Joined
from evaluation.scoring.measures import CHOICE, LLM_C, RATING, Scoring, measured_scoring, require_prompt, scoring
from evaluation.scoring.unit_scores import TOP_POINTS
from evaluation.verdicts import Outcome, Verdict

if TYPE_CHECKING:
    from evaluation.metrics.registry import Metric

_NOT_JUDGED = (Outcome.MISSING, Outcome.UNJUDGED)

Result = TypeVar("Result")


def judged_scoring(
    questions: Sequence[Question], joined: Joined, judge: MeteredJudge, *, measure: str, seed: int = 0
) -> Scoring:
    """Score the replies of a set by a judge.

    Parameters
    ----------
    questions : sequence of Question
        The set.
    joined : Joined
        Its replies.
    judge : MeteredJudge
        Who judges, within its caps.
    measure : str
        `choice` or `LLM-C` for correctness; `rating:PROMPT` for 0 to 4 points by a prompt of the papers, such as
        `rating:sagi_voice_detective`; or a measure of numbers, such as `MSE`, over what the judge reads from replies.
    seed : int
        Of the intervals.

    Raises
    ------
    JudgeError
        If there is no such prompt, or the judge cannot be reached.
    MetricError
        If there is no such measure.
    """
    if measure in (CHOICE, LLM_C):
        return _correctness(questions, joined, judge, seed=seed)
    if measure.startswith(RATING):
        return _ratings(questions, joined, judge, prompt=measure.removeprefix(RATING), seed=seed)
    from evaluation.metrics.registry import metric_named

    return _extracted(questions, joined, judge, metric_named(measure), seed=seed)


def _correctness(questions: Sequence[Question], joined: Joined, judge: MeteredJudge, *, seed: int) -> Scoring:
    made = _judge(questions, joined, lambda text, question: judge_correctness(judge, text, question))
    verdicts = tuple(made.results.get(question.id) or _without(question, made, joined) for question in questions)
    closed = [question for question in questions if question.options]
    details = _details(judge, made, CORRECTNESS)
    if any(verdict.outcome not in _NOT_JUDGED for verdict in _of(closed, verdicts)):
        by_rules = scoring(closed, joined, measure=CHOICE).verdicts
        chosen = {verdict.id: verdict.chosen for verdict in by_rules}
        verdicts = tuple(replace(verdict, chosen=chosen.get(verdict.id, "")) for verdict in verdicts)
        groups = {question.id: question.group for question in questions}
        agreed = agree_on_verdicts(by_rules, _of(closed, verdicts), groups=groups, seed=seed)
        details["agreement_with_rules"] = agreed.to_json()
    return Scoring(measure=LLM_C, verdicts=verdicts, details=details)


def _ratings(questions: Sequence[Question], joined: Joined, judge: MeteredJudge, *, prompt: str, seed: int) -> Scoring:
    require_prompt(f"{RATING}{prompt}")
    made = _judge(questions, joined, lambda text, question: rate(judge, text, question, prompt=prompt))
    ratings: Mapping[str, Rating] = made.results
    verdicts = tuple(
        ratings[question.id].verdict() if question.id in ratings else _without(question, made, joined)
        for question in questions
    )
    value = mean_score(scored(questions, verdicts), bounds=(0.0, TOP_POINTS), seed=seed)
    details = {**_details(judge, made, prompt), "ratings": asdict(count_ratings(list(ratings.values())))}
    undecided = sum(verdict.score is None for verdict in verdicts)
    return Scoring(
        measure=f"{RATING}{prompt}",
        verdicts=verdicts,
        value=value,
        unit="points",
        na_rate=undecided / len(questions) if questions else 0.0,
        details={"direction": "higher", **details},
    )


def _extracted(
    questions: Sequence[Question], joined: Joined, judge: MeteredJudge, metric: Metric, *, seed: int
) -> Scoring:
    made = _judge(questions, joined, lambda text, question: extract_number(judge, text, question))
    values = {name: each.value for name, each in made.results.items()}
    given = [None if (value := values.get(question.id)) is None else repr(value) for question in questions]
    plain = measured_scoring(questions, joined, metric, given, seed=seed)
    echoed = sum(each.echoes_label for each in made.results.values())
    told = {**plain.details, **_details(judge, made, EXTRACTION), "echoes_of_the_label": echoed}
    return Scoring(
        measure=plain.measure,
        verdicts=plain.verdicts,
        value=plain.value,
        unit=plain.unit,
        na_rate=plain.na_rate,
        details=told,
    )


def _judge(questions: Sequence[Question], joined: Joined, one: Callable[[str, Question], Result]) -> Judged[Result]:
    jobs = {question.id: question for question in questions if question.id in joined.replies}
    return judge_many(jobs, lambda question: one(joined.replies[question.id].text, question))


def _without(question: Question, made: Judged[Any], joined: Joined) -> Verdict:
    """Say why there is no judgement."""
    if question.id not in joined.replies:
        return Verdict(id=question.id, outcome=Outcome.MISSING, reason="no reply")
    why = made.not_reached.get(question.id, made.stopped or "the judge was not asked")
    return Verdict(id=question.id, outcome=Outcome.UNJUDGED, reason=why)


def _of(questions: Sequence[Question], verdicts: Sequence[Verdict]) -> list[Verdict]:
    names = {question.id for question in questions}
    return [verdict for verdict in verdicts if verdict.id in names]


def _details(judge: MeteredJudge, made: Judged[Any], prompt: str) -> dict[str, Any]:
    return {
        "judge": judge.name,
        "prompt": dict(judge_prompt(prompt).described()),
        "calls": judge.spending.told(),
        "not_reached": dict(made.not_reached),
        "not_asked": list(made.not_asked),
    }
