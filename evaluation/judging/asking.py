"""Ask a judge until its reply can be used, a few times, and say why if it never can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from evaluation.errors import JudgeError
from evaluation.judging.judge import Judge
from evaluation.judging.metered import CapError
from evaluation.judging.prompt import JudgePrompt
from evaluation.judging.quoting import spoken

TRIES = 3  # as the published suite's own judge has

Value = TypeVar("Value")


class UnusableReplyError(Exception):
    """A reply is not of the form that was asked for; the message says how, without quoting the reply."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked(Generic[Value]):
    """What came of asking.

    Parameters
    ----------
    value : object or None
        What the reply says; None if no reply could be used.
    attempts : int
        How often the judge was asked.
    reason : str
        Why the last reply could not be used; empty if it could.
    reply : str
        The last reply, word for word.
    """

    value: Value | None
    attempts: int
    reason: str = ""
    reply: str = ""


def ask_until_usable(
    judge: Judge, prompt: JudgePrompt, asked: str, parse: Callable[[str], Value], *, tries: int = TRIES
) -> Asked[Value]:
    """Ask, read the reply, and ask again with the reason if it cannot be read.

    The reason never quotes a reply: what the system under test wrote must not come back as our words.

    Parameters
    ----------
    judge : Judge
        Who is asked. A call that fails counts as a try.
    prompt : JudgePrompt
        Knows how to ask again.
    asked : str
        The prompt with its slots filled.
    parse : callable
        Takes a reply and gives its value, or raises `UnusableReplyError`.
    tries : int
        How often the judge is asked at most.

    Raises
    ------
    CapError
        If asking could exceed a cap.
    JudgeError
        If the last call failed.
    """
    question, reason, text = asked, "", ""
    for attempt in range(1, tries + 1):
        try:
            text = judge.ask(question).text
        except CapError:
            raise
        except JudgeError:
            if attempt == tries:
                raise
            continue
        try:
            return Asked(value=parse(spoken(text)), attempts=attempt, reply=text)
        except UnusableReplyError as error:
            reason = str(error)
            question = prompt.again(asked, attempt=attempt + 1, reason=reason)
    return Asked(value=None, attempts=tries, reason=reason, reply=text)
