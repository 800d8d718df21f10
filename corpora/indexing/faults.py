"""Say what is wrong with a module that someone dropped into a folder, instead of a traceback through the importer."""

from __future__ import annotations

import traceback
from importlib.util import find_spec


def import_fault(module: str, error: BaseException) -> tuple[str, str]:
    """Tell where in the file of `module` its import failed, and how.

    Parameters
    ----------
    module : str
        Its full name.
    error : BaseException
        What importing it raised.

    Returns
    -------
    place : str
        `, line 12`, to stand behind the file's name; empty if the line is not known.
    found : str
        The exception's type and message, in one line.
    """
    line = _line(module, error)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    found = ": ".join(filter(None, [type(error).__name__, " ".join(message.split())]))
    return f", line {line:,}" if line else "", found


def _line(module: str, error: BaseException) -> int | None:
    spec = find_spec(module)
    path = spec.origin if spec else None
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno
    # The last line of the file itself: the mistake is there, even if it is found out further down.
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else None
