"""A sound in one ear: each in both ears; Parquet with the bytes in the table."""

from __future__ import annotations

import numpy as np

from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row, opaque, shuffled
from tests.zoo.voices import Samples, speakers, speech
from tests.zoo.writing import write_parquet

LEFT, RIGHT = "left", "right"
_PAIRS = 24
QUESTIONS = (
    "On which side is the sound?",
    "Is the voice heard in the left ear or in the right ear?",
    "Which channel carries the sound, left or right?",
    "From which side does the listener hear the speaker?",
)


def in_ear(sound: Samples, ear: str, *, other: Samples | None = None) -> Samples:
    """Put a sound into one ear; the other one is silent, or holds `other`."""
    silent = np.zeros(len(sound)) if other is None else other
    return np.stack((sound, silent) if ear == LEFT else (silent, sound), axis=1)


def make() -> list[Row]:
    rows = []
    for pair, speaker in enumerate(speakers(6) * (_PAIRS // 6)):
        generator = np.random.default_rng([pair, 5])
        length_s, f0_hz = generator.uniform(1.0, 1.6), generator.uniform(95, 230)
        level_dbfs = generator.uniform(-29, -24)
        sound = speech(speaker, f0_hz=f0_hz, duration_s=length_s, seed=500 + pair, rms_dbfs=level_dbfs)
        rows += [
            Row(
                id=opaque("ear", pair, ear),
                samples=in_ear(sound, ear),
                question=QUESTIONS[pair // 2 % len(QUESTIONS)],
                options=(LEFT, RIGHT) if pair % 2 else (RIGHT, LEFT),
                label=ear,
                group=f"p{pair:02d}",
                more={"speaker": speaker.name},
            )
            for ear in (LEFT, RIGHT)
        ]
    return shuffled(rows, seed=5)


CLEAN = CleanSet("ears", make, write_parquet, task="ear")
