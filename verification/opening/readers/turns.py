"""Sets written as conversations, as chat models are trained on: the first question and the first answer of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from verification.opening.rawset import RawRow, RawSet
from verification.opening.values import text_of

_COLUMNS = ("conversations", "conversation", "messages", "dialogue", "turns")
_ASK, _ANSWER = frozenset({"human", "user"}), frozenset({"gpt", "assistant", "model", "bot"})
_TAGS = re.compile(r"\s*(?:<\|?/?(?:audio|sound|speech)[^<>]*>)\s*", re.IGNORECASE)
_AUDIO_KEYS = ("audio", "audio_url", "audio_path", "path", "url", "file")
_QUESTION, _LABEL, _AUDIO = "question", "answer", "audio"
_ROWS = 20


def with_turns(raw: RawSet) -> RawSet:
    """Add the columns `question`, `answer` and, where turns name audio, `audio` to a set of conversations.

    Columns of these names that the set has of its own stay as they are; a set of another kind comes back as it is.
    """
    column = next((name for name in raw.columns if name.lower() in _COLUMNS), "")
    added = [dict(_read(row.values.get(column))) for row in islice(raw.peeked(), _ROWS)] if column else []
    names = tuple(name for name in (_QUESTION, _LABEL, _AUDIO) if any(name in each for each in added))
    names = tuple(name for name in names if name not in raw.columns)
    if not names:
        return raw

    def over(rows: Callable[[], Iterator[RawRow]]) -> Iterator[RawRow]:
        for row in rows():
            told = dict(_read(row.values.get(column)))
            values = {key: value for key, value in row.values.items() if key != column}
            yield replace(row, values=values | {name: told.get(name) for name in names})

    peek = raw.peek
    return replace(
        raw,
        columns=(*(name for name in raw.columns if name != column), *names),
        read=lambda: over(raw.read),
        peek=(lambda: over(peek)) if peek else None,
        notes=(*raw.notes, f"of each conversation in `{column}`, its first question and first answer are read"),
    )


def _read(turns: Any) -> Iterator[tuple[str, Any]]:
    """Give what the first turn of either side says."""
    if not isinstance(turns, Sequence) or isinstance(turns, str | bytes):
        return
    sides = [(_side(turn), turn) for turn in turns if isinstance(turn, Mapping)]
    for name, side in ((_QUESTION, _ASK), (_LABEL, _ANSWER)):
        turn = next((turn for who, turn in sides if who in side), None)
        if turn is not None:
            content = turn["value"] if "value" in turn else turn.get("content")
            yield name, _TAGS.sub("", _text(content))
            if name == _QUESTION and (clips := _clips(content)):
                yield _AUDIO, clips


def _side(turn: Mapping[str, Any]) -> str:
    return str(turn.get("from") or turn.get("role") or "").lower()


def _text(content: Any) -> str:
    parts = content if isinstance(content, list) else [content]
    texts = [text_of(part.get("text")) if isinstance(part, Mapping) else text_of(part) for part in parts]
    return "\n".join(text for text in texts if text)


def _clips(content: Any) -> list[str]:
    parts = [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
    paths = [part.get(key) for part in parts for key in _AUDIO_KEYS if str(part.get("type", "")).startswith("audio")]
    return [path for path in paths if isinstance(path, str) and path]
