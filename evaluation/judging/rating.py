"""Rate an open reply from 0 to 4: emotion translation, spoken English coach, voice detective."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.asked import Question
from evaluation.judging.asking import TRIES, ask_until_usable
from evaluation.judging.judge import Judge
from evaluation.judging.prompt import judge_prompt
from evaluation.judging.scores import TOP, Form, read_score
from evaluation.judging.slots import slot_values
from evaluation.verdicts import Outcome, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Rating:
    """A reply, rated.

    Parameters
    ----------
    id : str
        Of the question.
    score : float or None
        From 0 to 4; None, which is N/A, if the judge gave none that could be used.
    reason : str
        The judge's, or why there is no score.
    attempts : int
        How often the judge was asked; 0 if it did not need to be.
    clamped : bool
        Whether the judge went outside 0 to 4.
    form : Form or None
        How the score was given.
    """

    id: str
    score: float | None
    reason: str = ""
    attempts: int = 0
    clamped: bool = False
    form: Form | None = None

    def verdict(self) -> Verdict:
        """Give it as a verdict: full marks are right, no score is N/A, and the score keeps its unit."""
        outcome = Outcome.WRONG if self.score is not None else Outcome.UNJUDGED
        if self.score == TOP:
            outcome = Outcome.RIGHT
        return Verdict(id=self.id, outcome=outcome, score=self.score, reason=self.reason)


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingCounts:
    """What became of many ratings.

    Parameters
    ----------
    rated, not_rated : int
        Replies with and without a score.
    clamped : int
        Scores that were given outside 0 to 4.
    free : int
        Scores that came in the free form instead of JSON.
    asked_again : int
        Replies for which the judge was asked more than once.
    mean : float or None
        Of the scores, from 0 to 4.
    """

    rated: int
    not_rated: int
    clamped: int
    free: int
    asked_again: int
    mean: float | None


def rate(
    judge: Judge,
    reply: str,
    question: Question,
    *,
    prompt: str,
    examples: str = "",
    tries: int = TRIES,
    as_published: bool = False,
) -> Rating:
    """Let a judge rate a reply.

    An empty reply gets 0 without a call: every rubric gives points for what is said.

    Parameters
    ----------
    judge : Judge
        Who rates.
    reply : str
        What the system under test said.
    question : Question
        With the reference as its label.
    prompt : str
        The name of the prompt, such as `sagi_voice_detective`.
    examples : str
        Worked examples for the prompt; empty for none.
    tries : int
        How often the judge is asked at most.
    as_published : bool
        Whether to ask with the paper's words alone, which does not fence the reply in.

    Raises
    ------
    JudgeError
        If the judge cannot be reached, or the set lacks what the prompt needs.
    """
    if not reply.strip():
        return Rating(id=question.id, score=0.0, reason="the reply is empty")
    template = judge_prompt(prompt)
    values = slot_values(template, reply, question, examples=examples)
    asked = template.filled(values, as_published=as_published)
    came = ask_until_usable(judge, template, asked, read_score, tries=tries)
    if came.value is None:
        reason = f"no score in {came.attempts} replies of the judge: {came.reason}"
        return Rating(id=question.id, score=None, reason=reason, attempts=came.attempts)
    return Rating(
        id=question.id,
        score=came.value.value,
        reason=came.value.reason,
        attempts=came.attempts,
        clamped=came.value.clamped,
        form=came.value.form,
    )


def count_ratings(ratings: Iterable[Rating]) -> RatingCounts:
    """Count what became of ratings, and take the mean of those with a score."""
    all_of_them = list(ratings)
    scores = [each.score for each in all_of_them if each.score is not None]
    return RatingCounts(
        rated=len(scores),
        not_rated=len(all_of_them) - len(scores),
        clamped=sum(each.clamped for each in all_of_them),
        free=sum(each.form is Form.FREE for each in all_of_them),
        asked_again=sum(each.attempts > 1 for each in all_of_them),
        mean=sum(scores) / len(scores) if scores else None,
    )
