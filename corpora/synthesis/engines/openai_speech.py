"""Servers that speak OpenAI's format, `POST {base}/audio/speech`: OpenAI, CosyVoice, Kokoro, Piper and others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corpora.synthesis.engines.decoding import spoken_of
from corpora.synthesis.engines.patience import SPEECH_PATIENCE, bear
from corpora.synthesis.engines.posting import address, post
from corpora.synthesis.engines.protocol import Spoken
from corpora.synthesis.utterance import Utterance
from execution.patience import Patience
from manifests.errors import CorpusError

UNSTATED_LICENCE = "LicenseRef-Unstated"  # not listed among the licences: what is made of it may not be passed on


@dataclass(frozen=True, kw_only=True)
class OpenAISpeech:
    """Asks a server for one utterance at a time.

    The key is taken from SOUNDPROBE_TTS_KEY; OPENAI_API_KEY serves for https://api.openai.com and is sent nowhere else.

    Parameters
    ----------
    base_url : str
        What stands before /audio/speech, as `http://127.0.0.1:8880/v1`.
    model : str
        As the server names it.
    voices : mapping
        The voice for each language, by its code; that of the empty code speaks the others.
    licence : str
        The terms of what it speaks.
    styles : bool
        Whether the model follows `instructions`.
    timeout_s : float
        How long the server may be silent.
    patience : Patience
        How often it is asked, and how long it is waited for.
    """

    base_url: str
    model: str
    voices: Mapping[str, str] = field(default_factory=dict)
    licence: str = UNSTATED_LICENCE
    styles: bool = False
    timeout_s: float = 120.0
    patience: Patience = SPEECH_PATIENCE

    @property
    def name(self) -> str:
        """The model and where it is asked, without the name and password that may stand in an address."""
        return f"{self.model} at {address(self.base_url)}"

    def voice_of(self, utterance: Utterance) -> str:
        """Give the utterance's own voice, else that of its language, else that of all.

        Raises
        ------
        CorpusError
            If there is none.
        """
        language = utterance.language.lower()
        codes = (language, language.partition("-")[0], "")
        voice = utterance.voice or next((self.voices[code] for code in codes if code in self.voices), "")
        if not voice:
            raise CorpusError(
                where=f"utterance {utterance.key}",
                found=f"no voice for the language {utterance.language!r}",
                wanted=f"a voice of {self.model}",
                remedy=f"add it to the engine: &voice=NAME, or &voice.{language}=NAME for this language",
            )
        return voice

    def speak(self, utterances: Sequence[Utterance]) -> Iterator[Spoken]:
        """Ask for utterances one by one.

        Raises
        ------
        CorpusError
            If the server cannot be reached, refuses, or sends something else than audio, after retries.
        """
        for utterance in utterances:
            yield self._asked(utterance)

    def _asked(self, utterance: Utterance) -> Spoken:
        where = f"utterance {utterance.key}, {self.name}"
        body = self._body(utterance)
        url = f"{self.base_url.rstrip('/')}/audio/speech"

        def ask() -> Spoken:
            return spoken_of(post(url, body, timeout_s=self.timeout_s, where=where), where=where)

        return bear(self.patience, ask, where=where)

    def _body(self, utterance: Utterance) -> dict[str, Any]:
        body = {
            "model": self.model,
            "input": utterance.text,
            "voice": self.voice_of(utterance),
            "response_format": "wav",
        }
        if utterance.style:
            body["instructions"] = f"Say it in this emotion or manner, clearly heard: {utterance.style}."
        return body
