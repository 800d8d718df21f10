"""A copying machine: the carriage goes over and knocks, again and again, in strict time, above the hum of the mains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corpora.synthesis.scenes.events import scatter
from corpora.synthesis.scenes.shaping import band, burst, hiss, hum, ring
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray
from probe_signal.noise import white_noise

PERIODS_S = (0.5, 0.9)
MAINS_HZ = 50.0


def copy_machine(take: Take) -> FloatArray:
    """Repeat one stroke of the carriage in a period drawn for the take."""
    period_s = take.spread(*PERIODS_S)
    sound = scatter(take.frames, _strokes(take, period_s))
    # Transformers and motors hum at twice the mains frequency and its multiples.
    mains = hum(take, f0_hz=2.0 * MAINS_HZ, levels_db=(-22.0, -27.0, -29.0, -36.0))
    return sound + mains + hiss(take, level_db=-32.0, low_hz=150.0, high_hz=3_000.0)


def _strokes(take: Take, period_s: float) -> Iterator[tuple[float, FloatArray]]:
    low_hz, high_hz = take.spread(500.0, 900.0), take.spread(2_000.0, 3_500.0)
    frames = round(0.55 * period_s * SAMPLING_RATE)
    shape = np.sin(np.pi * np.arange(frames) / frames) ** 2
    modes = [(take.spread(500.0, 2_800.0), take.spread(0.02, 0.06), take.between(0.5, 1.2)) for _ in range(6)]
    now_s = take.between(0.0, 0.2)
    while now_s * SAMPLING_RATE < take.frames:
        sweep = band(white_noise(frames, generator=take.generator), low_hz=low_hz, high_hz=high_hz)
        yield now_s, 1.2 * shape * sweep
        clack = ring(modes, seconds=0.08) + 0.4 * burst(take, seconds=0.08, t60_s=0.015)
        yield now_s + 0.55 * period_s, clack
        yield now_s + 0.85 * period_s, 0.6 * clack
        now_s += period_s
