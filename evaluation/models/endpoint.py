"""An endpoint that speaks OpenAI's chat format with audio."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from evaluation.answer import Answer
from evaluation.errors import MissingLibraryError, ModelError
from evaluation.models.chat_reply import chat_reply
from evaluation.models.errors import UnusableReplyError
from evaluation.models.keys import address_of, is_openai, key_for, refused_key_remedy
from evaluation.models.protocol import Clip, Prompt, joined
from evaluation.price import Price

_RETRIES = 3  # the client waits half a second, then twice as long each time, or what the endpoint asks for
_LONGEST_FAULT = 300
_NO_KEY = "none"  # the client wants a text; it is not sent
_OPENAI_HEADERS = ("OpenAI-Organization", "OpenAI-Project")
_REFUSED = frozenset({401, 403})
_SHORTEST_KEY = 6  # what a server of one's own takes for a key ("x") is no secret, and stands in many words


class Endpoint:
    """Asks an endpoint: the clips as WAV, channels kept, then the text.

    Parameters
    ----------
    model : str
        As the endpoint names it.
    base_url : str or None
        Where it is; None for OpenAI itself, or what `OPENAI_BASE_URL` names. OpenAI gets the key of `OPENAI_API_KEY`,
        any other endpoint that of `SOUNDPROBE_API_KEY`, or none.
    one_clip : bool
        Join several clips into one, with half a second of silence between them.
    price : Price, optional
        To tell what was spent.
    timeout_s : float
        How long to wait for one reply. It is asked for four times at most: with 90 s an endpoint that hangs is given
        up after six minutes.

    Attributes
    ----------
    settings : mapping
        What the replies depend on besides the model: where it is asked, and whether clips are joined.

    Raises
    ------
    MissingLibraryError
        If the extra `eval` is not installed.
    ModelError
        If OpenAI is asked without a key, or the key can be none.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        one_clip: bool = False,
        price: Price | None = None,
        timeout_s: float = 90.0,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingLibraryError.of("openai", needed_for=f"--model openai:{model}") from error
        self.name = f"openai:{model}"
        self._model, self._one_clip, self._price = model, one_clip, price
        self._failed = openai.OpenAIError
        self._url = address_of(base_url)
        self._key = key_for(self._url, where=self.name)
        # Said outright with each request, or the client adds what it finds in the environment by itself.
        self._headers: dict[str, Any] = {} if is_openai(self._url) else dict.fromkeys(_OPENAI_HEADERS, openai.Omit())
        self._headers["Authorization"] = f"Bearer {self._key}" if self._key else openai.Omit()
        self._client = openai.OpenAI(
            api_key=self._key or _NO_KEY, base_url=self._url, timeout=timeout_s, max_retries=_RETRIES
        )
        self.settings: Mapping[str, Any] = {"base_url": _address(str(self._client.base_url)), "one_clip": one_clip}

    def answer(self, prompt: Prompt) -> Answer:
        """Ask.

        Raises
        ------
        ModelError
            If the endpoint cannot be reached, refuses, or sends something else than a reply, after retries.
        """
        clips = (joined(prompt.clips),) if self._one_clip and len(prompt.clips) > 1 else prompt.clips
        content: list[Any] = [*map(_part, clips), {"type": "text", "text": prompt.text}]
        try:
            given = self._client.chat.completions.with_raw_response.create(
                model=self._model,
                messages=[{"role": "user", "content": content}],
                temperature=0.0,
                extra_headers=self._headers,
            )
            body = given.content
        except self._failed as error:
            raise ModelError(
                where=f"{self.name}, question {prompt.id}",
                found=self._told(str(error)),
                wanted="a reply",
                remedy=self._remedy(error),
            ) from None  # the client's own error holds the key, if the endpoint sent it back
        return self._answer(body, prompt)

    def _answer(self, body: bytes, prompt: Prompt) -> Answer:
        reply = chat_reply(body)
        used = reply.usage
        read, written = (used.input_tokens, used.output_tokens) if used else (0, 0)
        cost = self._price.of(input_tokens=read, output_tokens=written) if self._price and used else None
        if reply.fault:
            raise UnusableReplyError(
                where=f"{self.name}, question {prompt.id}",
                found=self._told(reply.fault),
                wanted="a reply in OpenAI's chat format",
                remedy="check --base-url and the model's limits, then run it again: the question is asked anew",
                input_tokens=read,
                output_tokens=written,
                cost_usd=cost,
            )
        return Answer(text=reply.text, input_tokens=read, output_tokens=written, cost_usd=cost)

    def _told(self, text: str) -> str:
        """Give an endpoint's words in one line, without the key."""
        masked = text.replace(self._key, "[the key]") if len(self._key) >= _SHORTEST_KEY else text
        return " ".join(masked.split())[:_LONGEST_FAULT]

    def _remedy(self, error: Exception) -> str:
        if getattr(error, "status_code", None) in _REFUSED:
            return f"{refused_key_remedy(self._url)}; what was answered is kept"
        return "check the endpoint, the model's name and the key, then run it again: what was answered is kept"


def _address(url: str) -> str:
    """Give an address without the name and password that may stand in it."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _part(clip: Clip) -> dict[str, Any]:
    data = base64.b64encode(clip.wav()).decode("ascii")
    return {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}
