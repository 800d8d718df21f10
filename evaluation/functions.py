"""Find a Python function by `module:function`, for whoever takes one as a model or a judge."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from manifests.digest import file_sha256
from manifests.errors import SoundprobeError


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """A function, and the code that it stands in.

    Parameters
    ----------
    call : callable
        The function.
    code_sha256 : str
        Of its module's file: what was said by a function that has changed since is not its own. Empty if there is none.
    """

    call: Callable[..., Any]
    code_sha256: str


def function_named(name: str, *, where: str, wanted: str, error: type[SoundprobeError]) -> Function:
    """Find a function; modules of the working directory are found too.

    Parameters
    ----------
    name : str
        `module:function`; the file's name stands for the module's too.
    where, wanted : str
        For the message: what named it, and what would do.
    error : type
        What is raised.

    Raises
    ------
    SoundprobeError
        Of the kind `error`: no such module or function, or a module that cannot be imported.
    """
    module_name, _, attribute = name.partition(":")
    module_name = module_name.removesuffix(".py")
    here = os.fspath(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as caught:  # importing runs the user's code
        place = "" if isinstance(caught, ModuleNotFoundError) else f" ({place_of(caught)})"
        raise error(
            where=where,
            found=f"{type(caught).__name__}: {caught}{place}",
            wanted=wanted,
            remedy="check the name, and that the module is in this folder or installed",
        ) from caught
    function = getattr(module, attribute, None)
    if not callable(function):
        offered = [each for each in vars(module) if not each.startswith("_") and callable(getattr(module, each))]
        raise error(
            where=where,
            found=f"no function {attribute!r} in {module_name}"
            + (f"; it has {', '.join(offered[:5])}" if offered else ""),
            wanted=wanted,
            remedy="correct the name after the colon",
        )
    path = getattr(module, "__file__", None)
    return Function(call=function, code_sha256=file_sha256(Path(path)) if path and Path(path).is_file() else "")


def place_of(error: BaseException) -> str:
    """Say in which file and line an error came up."""
    frames = extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "no place known"
