"""Post a request for speech, and sort what comes back: audio, what may pass, and what will not."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from corpora.synthesis.engines.patience import PassingError
from execution.patience import PASSING_STATUSES, asked_wait_s
from manifests.errors import CorpusError

OWN_KEY, OPENAI_KEY = "SOUNDPROBE_TTS_KEY", "OPENAI_API_KEY"

_OPENAI = ("https", "api.openai.com")

_REFUSED = frozenset({401, 403})
_CONNECT_S = 10.0
_MOST_BYTES = 64 * 2**20  # 30 s of stereo at 192 kHz in floats take 46 MB
_WORDS_SHOWN = 300
_SHORTEST_KEY = 6  # what a server of one's own takes for a key ("x") is no secret, and stands in many words


@dataclass(frozen=True, kw_only=True)
class Received:
    """The body of a good answer, and what the server says that it is."""

    content: bytes
    content_type: str

    def words(self) -> str:
        """Give what it says, where audio was wanted, in one line."""
        return _told(self.content)


def post(url: str, body: Mapping[str, Any], *, timeout_s: float, where: str) -> Received:
    """Post `body` as JSON, once.

    Parameters
    ----------
    url : str
        Where to.
    body : mapping
        What the server is asked for.
    timeout_s : float
        How long the server may be silent.
    where : str
        The utterance and the engine, for messages.

    Raises
    ------
    PassingError
        If the server is busy, fails, cannot be reached or breaks off.
    CorpusError
        If the server refuses the request or the key, is elsewhere, or does not end.
    """
    import httpx2

    key = key_for(url)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    timeout = httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))
    try:
        with (
            httpx2.Client(timeout=timeout) as client,
            client.stream("POST", url, json=dict(body), headers=headers) as response,
        ):
            content = _bounded(response.iter_bytes(), where=where)
            status, told = response.status_code, dict(response.headers.items())
    except (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError, httpx2.InvalidURL) as error:
        raise _refusal(where, found=f"that it cannot be asked ({error})", remedy="check the address") from error
    except (httpx2.TransportError, httpx2.DecodingError) as error:
        said = str(error) or type(error).__name__
        raise PassingError(f"no answer from {address(url)} ({' '.join(said.split())[:_WORDS_SHOWN]})") from error
    if status in PASSING_STATUSES:
        raise PassingError(_status(status, content), asked_s=asked_wait_s(told.get("retry-after")))
    if status != 200:
        raise _refusal(where, found=_status(status, content), remedy=_remedy(status, url))
    return Received(content=content, content_type=told.get("content-type", "").partition(";")[0].strip())


def key_for(url: str) -> str:
    """Give the key to send to an address: SOUNDPROBE_TTS_KEY, and to OpenAI itself OPENAI_API_KEY if that is not set.

    Raises
    ------
    CorpusError
        If it holds what no key can hold.
    """
    names = (OWN_KEY, OPENAI_KEY) if _is_openai(url) else (OWN_KEY,)
    name = next((name for name in names if os.environ.get(name)), "")
    key = os.environ.get(name, "").strip()
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CorpusError(
            where=name,
            found="a space, a line break or a letter that no key holds",
            wanted="the key of the speech server",
            remedy=f"export {name}=... anew, without quotes inside",
        )
    return key


def address(url: str) -> str:
    """Give an address without the name and password that may stand in it."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _is_openai(url: str) -> bool:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:  # beyond 65,535
        return False
    return (parts.scheme, parts.hostname) == _OPENAI and port in (None, 443)


def _bounded(chunks: Any, *, where: str) -> bytes:
    content = bytearray()
    for chunk in chunks:
        content += chunk
        if len(content) > _MOST_BYTES:
            raise _refusal(where, found=f"more than {_MOST_BYTES >> 20} MB", remedy="check the address")
    return bytes(content)


def _status(status: int, content: bytes) -> str:
    said = _told(content)
    return f"the status {status}{': ' * bool(said)}{said}"


def _told(content: bytes) -> str:
    """Give a server's words in one line, without the key."""
    text = content[: 4 * _WORDS_SHOWN].decode(errors="replace")
    for name in (OWN_KEY, OPENAI_KEY):
        key = os.environ.get(name, "").strip()
        text = text.replace(key, "[the key]") if len(key) >= _SHORTEST_KEY else text
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:_WORDS_SHOWN]


def _remedy(status: int, url: str) -> str:
    if status in _REFUSED:
        kept = "" if _is_openai(url) else f"; {OPENAI_KEY} is sent to https://{_OPENAI[1]} alone"
        return f"export {OWN_KEY}=... with a key that this server takes{kept}"
    if status in (404, 405) or 300 <= status < 400:
        return f"check the address: {address(url)} was asked; most servers want one that ends in /v1"
    return "check the model, the voice and the text: the server takes them otherwise"


def _refusal(where: str, *, found: str, remedy: str) -> CorpusError:
    return CorpusError(where=where, found=found, wanted="speech, as OpenAI's /audio/speech gives it", remedy=remedy)
