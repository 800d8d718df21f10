"""Peak normalisation."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from verification.listening.facts import Sound
from verification.survival.remarked import Done, Remarked, range_of
from verification.survival.shaping import peak_of

TARGET_DBFS = -1.0


class Peak(Remarked):
    """One gain that brings the largest sample of all channels to -1 dBFS; silence stays silence."""

    name = "peak"
    title = "peak normalisation to -1 dBFS"
    order = 40

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Apply one gain to all channels."""
        peak = peak_of(sound.samples)
        gain = 10.0 ** (TARGET_DBFS / 20.0) / peak if peak > 0.0 else 1.0
        samples = (sound.samples.astype(np.float64) * gain).astype(np.float32)
        return Sound(samples=samples, sampling_rate=sound.sampling_rate), {"gain_db": 20.0 * math.log10(gain)}

    def remark(self, done: Sequence[Done]) -> str:
        """Tell the gains."""
        return f"gain {range_of(done, 'gain_db', form='+.1f')} dB"


TREATMENT = Peak()
