"""Open replies, whatever kept them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evaluation.errors import MissingLibraryError, ReplyError
from evaluation.replies.reading import Reply, read_replies


def open_replies(path: Path) -> Iterator[Reply]:
    """Read a file of JSON lines, or a log of inspect-ai (`.eval`).

    Raises
    ------
    ReplyError
        If it cannot be read.
    MissingLibraryError
        If it is a log, and the extra `eval` is not installed.
    """
    if path.suffix == ".eval":
        return _logged(path)
    return read_replies(path)


def _logged(path: Path) -> Iterator[Reply]:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise MissingLibraryError.of("inspect-ai", needed_for=str(path)) from error
    try:
        log = read_eval_log(str(path))
    except Exception as error:  # inspect-ai names no family of errors for a log that is not one
        raise ReplyError(
            where=str(path),
            found=f"{type(error).__name__}: {error}"[:200],
            wanted="a log of inspect-ai",
            remedy="check the path, or give a file of JSON lines",
        ) from error
    for number, sample in enumerate(log.samples or [], start=1):
        if sample.output.choices:
            yield Reply(id=str(sample.id), text=sample.output.completion, line=number)
