"""What a set is scored by: strict choice, one of the papers' measures, or transcripts as SAGI scores them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from evaluation.asked import Question
from evaluation.certainty.bootstrap import statistic_interval
from evaluation.certainty.interval import Interval
from evaluation.choosing.judge import judge_choice
from evaluation.errors import JudgeError, ReplyError
from evaluation.replies.joining import Joined
from evaluation.verdicts import Outcome, Verdict

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from evaluation.metrics.measured import Measured
    from evaluation.metrics.registry import Metric

CHOICE, SAGI_WER, SAGI_CER = "choice", "sagi-wer", "sagi-cer"
LLM_C, RATING = "LLM-C", "rating:"
# The paper's terms are Chinese; by `-en` English ones are found as whole words.
SAGI_TERMS = {"sagi-terms": ("zh", "speech-zh"), "sagi-terms-en": ("en", "speech")}
_ANY, _SHARE, _RATE = (-math.inf, math.inf), (0.0, 1.0), (0.0, math.inf)  # between which a measure lies


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What a measure made of a set's replies.

    Parameters
    ----------
    measure : str
        Its name.
    verdicts : tuple of Verdict
        One for each question, in the set's order.
    value : Interval or None
        The measure over the set, where it is not the share of right answers.
    unit : str
        Of the value.
    na_rate : float
        Share of the questions that have no score.
    details : mapping
        What else the measure has to tell.
    """

    measure: str
    verdicts: tuple[Verdict, ...]
    value: Interval | None = None
    unit: str = "share"
    na_rate: float = 0.0
    details: dict[str, Any] = field(default_factory=dict)


def measure_for(
    questions: Sequence[Question], named: str, *, recipe: Recipe | None = None, judged: bool = False
) -> str:
    """Settle by what a set is scored.

    Parameters
    ----------
    questions : sequence of Question
        The set.
    named : str
        What the user named; it goes before all else.
    recipe : Recipe, optional
        What the set was built from: that of an open task declares its measure.
    judged : bool
        Whether there is a judge: then correctness is its say, unless the recipe asks for points.

    Raises
    ------
    ReplyError
        If no measure is named or declared and some questions are open.
    JudgeError
        If it names no prompt that gives points.
    """
    require_prompt(named)
    declared = recipe.measure if recipe else ""
    if judged and not declared.startswith(RATING):
        declared = LLM_C
    if named or declared:
        return named or declared
    open_ones = [question.id for question in questions if not question.options]
    if open_ones:
        raise ReplyError(
            where="--measure",
            found=f"none named, and {len(open_ones):,} of {len(questions):,} questions have no options",
            wanted="a measure for open questions",
            remedy=f"name one, such as --measure WER or --measure {SAGI_WER}",
        )
    return CHOICE


def require_prompt(measure: str) -> None:
    """Refuse a `rating:` of no prompt that gives points; other measures pass.

    Raises
    ------
    JudgeError
        If there is no such prompt.
    """
    if not measure.startswith(RATING):
        return
    from evaluation.judging.prompt import prompt_names

    name = measure.removeprefix(RATING)
    names = [each for each in prompt_names() if each.startswith("sagi_")]  # the others ask for no points
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0.4)
        raise JudgeError(
            where=f"--measure {measure}",
            found="no such prompt",
            wanted=f"one of {', '.join(RATING + each for each in names)}",
            remedy=f"did you mean {RATING}{near[0]}?" if near else "take one of these",
        )


def scoring(questions: Sequence[Question], joined: Joined, *, measure: str, seed: int = 0) -> Scoring:
    """Score the replies of a set.

    Parameters
    ----------
    questions : sequence of Question
        The set.
    joined : Joined
        Its replies.
    measure : str
        `choice`, `sagi-wer`, `sagi-cer`, `sagi-terms`, or a measure of Dynamic-SUPERB's tables, such as `WER`.
    seed : int
        Of the intervals.

    Raises
    ------
    MetricError
        If there is no such measure, or a reference is not in its format.
    MissingLibraryError
        If it needs a library of the extra `eval`.
    """
    if measure == CHOICE:
        return Scoring(measure=measure, verdicts=tuple(_choice(question, joined) for question in questions))
    if measure in (SAGI_WER, SAGI_CER):
        return _transcripts(questions, joined, language="en" if measure == SAGI_WER else "zh", seed=seed)
    if measure in SAGI_TERMS:
        return _terms(questions, joined, measure=measure, seed=seed)
    from evaluation.metrics.registry import metric_named

    if measure.startswith(RATING):
        raise ReplyError(
            where=f"--measure {measure}",
            found="no judge",
            wanted="a judge, who gives the points",
            remedy="add --judge, such as --judge openai/gpt-4o or --judge module:function",
        )
    if measure in ("accuracy", "acc", "ACC") and all(question.options for question in questions):
        raise ReplyError(
            where=f"--measure {measure}",
            found="a set of closed questions",
            wanted=f"--measure {CHOICE}, which gives the accuracy of choices",
            remedy="leave --measure out",
        )
    return _measured(questions, joined, metric_named(measure), seed=seed)


def _choice(question: Question, joined: Joined) -> Verdict:
    reply = joined.replies.get(question.id)
    if reply is None:
        return Verdict(id=question.id, outcome=Outcome.MISSING, reason="no reply")
    return judge_choice(reply.text, question)


def _measured(questions: Sequence[Question], joined: Joined, metric: Metric, *, seed: int) -> Scoring:
    from evaluation.metrics.extracting import extract

    replies = [joined.replies.get(question.id) for question in questions]
    given: list[str | None] = [reply.text if reply else None for reply in replies]
    if metric.is_post_processed:
        pairs = zip(given, questions, strict=True)
        given = [None if text is None else extract(text, question.label) for text, question in pairs]
    return measured_scoring(questions, joined, metric, given, seed=seed)


def measured_scoring(
    questions: Sequence[Question], joined: Joined, metric: Metric, given: Sequence[str | None], *, seed: int
) -> Scoring:
    """Measure replies that have been brought into the reference's format, or could not be (None).

    Raises
    ------
    MetricError
        If a reference is not in the measure's format.
    """
    made = metric.measure([question.label for question in questions], given)
    interval = _interval(questions, made, seed=seed)
    return Scoring(
        measure=metric.name,
        verdicts=tuple(_verdict(*each, joined) for each in zip(questions, given, made.per_item, strict=True)),
        value=interval,
        unit=metric.unit,
        na_rate=made.na_rate,
        details={
            "title": metric.title,
            "direction": metric.direction.value,
            "undefined": made.reason,
            "signature": made.signature,
        },
    )


def _transcripts(questions: Sequence[Question], joined: Joined, *, language: str, seed: int) -> Scoring:
    from evaluation.metrics.transcripts import transcripts

    replies = [joined.replies.get(question.id) for question in questions]
    given = [reply.text if reply else None for reply in replies]
    labels = [question.label for question in questions]
    made = transcripts(labels, given, language=language, frame=transcript_frame(questions))
    rates = made.rates.per_item
    told = {
        name: _interval(questions, getattr(made, name), seed=seed, bounds=bounds).to_json()
        for name, bounds in (("rates", _RATE), ("completed", _SHARE), ("corpus", _RATE), ("hallucinated", _SHARE))
    }
    lengths = {name: getattr(made.lengths, name) for name in ("poor", "truncated", "over_long")}
    return Scoring(
        measure=SAGI_WER if language == "en" else SAGI_CER,
        verdicts=tuple(_verdict(*each, joined) for each in zip(questions, given, rates, strict=True)),
        value=_interval(questions, made.mean_of_completed, seed=seed, bounds=_SHARE),  # those over 1 are not completed
        na_rate=made.rates.na_rate,
        details={"direction": "lower", "lacks_asr": made.lacks_asr, "lengths": lengths, **told},
    )


def transcript_frame(questions: Sequence[Question]) -> re.Pattern[str]:
    """Give the words around which transcripts were asked for; where the question is spoken, either kind's."""
    from evaluation.metrics.framing import FRAMES

    asked = " ".join({question.asked.casefold() for question in questions})
    if "lyrics" in asked or "person says" in asked:
        return FRAMES["lyrics" if "lyrics" in asked else "speech"]
    speech, lyrics = FRAMES["speech"], FRAMES["lyrics"]
    return re.compile(f"{speech.pattern}|{lyrics.pattern}", speech.flags | lyrics.flags)


def _terms(questions: Sequence[Question], joined: Joined, *, measure: str, seed: int) -> Scoring:
    from evaluation.metrics.terms import term_accuracy

    language, frame = SAGI_TERMS[measure]
    replies = [joined.replies.get(question.id) for question in questions]
    given = [reply.text if reply else None for reply in replies]
    terms = [question.label for question in questions]
    made = term_accuracy(terms, given, language=language, known=set(terms), frame=frame)
    outcomes = {1.0: Outcome.RIGHT, 0.0: Outcome.WRONG}
    return Scoring(
        measure=measure,
        verdicts=tuple(
            Verdict(
                id=question.id,
                outcome=Outcome.MISSING if score is None else outcomes[score],
                score=score,
                reason="no reply" if score is None else "the term is there" if score else "the term is not there",
            )
            for question, score in zip(questions, made.per_item, strict=True)
        ),
        value=_interval(questions, made, seed=seed, bounds=_SHARE),
        na_rate=made.na_rate,
        details={"direction": "higher", "title": "share of transcripts in which the term stands"},
    )


def _interval(
    questions: Sequence[Question], made: Measured, *, seed: int, bounds: tuple[float, float] = _ANY
) -> Interval:
    if made.value is None:
        nan = float("nan")
        return Interval(value=nan, low=nan, high=nan, items=made.items, groups=0, note=made.reason)
    return statistic_interval(made.draws, [question.group for question in questions], bounds=bounds, seed=seed)


def _verdict(question: Question, given: str | None, score: float | None, joined: Joined) -> Verdict:
    if question.id not in joined.replies:
        return Verdict(id=question.id, outcome=Outcome.MISSING, reason="no reply")
    if given is None:
        return Verdict(id=question.id, outcome=Outcome.UNPARSABLE, reason="nothing in the reference's format")
    exact = score is not None and given.strip() == question.label.strip()
    outcome = Outcome.RIGHT if exact else Outcome.WRONG
    return Verdict(id=question.id, outcome=outcome, chosen=given, score=score, reason="as measured")
