"""An endpoint that speaks OpenAI's chat format with audio."""

from __future__ import annotations

import base64
from typing import Any

from evaluation.errors import MissingLibraryError, ModelError
from evaluation.models.protocol import Answer, Clip, Prompt, joined
from evaluation.price import Price

_RETRIES = 6  # the client waits half a second, then twice as long each time, or what the endpoint asks for


class Endpoint:
    """Asks an endpoint: the clips as WAV, channels kept, then the text.

    Parameters
    ----------
    model : str
        As the endpoint names it.
    base_url : str or None
        Where it is; None for OpenAI itself. The key is taken from `OPENAI_API_KEY`.
    one_clip : bool
        Join several clips into one, with half a second of silence between them.
    price : Price, optional
        To tell what was spent.
    timeout_s : float
        How long to wait for one reply.

    Raises
    ------
    MissingLibraryError
        If the extra `eval` is not installed.
    ModelError
        If there is no key.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        one_clip: bool = False,
        price: Price | None = None,
        timeout_s: float = 120.0,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingLibraryError.of("openai", needed_for=f"--model openai:{model}") from error
        self.name = f"openai:{model}"
        self._model, self._one_clip, self._price = model, one_clip, price
        self._failed = openai.OpenAIError
        try:
            self._client = openai.OpenAI(base_url=base_url, timeout=timeout_s, max_retries=_RETRIES)
        except openai.OpenAIError as error:
            raise ModelError(
                where=self.name,
                found="no API key",
                wanted="the key of the endpoint in OPENAI_API_KEY",
                remedy="export OPENAI_API_KEY=... (any text, for a server of your own that asks for none)",
            ) from error

    def answer(self, prompt: Prompt) -> Answer:
        """Ask.

        Raises
        ------
        ModelError
            If the endpoint cannot be reached or refuses, after retries.
        """
        clips = (joined(prompt.clips),) if self._one_clip and len(prompt.clips) > 1 else prompt.clips
        content: list[Any] = [*map(_part, clips), {"type": "text", "text": prompt.text}]
        try:
            given = self._client.chat.completions.create(
                model=self._model, messages=[{"role": "user", "content": content}], temperature=0.0
            )
        except self._failed as error:
            raise ModelError(
                where=f"{self.name}, question {prompt.id}",
                found=" ".join(str(error).split())[:300],
                wanted="a reply",
                remedy="check the endpoint, the model's name and the key, then run it again: what was answered is kept",
            ) from error
        text = given.choices[0].message.content if given.choices else None
        used = given.usage
        counted = {
            "input_tokens": used.prompt_tokens if used else 0,
            "output_tokens": used.completion_tokens if used else 0,
        }
        cost = self._price.of(**counted) if self._price and used else None
        return Answer(text=text or "", cost_usd=cost, **counted)


def _part(clip: Clip) -> dict[str, Any]:
    data = base64.b64encode(clip.wav()).decode("ascii")
    return {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}
