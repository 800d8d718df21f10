"""Automatic gain control, as telephones, meeting software and recorders do it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Sound
from verification.survival.remarked import Done, Remarked, range_of

TARGET_DBFS = -20.0
_BLOCK_S = 0.01
_AVERAGING_S = 0.1  # of the RMS: longer than a pitch period, shorter than a word
_ATTACK_S, _RELEASE_S = 0.02, 0.3  # to turn down, and to turn up
_MOST_GAIN_DB = 40.0
_GATE_DBFS = -70.0  # below it nothing is heard, and the gain stays where it is


class RmsGain(Remarked):
    """A running gain that drives the short-time RMS to -20 dBFS.

    The power, averaged over all channels and by one pole of 100 ms over time, is compared with the target every
    10 ms; the gain follows in dB with 20 ms downwards (attack) and 300 ms upwards (release), within 40 dB either way,
    starting from 0 dB, and stands still below -70 dBFS. Between blocks it is interpolated. All channels get the same
    gain. What comes over full scale before the gain has followed an onset is clipped, as in a device.

    Notes
    -----
    RMS measurement and smoothing by attack and release as in U. Zölzer (ed.), DAFX, 2nd ed. (2011), section 4.2,
    after G. W. McNally, "Dynamic range control of digital audio signals", J. Audio Eng. Soc. 32 (1984); the static
    curve is flat, that is, every level is to come out the same.
    """

    name = "rms-gain"
    title = "RMS gain control"
    order = 50

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Apply the running gain."""
        block = max(1, round(_BLOCK_S * sound.sampling_rate))
        gains_db = running_gain_db(sound, block=block)
        ends = np.arange(1, len(gains_db) + 1) * block
        gain_db = np.interp(np.arange(len(sound.samples)), np.r_[0, ends], np.r_[0.0, gains_db])
        samples = np.clip(sound.samples * (10.0 ** (gain_db / 20.0))[:, None], -1.0, 1.0).astype(np.float32)
        done = {"least_db": float(gain_db.min()), "most_db": float(gain_db.max())}
        return Sound(samples=samples, sampling_rate=sound.sampling_rate), done

    def remark(self, done: Sequence[Done]) -> str:
        """Tell how far the gain moves."""
        moves = [{"moves_db": each["most_db"] - each["least_db"]} for each in done]
        return f"the gain moves by {range_of(moves, 'moves_db', form='.1f')} dB within a clip"


def running_gain_db(sound: Sound, *, block: int) -> NDArray[np.float64]:
    """Give the gain at the end of each block of frames, the last of which may be shorter, in dB."""
    powers = np.mean(np.square(sound.samples, dtype=np.float64), axis=1)
    starts = np.arange(0, len(powers), block)
    counts = np.diff(np.r_[starts, len(powers)])
    averages = np.add.reduceat(powers, starts) / counts
    keeping = _keeping(_AVERAGING_S)
    power, gain_db = float(averages[0]), 0.0
    gains_db = np.empty(len(averages))
    for place, average in enumerate(averages):
        power = keeping * power + (1.0 - keeping) * float(average)
        level_dbfs = 10.0 * math.log10(max(power, 1e-20))
        if level_dbfs > _GATE_DBFS:
            wanted_db = min(max(TARGET_DBFS - level_dbfs, -_MOST_GAIN_DB), _MOST_GAIN_DB)
            staying = _keeping(_ATTACK_S if wanted_db < gain_db else _RELEASE_S)
            gain_db = staying * gain_db + (1.0 - staying) * wanted_db
        gains_db[place] = gain_db
    return gains_db


def _keeping(time_s: float) -> float:
    """Give the share that one pole of this time constant keeps over a block."""
    return math.exp(-_BLOCK_S / time_s)


TREATMENT = RmsGain()
