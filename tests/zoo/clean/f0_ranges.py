"""Low and high voices of the same speakers saying the same; a JSON list that declares rate and duration."""

from __future__ import annotations

import numpy as np

from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row, opaque, shuffled
from tests.zoo.voices import RATE, coloured, speakers, speech
from tests.zoo.writing import write_json

LOW, HIGH = "(80, 150)", "(180, 250)"
PAIRS = 26
# Power up to 354 Hz and in the octaves about 500, 1000, 2000, 4000 and 8000 Hz.
_SPECTRUM_DB = np.array([0.0, 0.0, -5.0, -8.0, -14.0, -18.0])
QUESTIONS = (
    "In which range, in Hz, does the pitch of the voice lie most of the time?",
    "Which range in Hz holds the fundamental frequency for more than 70% of the speech?",
)


def voice_row(pair: int, label: str, *, f0_hz: float, rate: int = RATE, seed: int | None = None) -> Row:
    speaker = speakers(PAIRS)[pair]
    length_s = round(np.random.default_rng([pair, 7]).uniform(1.3, 1.9), 2)
    seed = 700 + pair if seed is None else seed
    sound = speech(speaker, f0_hz=f0_hz, duration_s=length_s, seed=seed, rate=rate)
    # A recorder of its own for each clip: where the partials lie must be told by nothing else than themselves.
    recorder = np.random.default_rng([pair, 8, label == LOW])
    sound = coloured(sound, _SPECTRUM_DB + recorder.normal(0, 4, len(_SPECTRUM_DB)), rate=rate)
    sound = sound * 10 ** (recorder.uniform(-22, 4) / 20)
    return Row(
        id=opaque("f0", pair, label),
        samples=sound,
        rate=rate,
        question=QUESTIONS[pair // 2 % len(QUESTIONS)],
        options=(LOW, HIGH) if pair % 2 else (HIGH, LOW),
        label=label,
        group=f"p{pair:02d}",
        more={"speaker": speaker.name, "sampling_rate": rate, "duration_s": len(sound) / rate},
    )


def make() -> list[Row]:
    rows = []
    for pair in range(PAIRS):
        generator = np.random.default_rng([pair, 9])
        for label, f0_hz in ((LOW, generator.uniform(95, 130)), (HIGH, generator.uniform(200, 228))):
            rows.append(voice_row(pair, label, f0_hz=f0_hz))
    return shuffled(rows, seed=7)


CLEAN = CleanSet("F0 ranges", make, write_json, task="f0-range")
