"""Loudness normalisation, as broadcasters and many training pipelines do it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.survival.remarked import Done, Remarked, count_of, range_of
from verification.survival.shaping import averaged, peak_of

TARGET_LUFS = -23.0  # EBU R 128
_BLOCK_S = 0.4  # the gating block of ITU-R BS.1770-4: nothing shorter has a loudness
_REPEATED_S = 4.0  # ten blocks: it does not matter where they cut a repeated clip
_MOST_CHANNELS = 5  # that BS.1770-4 knows weights for


class Loudness(Remarked):
    """One gain that brings the integrated loudness (ITU-R BS.1770-4, by pyloudnorm) to -23 LUFS.

    A clip shorter than the meter's block of 0.4 s is measured as if it were repeated for 4 s, so that no silence
    dilutes it. A clip without loudness (below the meter's gate of -70 LUFS) stays as it is. Where the peak
    would pass full scale, the gain is held back so that it reaches just that.
    """

    name = "loudness"
    title = "loudness normalisation to -23 LUFS"
    order = 30

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Measure, then apply one gain to all channels."""
        loudness_lufs = integrated_lufs(sound)
        wanted = 10.0 ** ((TARGET_LUFS - loudness_lufs) / 20.0) if math.isfinite(loudness_lufs) else 1.0
        peak = peak_of(sound.samples)
        # A clip that is already at or over full scale is not turned down for that: the guard only limits a rise.
        most = max(1.0, 1.0 / peak) if peak > 0.0 else 1.0
        gain = min(wanted, most)
        samples = sound.samples * np.float32(gain)
        done = {"gain_db": 20.0 * math.log10(gain), "held_back": gain < wanted}
        return Sound(samples=samples, sampling_rate=sound.sampling_rate), done

    def remark(self, done: Sequence[Done]) -> str:
        """Tell the gains."""
        text = f"gain {range_of(done, 'gain_db', form='+.1f')} dB"
        if any(each["held_back"] for each in done):
            text += f"; held back at full scale in {count_of(done, 'held_back')}"
        return text


def integrated_lufs(sound: Sound) -> float:
    """Measure the integrated loudness; -inf below the meter's gate."""
    import pyloudnorm

    samples: Floats = sound.samples if sound.samples.shape[1] <= _MOST_CHANNELS else averaged(sound)
    if len(samples) < _BLOCK_S * sound.sampling_rate:
        samples = np.tile(samples, (math.ceil(_REPEATED_S * sound.sampling_rate / len(samples)), 1))
    meter = pyloudnorm.Meter(sound.sampling_rate, block_size=_BLOCK_S)
    return float(meter.integrated_loudness(samples.astype(np.float64)))


TREATMENT = Loudness()
