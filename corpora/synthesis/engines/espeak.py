"""eSpeak NG as an engine: the same utterance always gives the same samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from corpora.synthesis.engines.protocol import Spoken
from corpora.synthesis.espeak import SAMPLING_RATE, Speaker
from corpora.synthesis.utterance import Utterance
from manifests.errors import CorpusError

NAME = "espeak-ng"
_WORDS_PER_MINUTE = 150
_MANDARIN_PER_MINUTE = 200  # a character counts as a word: 4 characters a second, as a careful reader
_MANDARIN = ("zh", "cmn")
_VOICES = {
    "en": "gmw/en-US",
    "en-gb": "gmw/en",
    "en-us": "gmw/en-US",
    "de": "gmw/de",
    "fr": "roa/fr",
    "es": "roa/es",
    "it": "roa/it",
    "zh": "sit/cmn",
    "zh-cn": "sit/cmn",
    "cmn": "sit/cmn",
}


class EspeakNg:
    """Speaks English, German, French, Spanish, Italian and Mandarin, without a style.

    The library keeps state from one utterance to the next, so a fork of the process that holds it speaks each, in about
    20 ms: what is said does not depend on what was said before.
    """

    licence = "CC0-1.0"
    styles = False

    def __init__(self) -> None:
        self._speaker = Speaker()

    @cached_property
    def name(self) -> str:
        """The engine with the version of the package that carries it."""
        pace = f"{_WORDS_PER_MINUTE}/{_MANDARIN_PER_MINUTE} words/min"
        return f"{NAME} (espeakng-loader {version('espeakng-loader')}, {pace})"

    def voice_of(self, utterance: Utterance) -> str:
        """Give the voice as eSpeak NG names it: a language file, then perhaps "+" and a variant.

        Raises
        ------
        CorpusError
            If the language is not among those that the engine was tried with, or the voice breathes.
        """
        if utterance.voice:
            _require_steady(utterance)
            return utterance.voice
        voice = _VOICES.get(utterance.language.lower())
        if voice is None:
            raise CorpusError(
                where=f"utterance {utterance.key}",
                found=f"the language {utterance.language!r}",
                wanted=f"one of {', '.join(_VOICES)}",
                remedy="name a voice of eSpeak NG for it, as roa/pt, or choose another engine",
            )
        return voice

    def speak(self, utterances: Sequence[Utterance]) -> Iterator[Spoken]:
        """Speak utterances one by one, at 22,050 Hz.

        Raises
        ------
        CorpusError
            If there is no such voice, nothing to say, or the library cannot be used.
        """
        for utterance in utterances:
            said = [(self.voice_of(utterance), utterance.text)]
            mandarin = utterance.language.lower().partition("-")[0] in _MANDARIN
            pace = _MANDARIN_PER_MINUTE if mandarin else _WORDS_PER_MINUTE
            try:
                (samples,) = self._speaker.speak(said, words_per_minute=pace)
            except CorpusError as error:
                raise CorpusError(
                    where=f"utterance {utterance.key} ({error.where})",
                    found=error.found,
                    wanted=f"eSpeak NG, to say {utterance.text!r}",
                    remedy=f"correct the utterance or its voice, else {error.remedy}",
                ) from error
            yield Spoken(samples, SAMPLING_RATE)


def _require_steady(utterance: Utterance) -> None:
    """Refuse the variants with breath: they read memory that was never written, and differ from run to run."""
    import espeakng_loader

    variant = utterance.voice.partition("+")[2]
    path = Path(espeakng_loader.get_data_path()) / "voices" / "!v" / variant
    if variant and path.is_file() and "breath" in path.read_text(encoding="utf-8", errors="replace"):
        raise CorpusError(
            where=f"utterance {utterance.key}",
            found=f"the voice {utterance.voice!r}, which breathes",
            wanted="a voice that says the same each time",
            remedy="choose another variant, as m3, f1 or steph",
        )
