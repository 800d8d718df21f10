"""What goes wrong between this machine and where releases are kept; no secret ever stands in a message."""

from __future__ import annotations

import re

from manifests.errors import SoundprobeError

_HUB_TOKEN = re.compile(r"hf_[A-Za-z0-9]{4,}")
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[^\s'\",]+")
# Upload and download addresses are signed: whoever has the signature may use them.
_QUERY = re.compile(r"(https?://[^\s?'\"<>]+)\?[^\s'\"<>]*")
_USER_INFO = re.compile(r"(\w+://)[^/\s@]+@")
_LONGEST_SAID = 300


class HubError(SoundprobeError):
    """A Hub, a mirror or a store cannot be reached, refuses, or holds something other than it should."""


def scrubbed(text: str, token: str | None = None) -> str:
    """Give `text` on one line and without secrets: the token, anything like one, signed addresses.

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
    text = _USER_INFO.sub(r"\1***@", _QUERY.sub(r"\1", text))
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= _LONGEST_SAID else plain[:_LONGEST_SAID] + "…"
