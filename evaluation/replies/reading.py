"""Read a file of replies: JSON lines of `{"id": ..., "reply": ...}`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.errors import ReplyError

_WANTED = 'a line {"id": "...", "reply": "..."} for each question'


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """One reply as it was given.

    Parameters
    ----------
    id : str
        Of the question.
    text : str
        Word for word.
    line : int
        Where it stands in its file, from 1.
    """

    id: str
    text: str
    line: int


def read_replies(path: Path) -> Iterator[Reply]:
    """Read replies one by one; other keys of a line are not looked at. A line whose reply is null has none.

    Raises
    ------
    ReplyError
        If there is no such file, or a line is not a reply.
    """
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield from _reply(line, number, path)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ReplyError(where=str(path), found=reason, wanted="a file of replies", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise ReplyError(
            where=str(path), found=f"text that is not UTF-8 ({error.reason})", wanted=_WANTED, remedy="save it as UTF-8"
        ) from error


def _reply(line: str, number: int, path: Path) -> Iterator[Reply]:
    where = f"{path}, line {number}"
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ReplyError(
            where=where, found=f"{line.strip()[:60]!r}, not JSON ({error})", wanted=_WANTED, remedy="correct the line"
        ) from error
    if not isinstance(value, dict) or not _is_id(value.get("id")):
        raise ReplyError(
            where=where, found=f"{line.strip()[:60]!r}", wanted=_WANTED, remedy="give each line an id, a text"
        )
    if value.get("reply") is None and ("reply" in value or value.get("error")):
        return
    if "reply" not in value or not _is_said(value["reply"]):
        raise ReplyError(
            where=where,
            found=f"a reply of the kind {_kind(value['reply'])}" if "reply" in value else "no reply",
            wanted=_WANTED,
            remedy='put what the model said, word for word, under "reply" (an empty text if it said nothing)',
        )
    yield Reply(id=str(value["id"]), text=str(value["reply"]), line=number)


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_said(value: Any) -> bool:
    """Say whether a value may stand for a text: a number that was written without quotes may."""
    return math.isfinite(value) if isinstance(value, float) else _is_id(value)


def _kind(value: Any) -> str:
    return str(value) if isinstance(value, float) else type(value).__name__
