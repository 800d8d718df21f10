"""A model's score on a set, with everything that is needed to believe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.confusion import Confusion, confusion
from evaluation.certainty.hearing import Hearing, hearing
from evaluation.certainty.instructions import Instructions, instructions
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.pairing import earned
from evaluation.certainty.positions import Positions, positions
from evaluation.certainty.tally import Tally, tally
from evaluation.errors import ReplyError
from evaluation.judging.metered import MeteredJudge
from evaluation.replies.joining import Joined, join
from evaluation.replies.opening import open_replies
from evaluation.replies.provenance import provenance_of, require_control
from evaluation.scoring.judged import judged_scoring
from evaluation.scoring.measures import CHOICE, Scoring, measure_for, scoring
from evaluation.scoring.unit_scores import unit_scores
from evaluation.sets.question_set import QuestionSet
from evaluation.sets.variant import Variant, variant_of
from evaluation.verdicts import Outcome


@dataclass(frozen=True, kw_only=True)
class Breakdown:
    """Where answers to closed questions went.

    Parameters
    ----------
    positions : Positions
        By the place of the right option.
    instructions : Instructions
        By wording.
    confusion : Confusion
        By label.
    """

    positions: Positions
    instructions: Instructions
    confusion: Confusion

    def to_json(self) -> dict[str, Any]:
        """Give the tables as JSON values."""
        return {name: getattr(self, name).to_json() for name in ("positions", "instructions", "confusion")}


@dataclass(frozen=True, kw_only=True)
class ScoreCard:
    """One model on one set.

    Parameters
    ----------
    dataset, title, suite : str
        What was asked; a set that is not ours has no suite.
    level : int or None
        The suite's level.
    model : str
        What reports call it.
    scoring : Scoring
        The verdicts and the measure.
    joined : Joined
        Which replies did not fit.
    control_joins : mapping of str to Joined
        The same of each control's.
    ran_with : str
        The control that the replies themselves were given under, if that is known and it is one.
    tally : Tally
        Outcomes, accuracy, chance.
    breakdown : Breakdown or None
        Of closed questions.
    variant : Variant or None
        How the set asks; None if it is none of ours.
    groups : mapping of str to str
        By question, for reports: whoever compares models must hold groups together.
    hearings : tuple of Hearing
        Against runs in which the audio was replaced.
    departures : tuple of str
        What sets the build apart from the paper's set: its scores are no match for the paper's then.
    """

    dataset: str
    title: str
    suite: str
    level: int | None
    model: str
    scoring: Scoring
    joined: Joined
    tally: Tally
    breakdown: Breakdown | None = None
    variant: Variant | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    control_joins: Mapping[str, Joined] = field(default_factory=dict)
    ran_with: str = ""
    hearings: tuple[Hearing, ...] = ()
    departures: tuple[str, ...] = ()

    @property
    def value(self) -> Interval:
        """The score: the share of right answers, or the measure."""
        return self.scoring.value or self.tally.accuracy

    @property
    def holds(self) -> bool:
        """Whether each file has one reply for each question, and none besides, and a judge came to a result on each."""
        judged = all(verdict.outcome is not Outcome.UNJUDGED for verdict in self.scoring.verdicts)
        return judged and self.joined.fits and all(joined.fits for joined in self.control_joins.values())

    def to_json(self, *, items: bool = True) -> dict[str, Any]:
        """Give the card as JSON values, with a line for each question or without."""
        told: dict[str, Any] = {
            "dataset": self.dataset,
            "title": self.title,
            "suite": self.suite,
            "level": self.level,
            "model": self.model,
            "measure": self.scoring.measure,
            "unit": self.scoring.unit,
            "value": self.value.to_json(),
            "na_rate": self.scoring.na_rate if self.scoring.value else self.tally.not_applicable_rate,
            "details": json_values(self.scoring.details),
            "tally": self.tally.to_json(),
            "breakdown": self.breakdown.to_json() if self.breakdown else None,
            "hearing": [each.to_json() for each in self.hearings],
            "replies": self.joined.to_json(),
            "departures": list(self.departures),
            "variant": self.variant.to_json() if self.variant else None,
            "control": self.ran_with,
            "control_replies": {name: joined.to_json() for name, joined in self.control_joins.items()},
        }
        if items:
            groups = self.groups
            told["items"] = [
                {
                    "id": verdict.id,
                    "group": groups.get(verdict.id, ""),
                    "outcome": verdict.outcome.value,
                    "chosen": verdict.chosen,
                    "score": verdict.score,
                    "reason": verdict.reason,
                }
                for verdict in self.scoring.verdicts
            ]
        return told


def score_replies(
    questions: QuestionSet,
    replies: Path,
    *,
    model: str = "",
    measure: str = "",
    controls: Sequence[tuple[str, Path]] = (),
    judge: MeteredJudge | None = None,
    seed: int = 0,
) -> ScoreCard:
    """Score a file of replies.

    Parameters
    ----------
    questions : QuestionSet
        The set.
    replies : pathlib.Path
        JSON lines, or a log of inspect-ai.
    model : str
        What reports call the model; empty for the name that the run recorded, or else the file's.
    measure : str
        As `scoring.measures.scoring` takes it; empty for what the set's recipe declares, or else strict choice.
    controls : sequence of pairs of str and pathlib.Path
        Name of a control, and the replies of the same model under it.
    judge : MeteredJudge, optional
        Who judges, instead of rules.
    seed : int
        Of the intervals.

    Raises
    ------
    ReplyError
        If a file cannot be read, open questions are scored without a measure, or a control's replies are known to be
        of another control, model or set.
    MetricError
        If there is no such measure.
    """
    asked = questions.questions
    named = measure_for(asked, measure, recipe=questions.recipe, judged=judge is not None)
    joined = join(asked, open_replies(replies))

    def made_of(given: Joined) -> Scoring:
        if judge is not None:
            return judged_scoring(asked, given, judge, measure=named, seed=seed)
        return scoring(asked, given, measure=named, seed=seed)

    made = made_of(joined)
    run = provenance_of(replies)
    if run.dataset and run.dataset != questions.name:
        raise ReplyError(
            where=str(replies),
            found=f"replies to the set {run.dataset}",
            wanted=f"replies to {questions.name}",
            remedy="name the set that they are of",
        )
    control_joins = {}
    for name, path in controls:
        require_control(path, control=name, of=run)
        control_joins[name] = join(asked, open_replies(path))
    return ScoreCard(
        dataset=questions.name,
        title=questions.title,
        suite=questions.header.suite if questions.header else "",
        level=questions.level,
        model=model or run.model or replies.stem,
        scoring=made,
        joined=joined,
        groups={question.id: question.group for question in asked},
        tally=tally(asked, made.verdicts, seed=seed),
        breakdown=_breakdown(asked, made, seed=seed) if named == CHOICE else None,
        departures=questions.departures,
        variant=variant_of(questions.recipe) if questions.recipe else None,
        control_joins=control_joins,
        ran_with=run.control if run.control != "none" else "",
        hearings=tuple(
            _hearing(asked, made, made_of(other), control=name, seed=seed) for name, other in control_joins.items()
        ),
    )


def _hearing(asked: Sequence[Question], made: Scoring, other: Scoring, *, control: str, seed: int) -> Hearing:
    if made.value is None:
        return hearing(asked, made.verdicts, other.verdicts, control=control, seed=seed)
    return hearing(asked, unit_scores(made), unit_scores(other), control=control, measure=earned, seed=seed)


def _breakdown(asked: Sequence[Question], made: Scoring, *, seed: int) -> Breakdown:
    return Breakdown(
        positions=positions(asked, made.verdicts, seed=seed),
        instructions=instructions(asked, made.verdicts, seed=seed),
        confusion=confusion(asked, made.verdicts),
    )
