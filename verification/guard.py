"""A mistake in a file of rules must say whose it is: the check cannot be trusted then, and no traceback tells why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from manifests.errors import RecordError, SoundprobeError
from verification.clip import RowValueError


class RuleError(SoundprobeError):
    """A file of rules, or a builder's code that rules call, broke off with an error of its own."""


@contextmanager
def guarded(module: str, item: str) -> Iterator[None]:
    """Turn any error but ours and `RowValueError` into a `RuleError`.

    Parameters
    ----------
    module : str
        Whose code runs in the block.
    item : str
        What it is applied to.

    Raises
    ------
    RuleError
        If the code breaks off.
    """
    try:
        yield
    except (SoundprobeError, RowValueError):
        raise
    except Exception as error:
        raise RuleError(
            where=f"item {item}, checked by {module}",
            found=f"{type(error).__name__}: {error}",
            wanted="a rule that gives findings whatever is in the clip and its row",
            remedy=f"correct {module.replace('.', '/')}.py",
        ) from error


@contextmanager
def loading(folder: str) -> Iterator[None]:
    """Turn what a module of `folder` raises while it is imported into an error of ours.

    Raises
    ------
    RecordError
        If a module cannot be imported.
    """
    try:
        yield
    except SoundprobeError:
        raise
    except Exception as error:
        raise RecordError(
            where=f"{folder}/",
            found=f"a module that cannot be imported ({type(error).__name__}: {error})",
            wanted="modules to check datasets against",
            remedy="correct the module, or move it out of the folder",
        ) from error
