"""Dynamic-SUPERB's regression post-processing: a judge takes the number out of a reply, or says N/A (App. E)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from evaluation.asked import Question
from evaluation.judging.asking import TRIES, UnusableReplyError, ask_until_usable
from evaluation.judging.judge import Judge
from evaluation.judging.prompt import judge_prompt
from evaluation.judging.slots import slot_values

PROMPT = "dynamic_superb_regression"

_NOT_APPLICABLE = re.compile(r"\AN\s*/?\s*A\Z", re.IGNORECASE)
_LEAD = re.compile(r"\A(?:-\s*)?your response\s*:\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """A reply, brought to the form of the reference.

    Parameters
    ----------
    id : str
        Of the question.
    value : float or None
        In the unit of the reference; None if the reply has none, which is N/A.
    reason : str
        Why there is none.
    attempts : int
        How often the judge was asked; 0 if it did not need to be.
    echoes_label : bool
        Whether the value is the label to the last digit while no number in the reply is: the judge, who sees the
        label, may have copied it. Such a value is kept, and told of.
    """

    id: str
    value: float | None
    reason: str = ""
    attempts: int = 0
    echoes_label: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    value: float | None


def read_number(text: str) -> float | None:
    """Read a judge's reply: a number, or None for N/A.

    Raises
    ------
    UnusableReplyError
        If it is neither.
    """
    bare = _LEAD.sub("", text.strip()).strip(" \t\n\"'`”“*").removesuffix(".").strip("\"'`”“")
    if _NOT_APPLICABLE.match(bare):
        return None
    if not _NUMBER.fullmatch(bare):
        raise UnusableReplyError("it is neither one number nor N/A")
    return _finite(bare)


def extract_number(
    judge: Judge, reply: str, question: Question, *, tries: int = TRIES, as_published: bool = False
) -> Extraction:
    """Let a judge bring a reply to the form of the label.

    Parameters
    ----------
    judge : Judge
        Who reads the reply.
    reply : str
        What the system under test said. An empty one is N/A without a call.
    question : Question
        With the reference as its label.
    tries : int
        How often the judge is asked at most.
    as_published : bool
        Whether to ask with the paper's words alone, which does not fence the reply in.

    Raises
    ------
    JudgeError
        If the judge cannot be reached.
    """
    if not reply.strip():
        return Extraction(id=question.id, value=None, reason="the reply is empty")
    template = judge_prompt(PROMPT)
    asked = template.filled(slot_values(template, reply, question), as_published=as_published)
    came = ask_until_usable(judge, template, asked, lambda text: _Read(read_number(text)), tries=tries)
    if came.value is None:
        reason = f"no number in {came.attempts} replies of the judge: {came.reason}"
        return Extraction(id=question.id, value=None, reason=reason, attempts=came.attempts)
    value = came.value.value
    return Extraction(
        id=question.id,
        value=value,
        reason="" if value is not None else f"{judge.name} finds no single value in the reply",
        attempts=came.attempts,
        echoes_label=value is not None and _echoes(value, reply, question.label),
    )


def _echoes(value: float, reply: str, label: str) -> bool:
    try:
        is_label = float(label) == value
    except ValueError:
        return False
    return is_label and all(float(each.replace("−", "-")) != value for each in _NUMBER.findall(reply))


def _finite(text: str) -> float:
    value = float(text.replace("−", "-"))
    if not math.isfinite(value):
        raise UnusableReplyError("the number is not finite")
    return value
