"""Somebody who eats something crisp: at each closing of the jaw a burst of tiny cracks, about three in two seconds.

The cracks of a crisp food come as a Poisson process while the teeth close; their strengths are spread over decades.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corpora.synthesis.scenes.events import scatter
from corpora.synthesis.scenes.shaping import band, burst, hiss, reverberate
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray

CHEWS_HZ = (1.2, 1.8)
_CHEWS_A_BITE = 9


def munching(take: Take) -> FloatArray:
    """Chew through some bites; each bite gets softer."""
    cracks = band(scatter(take.frames, _cracks(take)), low_hz=700.0, high_hz=5_500.0)
    heard = reverberate(cracks, take, t60_s=take.between(0.15, 0.25), wet=0.4)
    return heard + hiss(take, level_db=-45.0, low_hz=200.0, high_hz=2_000.0)


def _cracks(take: Take) -> Iterator[tuple[float, FloatArray]]:
    chews_hz, now_s, chew = take.spread(*CHEWS_HZ), take.between(0.0, 0.3), 0
    while now_s * SAMPLING_RATE < take.frames:
        softness = chew % _CHEWS_A_BITE / _CHEWS_A_BITE
        closing_s = take.between(0.2, 0.28)
        for _ in range(int(take.generator.poisson(90.0 - 40.0 * softness))):
            # Teeth close slowly, then fast: more cracks come late in the stroke.
            place_s = closing_s * float(np.sqrt(take.generator.random()))
            strength = min(float(take.generator.lognormal(-1.2, 0.7)), 1.5) * (1.0 - 0.5 * softness)
            t60_s = take.spread(0.004, 0.02)
            yield now_s + place_s, strength * burst(take, seconds=t60_s, t60_s=t60_s)
        chew += 1
        now_s += take.between(0.94, 1.06) / chews_hz
