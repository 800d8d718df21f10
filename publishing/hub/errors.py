"""What goes wrong between this machine and where releases are kept; no secret ever stands in a message."""

from __future__ import annotations

import re

from manifests.errors import SoundprobeError
from publishing.hub.versions import is_version

_HUB_TOKEN = re.compile(r"hf_[A-Za-z0-9]{4,}")
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[^\s'\",]+")
# Upload and download addresses are signed: whoever has the signature may use them. One slash is a slip of the hand.
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+:/+)([^\s'\"<>]*)")
_START = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]+")
_PARTS = re.compile(r"[:/@?#]")
_SHORTEST_SECRET = 3
_LONGEST_SAID = 300


class HubError(SoundprobeError):
    """A Hub, a mirror or a store cannot be reached, refuses, or holds something other than it should."""


def scrubbed(text: str, token: str | None = None) -> str:
    """Give `text` on one line and without secrets: the token, anything like one, passwords, signed addresses.

    Parameters
    ----------
    text : str
        What a library or a server said.
    token : str, optional
        The token in use, whatever it looks like.
    """
    if token:
        text = text.replace(token, "***")
    text = _BEARER.sub(r"\1 ***", _HUB_TOKEN.sub("***", text))
    text = _ADDRESS.sub(lambda found: found[1] + _without_secrets(found[2]), text)
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= _LONGEST_SAID else plain[:_LONGEST_SAID] + "…"


def shown_address(address: str) -> str:
    """Give an address or a place as a user wrote it, on one line and without a password, whatever is in that.

    Parameters
    ----------
    address : str
        All of it is the address, spaces too.
    """
    start = _START.match(address)
    scheme = start[0] if start else ""
    return scrubbed(scheme + _without_secrets(address[len(scheme) :], authority=bool(scheme)))


def said_of(address: str, text: str) -> str:
    """Give what a library said of an address, without any part of its user and password: libraries split them wrongly.

    Parameters
    ----------
    address : str
        As the user wrote it.
    text : str
        What was said.
    """
    start = _START.match(address)
    user, _ = _user(address[start.end() :], authority=True) if start else (None, "")
    for part in sorted({user, *_PARTS.split(user)}, key=len, reverse=True) if user else ():
        # A short one stands in many a word: only alone it is meant.
        pattern = re.escape(part) if len(part) >= _SHORTEST_SECRET else rf"(?<!\w){re.escape(part)}(?!\w)"
        text = re.sub(pattern, "***", text) if part else text
    return scrubbed(text)


def _without_secrets(rest: str, *, authority: bool = True) -> str:
    """Leave out user, password and query."""
    user, after = _user(rest, authority=authority)
    return (f"***@{after}" if user is not None else after).partition("?")[0]


def _user(rest: str, *, authority: bool) -> tuple[str | None, str]:
    """Split user and password from what follows.

    A password may hold `/`, `?` and `@`, so that the last `@` ends it; a user alone stands before the first `/`.
    """
    before, at, after = rest.rpartition("@")
    if at and ":" in before:
        return before, after
    user, at, host = rest.partition("/")[0].rpartition("@")
    return (user, rest[len(user) + 1 :]) if authority and at and not is_version(host) else (None, rest)
