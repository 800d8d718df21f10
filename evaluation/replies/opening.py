"""Open replies, whatever kept them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from evaluation.errors import MissingLibraryError, ReplyError
from evaluation.replies.reading import Reply, read_replies

_LOG_HEAD = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:')  # of inspect-ai's logs in JSON


def open_replies(path: Path) -> Iterator[Reply]:
    """Read a file of JSON lines, or a log of inspect-ai (`.eval`, or `.json` as it writes it).

    Raises
    ------
    ReplyError
        If it cannot be read.
    MissingLibraryError
        If it is a log, and the extra `eval` is not installed.
    """
    if path.suffix == ".eval" or (path.suffix == ".json" and is_log(path)):
        return _logged(path)
    return read_replies(path)


def is_log(path: Path) -> bool:
    """Say whether a file begins as a log of inspect-ai in JSON does; false if it cannot be read."""
    try:
        with path.open("rb") as source:
            return _LOG_HEAD.match(source.read(200)) is not None
    except OSError:
        return False  # whoever reads it next says so


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
