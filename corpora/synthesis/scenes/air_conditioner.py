"""An air conditioner: air that rushes slowly, so that its noise is low, and the blades of a fan that hum in it."""

from __future__ import annotations

from corpora.synthesis.scenes.shaping import hiss, hum
from corpora.synthesis.scenes.take import Take
from probe_signal.arrays import FloatArray

BLADES_PASS_HZ = (70.0, 140.0)


def air_conditioner(take: Take) -> FloatArray:
    """Let it run steadily."""
    rush = hiss(take, level_db=-6.0, high_hz=take.spread(150.0, 260.0)) + hiss(take, level_db=-26.0, high_hz=1_500.0)
    blades = hum(take, f0_hz=take.spread(*BLADES_PASS_HZ), levels_db=(-10.0, -16.0, -20.0), drift=0.001)
    return rush + blades
