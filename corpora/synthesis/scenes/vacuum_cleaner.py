"""A vacuum cleaner: air rushes through a nozzle over the whole band, and a fast motor whines above it."""

from __future__ import annotations

from corpora.synthesis.scenes.shaping import hiss, hum
from corpora.synthesis.scenes.take import Take
from probe_signal.arrays import FloatArray

MOTOR_HZ = (280.0, 480.0)  # 17,000 to 29,000 turns a minute


def vacuum_cleaner(take: Take) -> FloatArray:
    """Let it run; its speed wanders a little as the nozzle moves."""
    nozzle_hz = take.spread(1_200.0, 2_400.0)
    rush = hiss(take, level_db=-6.0, low_hz=250.0, high_hz=6_500.0, order=1)
    whistle = hiss(take, level_db=-12.0, low_hz=0.8 * nozzle_hz, high_hz=1.25 * nozzle_hz)
    levels_db = (-14.0, -13.0, -18.0, -17.0, -22.0, -22.0, -26.0, -26.0)
    return rush + whistle + hum(take, f0_hz=take.spread(*MOTOR_HZ), levels_db=levels_db, drift=0.002)
