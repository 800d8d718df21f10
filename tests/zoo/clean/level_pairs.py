"""Speech that rises from silence, or falls to it, in a straight line: each clip both ways; metadata.csv and FLAC."""

from __future__ import annotations

from itertools import count

import numpy as np

from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row, opaque, shuffled
from tests.zoo.voices import Samples, rms, speakers, speech
from tests.zoo.writing import write_csv

RISING, FALLING = "increasing", "decreasing"
_PAIRS = 28
QUESTIONS = (
    "Is the loudness of the speech increasing or decreasing?",
    "Does the level of this recording go up or down? Answer with increasing or decreasing.",
    "Listen to the volume over time: is it increasing or decreasing?",
    "Which describes the sound level from start to end, increasing or decreasing?",
)


def ramped(sound: Samples, *, start: float, stop: float, rms_dbfs: float = -24.0) -> Samples:
    """Let the gain run in a straight line of amplitude, and set the level of the whole."""
    moved = sound * np.linspace(start, stop, len(sound))
    return moved * 10 ** (rms_dbfs / 20) / rms(moved)


def steady_speech(pair: int) -> Samples:
    """Say something that neither rises nor falls by itself: the thirds of the clip are within 2 dB of each other."""
    generator = np.random.default_rng([pair, 3])
    length_s, f0_hz = generator.uniform(1.5, 2.2), generator.uniform(95, 230)
    for attempt in count():
        sound = speech(speakers(7)[pair % 7], f0_hz=f0_hz, duration_s=length_s, seed=300 + pair + 1000 * attempt)
        levels = [20 * np.log10(rms(third)) for third in np.array_split(sound, 3)]
        if max(levels) - min(levels) < 2.0:
            break
    return sound


def make() -> list[Row]:
    rows = []
    for pair in range(_PAIRS):
        level_dbfs = np.random.default_rng([pair, 4]).uniform(-29, -24)
        sound = steady_speech(pair)
        for label, start, stop in ((RISING, 0.0, 1.0), (FALLING, 1.0, 0.0)):
            # Both of a pair get the same wording and the same order, so that neither tells the answer.
            order = (RISING, FALLING) if pair % 2 else (FALLING, RISING)
            rows.append(
                Row(
                    id=opaque("level", pair, label),
                    samples=ramped(sound, start=start, stop=stop, rms_dbfs=level_dbfs),
                    question=QUESTIONS[pair // 2 % len(QUESTIONS)],
                    options=order,
                    label=label,
                    group=f"p{pair:02d}",
                    more={"speaker": speakers(7)[pair % 7].name},
                )
            )
    return shuffled(rows, seed=3)


CLEAN = CleanSet("level pairs", make, write_csv, task="level-direction")
