"""What a judge is to us: something that is asked a text and replies; a Python function can be one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from evaluation.answer import Answer
from evaluation.errors import JudgeError


class Judge(Protocol):
    """Anything that can be asked.

    Attributes
    ----------
    name : str
        What reports and caches call it: with whatever makes it reply otherwise (model, temperature).
    """

    name: str

    def ask(self, prompt: str) -> Answer:
        """Reply to a text; called from several threads at once.

        Raises
        ------
        JudgeError
            If it cannot be reached.
        """

    def most_usd(self, prompt: str) -> float | None:
        """Say what asking this can cost at most, before it is asked; None if no price is known."""


class CalledJudge:
    """A Python function as a judge.

    Parameters
    ----------
    name : str
        What reports and caches call it.
    function : callable
        Takes a text, gives a text or a `Answer`.
    most_usd_a_call : float or None
        What a call can cost at most; a cap on spend needs it.
    """

    def __init__(
        self, name: str, function: Callable[[str], str | Answer], *, most_usd_a_call: float | None = None
    ) -> None:
        self.name = name
        self._function = function
        self._most_usd = most_usd_a_call

    def ask(self, prompt: str) -> Answer:
        """Call it.

        Raises
        ------
        JudgeError
            If it breaks off, or gives something else.
        """
        try:
            given = self._function(prompt)
        except JudgeError:
            raise
        except Exception as error:  # whatever the user's code does is told as the judge's failure
            raise unreached(self.name, error) from error
        if isinstance(given, Answer):
            return given
        if isinstance(given, str):
            return Answer(text=given)
        raise JudgeError(
            where=f"judge {self.name}",
            found=f"a value of the kind {type(given).__name__}",
            wanted="a text",
            remedy="let the function return what the judge said, word for word",
        )

    def most_usd(self, prompt: str) -> float | None:  # noqa: ARG002
        """Give the bound that was stated."""
        return self._most_usd


def unreached(name: str, error: BaseException) -> JudgeError:
    """Say that a judge broke off."""
    lines = str(error).strip().splitlines()
    return JudgeError(
        where=f"judge {name}",
        found=f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__,
        wanted="a reply",
        remedy="put it right and run again: with a cache, what was judged is kept",
    )
