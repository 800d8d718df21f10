"""Say of a full or closed disk by which option or variable another one is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from manifests.atomic import output_error
from manifests.errors import OutputError

TEMPORARY = "the environment variable TMPDIR"
_OUT = "--out"


def temporary_error(error: OSError) -> OutputError:
    """Say what the operating system said of the folder of temporary files."""
    told = output_error(Path(str(error.filename or "the folder of temporary files")), error)
    return _with_remedy(told, TEMPORARY)


@contextmanager
def chosen_by(option: str) -> Iterator[None]:
    """Name `option` where the work inside the block would name --out.

    Parameters
    ----------
    option : str
        How this command's user says where things go.

    Raises
    ------
    OutputError
        What the block raises, with another remedy.
    """
    try:
        yield
    except OutputError as error:
        raise _with_remedy(error, option) from error


def _with_remedy(error: OutputError, option: str) -> OutputError:
    remedy = error.remedy.replace(_OUT, option)
    return OutputError(where=error.where, found=error.found, wanted=error.wanted, remedy=remedy)
