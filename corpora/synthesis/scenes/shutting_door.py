"""A door that falls shut: the panel booms at its lowest modes, the latch snaps, the corridor rings a little."""

from __future__ import annotations

from collections.abc import Iterator

from corpora.synthesis.scenes.events import scatter
from corpora.synthesis.scenes.shaping import band, burst, hiss, reverberate, ring
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray

GAPS_S = (0.55, 0.95)


def shutting_door(take: Take) -> FloatArray:
    """Shut one door again and again, each time a little differently."""
    sound = reverberate(scatter(take.frames, _slams(take)), take, t60_s=take.between(0.3, 0.5), wet=0.25)
    return sound + hiss(take, level_db=-40.0, high_hz=500.0)


def _slams(take: Take) -> Iterator[tuple[float, FloatArray]]:
    panel = [(take.spread(60.0, 380.0), take.spread(0.25, 0.6), take.between(0.4, 1.0)) for _ in range(9)]
    latch = [(take.spread(1_500.0, 3_500.0), take.spread(0.02, 0.05), 0.4) for _ in range(4)]
    now_s = take.between(0.0, 0.4)
    while now_s * SAMPLING_RATE < take.frames:
        force = 10.0 ** (take.between(-3.0, 3.0) / 20.0)
        blow = ring(panel, seconds=0.6)
        blow[: round(0.05 * SAMPLING_RATE)] += 4.0 * band(burst(take, seconds=0.05, t60_s=0.04), high_hz=1_200.0)
        yield now_s, force * blow
        yield now_s + take.between(0.02, 0.06), force * ring(latch, seconds=0.06)
        now_s += take.between(*GAPS_S)
