"""Find a judge by the name that a user gives."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from evaluation.errors import JudgeError
from evaluation.judging.inspected import InspectJudge
from evaluation.judging.judge import CalledJudge, Judge
from evaluation.price import Price

_WANTED = "a model as inspect names it, such as openai/gpt-4o, or module:function"


@contextmanager
def open_judge(name: str, *, price: Price | None = None) -> Iterator[Judge]:
    """Open a judge for the time of a `with` block.

    Parameters
    ----------
    name : str
        A model of inspect-ai (with a slash), or `module:function` of the working directory or an installed module; the
        function takes a text and gives a text or a `JudgeReply`.
    price : Price or None
        What the tokens of a model cost.

    Raises
    ------
    JudgeError
        If there is no such judge.
    MissingLibraryError
        If inspect-ai is needed and not installed.
    """
    if "/" in name:
        with InspectJudge(name, price=price) as judge:
            yield judge
    else:
        yield _called(name)


def _called(name: str) -> CalledJudge:
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute):
        raise JudgeError(where="judge", found=f"{name!r}", wanted=_WANTED, remedy="correct the name")
    here = os.fspath(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        function = getattr(import_module(module_name), attribute, None)
    except Exception as error:  # importing runs the user's code
        raise JudgeError(
            where=f"judge {name}",
            found=f"{type(error).__name__}: {error}",
            wanted=_WANTED,
            remedy="check the name, and that the module is in this folder or installed",
        ) from error
    if not callable(function):
        raise JudgeError(
            where=f"judge {name}",
            found=f"no function {attribute!r} in {module_name}",
            wanted=_WANTED,
            remedy="correct the name after the colon",
        )
    return CalledJudge(name, function)
