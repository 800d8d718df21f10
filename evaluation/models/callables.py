"""A Python function as a model: `module:function`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evaluation.answer import Answer
from evaluation.errors import ModelError
from evaluation.functions import function_named, place_of
from evaluation.models.protocol import Prompt

_WANTED = "module:function, where function(prompt) takes a Prompt and gives a text"


class Called:
    """Answers by calling a function with the prompt.

    Parameters
    ----------
    name : str
        What reports call it.
    function : callable
        Takes a `Prompt`, gives a text or an `Answer`.
    code_sha256 : str
        Of the file that it stands in: replies of a function that was changed since are not gone on with.
    """

    def __init__(self, name: str, function: Callable[[Prompt], Any], *, code_sha256: str = "") -> None:
        self.name = name
        self.settings = {"code_sha256": code_sha256}
        self._function = function

    def answer(self, prompt: Prompt) -> Answer:
        """Call it.

        Raises
        ------
        ModelError
            If it breaks off or gives something else.
        """
        try:
            given = self._function(prompt)
        except (Exception, SystemExit) as error:  # whatever the user's code does, the question and its line are named
            raise ModelError(
                where=f"{self.name}, question {prompt.id}",
                found=f"{type(error).__name__}: {error} ({place_of(error)})",
                wanted="a function that answers",
                remedy="correct it; what was answered is kept",
            ) from error
        if isinstance(given, Answer) and isinstance(given.text, str):
            return given
        if isinstance(given, str):
            return Answer(text=given)
        kind = f"an Answer with a text of the kind {type(given.text).__name__}" if isinstance(given, Answer) else ""
        raise ModelError(
            where=f"{self.name}, question {prompt.id}",
            found=kind or f"a value of the kind {type(given).__name__}",
            wanted="a text",
            remedy="let the function return what the model said, word for word",
        )


def called(name: str) -> Called:
    """Find the function `module:function`; modules of the working directory are found too.

    Raises
    ------
    ModelError
        If there is no such module or function, or the module cannot be imported.
    """
    found = function_named(name, where=f"--model {name}", wanted=_WANTED, error=ModelError)
    return Called(name, found.call, code_sha256=found.code_sha256)
