"""A Python function as a model: `module:function`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from evaluation.errors import ModelError
from evaluation.models.protocol import Answer, Prompt
from manifests.digest import file_sha256

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
                found=f"{type(error).__name__}: {error} ({_place(error)})",
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
    module_name, _, attribute = name.partition(":")
    module_name = module_name.removesuffix(".py")  # the file's name for the module's: the likeliest slip
    here = os.fspath(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:  # importing runs the user's code
        place = "" if isinstance(error, ModuleNotFoundError) else f" ({_place(error)})"
        raise ModelError(
            where=f"--model {name}",
            found=f"{type(error).__name__}: {error}{place}",
            wanted=_WANTED,
            remedy="check the name, and that the module is in this folder or installed",
        ) from error
    function = getattr(module, attribute, None)
    if not callable(function):
        offered = [each for each in vars(module) if not each.startswith("_") and callable(getattr(module, each))]
        raise ModelError(
            where=f"--model {name}",
            found=f"no function {attribute!r} in {module_name}"
            + (f"; it has {', '.join(offered[:5])}" if offered else ""),
            wanted=_WANTED,
            remedy="correct the name after the colon",
        )
    return Called(name, function, code_sha256=_code_of(module))


def _code_of(module: ModuleType) -> str:
    path = getattr(module, "__file__", None)
    return file_sha256(Path(path)) if path and Path(path).is_file() else ""


def _place(error: BaseException) -> str:
    frames = extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "no place known"
