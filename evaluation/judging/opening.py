"""Find a judge by the name that a user gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from evaluation.errors import JudgeError
from evaluation.functions import function_named
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
        function takes a text and gives a text or a `Answer`.
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
    found = function_named(name, where=f"judge {name}", wanted=_WANTED, error=JudgeError)
    # Its replies are kept under its name: a function that has changed is another judge.
    return CalledJudge(f"{name} {found.code_sha256[:12]}".strip(), found.call)
