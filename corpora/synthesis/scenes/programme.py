"""Which noises there are, and which noise each utterance is put into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpora.synthesis.scenes.classes import CLASSES
from corpora.synthesis.scenes.take import SAMPLING_RATE
from corpora.synthesis.script import SPEAKERS, Line, script
from manifests.seeding import item_generator

CORPUS = "demo_scenes"
SNRS_DB = (0, 5, 10, 15)
FILES_A_CLASS = 4
_LENGTHS_S = (12.0, 20.0)


@dataclass(frozen=True)
class Noise:
    """A noise to make.

    Parameters
    ----------
    kind : str
        Its class.
    number : int
        From 1, within the class.
    frames : int
        Its length at 16 kHz.
    speakers : tuple of str
        Who is heard in it.
    """

    kind: str
    number: int
    frames: int
    speakers: tuple[str, ...]

    @property
    def name(self) -> str:
        """Such as `Babble_1`."""
        return f"{self.kind}_{self.number}"


@dataclass(frozen=True)
class Mix:
    """An utterance to put into a noise.

    Parameters
    ----------
    line : Line
        The utterance of the demo corpus.
    noise : Noise
        One in which the speaker is not heard.
    snr_db : int
        RMS of the whole utterance over RMS of the stretch of noise.
    place : float
        Where the stretch lies in the noise: 0 at its beginning, 1 at its end.
    """

    line: Line
    noise: Noise
    snr_db: int
    place: float


def noises() -> list[Noise]:
    """Give the noises to make, class by class."""
    return [_noise(kind, number) for kind in CLASSES for number in range(1, FILES_A_CLASS + 1)]


def mixes() -> list[Mix]:
    """Give one mix for each utterance: every SNR once a speaker, classes as equal as 48 allows."""
    generator = item_generator(0, CORPUS, "mixes")
    lines = script()
    kinds = _dealt(generator, list(CLASSES), len(lines))
    by_speaker = {speaker.name: generator.permutation(SNRS_DB) for speaker in SPEAKERS}
    made = noises()
    found = []
    for line, kind in zip(lines, kinds, strict=True):
        fit = [noise for noise in made if noise.kind == kind and line.speaker.name not in noise.speakers]
        noise = fit[int(generator.integers(len(fit)))]
        snr_db = int(by_speaker[line.speaker.name][int(line.id.rpartition("_")[2]) - 1])
        found.append(Mix(line, noise, snr_db, float(generator.random())))
    return found


def _noise(kind: str, number: int) -> Noise:
    low, high = (round(seconds * SAMPLING_RATE) for seconds in _LENGTHS_S)
    frames = int(item_generator(0, CORPUS, f"length of {kind}_{number}").integers(low, high + 1))
    return Noise(kind, number, frames, _heard(kind, number))


def _heard(kind: str, number: int) -> tuple[str, ...]:
    """Choose who is heard: each file of a class begins a quarter of the list later, so nobody is in all of them."""
    order = item_generator(0, CORPUS, f"speakers of {kind}").permutation([speaker.name for speaker in SPEAKERS])
    turned = np.roll(order, -(number - 1) * len(order) // FILES_A_CLASS)
    return tuple(str(name) for name in turned[: CLASSES[kind].speakers])


def _dealt(generator: np.random.Generator, names: Sequence[str], count: int) -> list[str]:
    """Deal `count` names, shuffled, each as often as the others or once more."""
    rounds = [generator.permutation(names) for _ in range(-(-count // len(names)))]
    return [str(name) for name in generator.permutation(np.concatenate(rounds)[:count])]
