"""Synthesisers that act: a buzz whose pitch is the style's and whose length is that of the words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from corpora.synthesis.engines.protocol import Spoken
from corpora.synthesis.utterance import Utterance
from manifests.digest import stable_hash
from tests.builders.voices import buzz

RATE = 24_000
F0_HZ = {"angry": 220.0, "sad": 130.0, "surprised": 280.0, "": 180.0}
WORD_S = 0.35


class Actor:
    """An engine that follows styles; `deaf` says that it follows them as everybody who does not."""

    licence = "CC0-1.0"
    styles = True

    def __init__(self, *, deaf: bool = False) -> None:
        self.deaf = deaf
        self.name = "a deaf actor" if deaf else "an actor"
        self.asked: list[Utterance] = []

    def voice_of(self, utterance: Utterance) -> str:
        """Name its only voice."""
        return "buzz"

    def speak(self, utterances: Sequence[Utterance]) -> Iterable[Spoken]:
        """Buzz for as long as the words take, no two texts alike."""
        for utterance in utterances:
            self.asked.append(utterance)
            own = stable_hash(utterance.text) % 10_000 / 10_000
            f0_hz = F0_HZ["" if self.deaf else utterance.style] * (1.0 + 0.05 * own)
            seconds = WORD_S * len(utterance.text.split()) + 0.1 * own
            samples = buzz(f0_hz, duration_s=seconds, sampling_rate=RATE, glide=0.05)
            yield Spoken(samples=np.round(32_767 * samples).astype(np.int16), sampling_rate=RATE)
