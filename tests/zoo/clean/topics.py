"""Questions of content with four choices, whose answer no measurement knows; a JSON list."""

from __future__ import annotations

from itertools import product

import numpy as np

from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row, opaque, shuffled
from tests.zoo.voices import Samples, speakers, speech
from tests.zoo.writing import write_json

TOPICS = ("the weather", "a journey", "a recipe", "a concert")
_SPEAKERS = 12
_SOURCES = ("fable", "harbour")
QUESTIONS = (
    "What does the person talk about?",
    "Which subject is the speaker telling of?",
    "What is the topic of the recording?",
    "Choose the subject that the voice speaks of.",
)


def talk(number: int, *, seconds: float = 0.0) -> tuple[Samples, str]:
    """Let one of twelve speakers say something; give the sound and the speaker's name."""
    generator = np.random.default_rng([number, 21])
    speaker = speakers(_SPEAKERS)[number % _SPEAKERS]
    length_s, f0_hz = generator.uniform(1.2, 2.0), 100 + 11 * (number % _SPEAKERS)
    level_dbfs = generator.uniform(-30, -24)
    sound = speech(speaker, f0_hz=f0_hz, duration_s=seconds or length_s, seed=2100 + number, rms_dbfs=level_dbfs)
    return sound, speaker.name


def make(*, rounds: int = 1) -> list[Row]:
    """Ask 48 questions in every round, about other recordings each time."""
    rows = []
    for part, turn, place, topic in product(range(rounds), range(3), range(4), range(4)):
        # Every topic stands in every place three times, the others turning about it, so that the first option says
        # nothing; speakers, sources and wordings go through all topics equally often.
        cell = 4 * turn + place + _SPEAKERS * part
        speaking = (cell + 5 * topic) % _SPEAKERS
        sound, speaker = talk(speaking + _SPEAKERS * (topic + 4 * part))
        others = [each for each in TOPICS if each != TOPICS[topic]]
        others = others[turn:] + others[:turn]
        rows.append(
            Row(
                id=opaque("topic", cell, topic),
                samples=sound,
                question=QUESTIONS[(place + turn + topic) % 4],
                options=(*others[:place], TOPICS[topic], *others[place:]),
                label=TOPICS[topic],
                more={"speaker": speaker, "source": _SOURCES[(place + turn + topic) % 2]},
            )
        )
    return shuffled(rows, seed=21)


CLEAN = CleanSet("topics", make, write_json)
