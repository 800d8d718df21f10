"""Read what a chat endpoint sent back: a stranger's bytes, of which nothing is taken for granted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_NO_TEXT_IS_AN_ANSWER = ("stop", "end_turn", "eos", None)  # the model ended by itself, and said nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What an endpoint counted.

    Parameters
    ----------
    input_tokens, output_tokens : int
        0 or more.
    """

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatReply:
    """A reply, or why it is none.

    Parameters
    ----------
    text : str
        What the model said, its refusal if it refused, or the transcript if it spoke.
    usage : Usage or None
        None if the endpoint does not count, or counts nonsense. A reply that is none may have been counted too.
    fault : str
        What came instead of a reply; empty if one came.
    """

    text: str = ""
    usage: Usage | None = None
    fault: str = ""


def chat_reply(body: bytes) -> ChatReply:
    """Read the body of a response of `/chat/completions`."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ChatReply(fault=f"no JSON: {_quoted(body.decode(errors='replace'))}")
    if not isinstance(value, dict):
        return ChatReply(fault=f"JSON that is no object: {_quoted(json.dumps(value))}")
    usage = _usage(value.get("usage"))
    text, fault = _choice(value)
    return ChatReply(text=text, usage=usage, fault=fault)


def _choice(value: Mapping[str, Any]) -> tuple[str, str]:
    choices = value.get("choices")
    if not isinstance(choices, list) or not choices:
        if value.get("error"):
            return "", f"an error in place of a reply: {_quoted(_message(value['error']))}"
        return "", f"no choice: {_quoted(json.dumps(value))}"
    message = choices[0].get("message") if isinstance(choices[0], dict) else None
    if not isinstance(message, dict):
        return "", f"a choice without a message: {_quoted(json.dumps(choices[0]))}"
    text = _text(message)
    if text is None:
        return "", f"content that is no text: {_quoted(json.dumps(message.get('content')))}"
    ended = choices[0].get("finish_reason")
    if not text.strip() and ended not in _NO_TEXT_IS_AN_ANSWER:
        return "", f"no text, ended by {_quoted(str(ended))}"
    return text, ""


def _text(message: Mapping[str, Any]) -> str | None:
    """Give what a message says; None if its content is of no known kind."""
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text", part.get("refusal")) if isinstance(part, dict) else None for part in content]
        texts = [part for part in parts if isinstance(part, str)]
        if len(texts) < len(parts):
            return None
        content = "".join(texts)
    if content is not None and not isinstance(content, str):
        return None
    spoken = message.get("audio")
    others = (message.get("refusal"), spoken.get("transcript") if isinstance(spoken, dict) else None)
    return content or next((text for text in others if isinstance(text, str) and text), "")


def _usage(given: Any) -> Usage | None:
    if not isinstance(given, dict):
        return None
    counts = [given.get(name) for name in ("prompt_tokens", "completion_tokens")]
    read, written = (
        count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None for count in counts
    )
    return None if read is None or written is None else Usage(input_tokens=read, output_tokens=written)


def _message(error: Any) -> str:
    told = error.get("message") if isinstance(error, dict) else error
    return told if isinstance(told, str) else json.dumps(error)


def _quoted(text: str) -> str:
    return repr(" ".join(text.split()))  # whole: a key in it must be found before it is cut
