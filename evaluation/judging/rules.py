"""The rule-based judge of closed questions, and the choice between it and a model."""

from __future__ import annotations

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice
from evaluation.errors import JudgeError
from evaluation.judging.asking import TRIES
from evaluation.judging.correctness import judge_correctness
from evaluation.judging.judge import Judge
from evaluation.verdicts import Verdict

RULES = "rules"  # what reports call the rule-based judge


def judge_reply(reply: str, question: Question, *, judge: Judge | None = None, tries: int = TRIES) -> Verdict:
    """Say whether a reply is right: by rule, unless a judge is given.

    Parameters
    ----------
    reply : str
        What the system under test said.
    question : Question
        With options, unless a judge is given.
    judge : Judge or None
        A model that judges instead (LLM-C).
    tries : int
        How often it is asked at most.

    Raises
    ------
    JudgeError
        If the question is open and no judge is given, or the judge cannot be reached.
    """
    if judge is not None:
        return judge_correctness(judge, reply, question, tries=tries)
    if not question.options:
        raise JudgeError(
            where=f"question {question.id}",
            found="no options to choose from",
            wanted="a closed question, for the rule-based judge",
            remedy="name a model as the judge",
        )
    return judge_choice(reply, question)
