"""Which key goes to which endpoint: that of OpenAI to OpenAI alone, one of its own to every other."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from evaluation.errors import ModelError

OPENAI_KEY, OWN_KEY = "OPENAI_API_KEY", "SOUNDPROBE_API_KEY"
OPENAI_URL = "https://api.openai.com/v1"
_OPENAI = "https://api.openai.com"


def address_of(base_url: str | None) -> str:
    """Give the address that is asked: the named one, else that of OPENAI_BASE_URL, else OpenAI's."""
    return base_url or os.environ.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL


def is_openai(url: str) -> bool:
    """Say whether an address is OpenAI's own, encrypted."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:  # beyond 65,535
        return False
    return f"{parts.scheme}://{parts.hostname}" == _OPENAI and port in (None, 443)


def key_for(url: str, *, where: str) -> str:
    """Give the key to send to an address: to OpenAI `OPENAI_API_KEY`, to any other `SOUNDPROBE_API_KEY`.

    Parameters
    ----------
    url : str
        Where the endpoint is.
    where : str
        The model, for messages.

    Returns
    -------
    str
        Empty if there is none and the endpoint is not OpenAI's: a server of one's own may ask for none.

    Raises
    ------
    ModelError
        If OpenAI is asked and there is no key, or it holds what no key can hold.
    """
    name = _variable(url)
    key = os.environ.get(name, "").strip()
    if not key and is_openai(url):
        raise ModelError(
            where=where,
            found="no API key",
            wanted=f"OpenAI's key in {OPENAI_KEY}",
            remedy=f"export {OPENAI_KEY}=..., or name a server of your own with --base-url, which gets {OWN_KEY}",
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ModelError(
            where=name,
            found="a space, a line break or a letter that no key holds",
            wanted="the key of the endpoint",
            remedy=f"export {name}=... anew, without quotes inside",
        )
    return key


def refused_key_remedy(url: str) -> str:
    """Say what to do when an endpoint refuses the key that it got, or wanted one and got none."""
    kept = "" if is_openai(url) else f"; {OPENAI_KEY} is sent to {_OPENAI} alone"
    return f"export {_variable(url)}=... with a key that this endpoint takes{kept}"


def _variable(url: str) -> str:
    return OPENAI_KEY if is_openai(url) else OWN_KEY
