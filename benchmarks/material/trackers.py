"""Two F0 trackers of other kinds than the builders' own, to vote with it on labels."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from probe_signal.arrays import FloatArray

_RATE = 16_000
_FLOOR_HZ, _CEILING_HZ = 60.0, 400.0


def praat_f0_hz(samples: FloatArray) -> NDArray[np.float64]:
    """Track F0 with Praat's autocorrelation every 10 ms; shape (voiced_frames,)."""
    import parselmouth

    sound = parselmouth.Sound(samples.astype(np.float64), _RATE)
    pitch = sound.to_pitch_ac(time_step=0.01, pitch_floor=_FLOOR_HZ, pitch_ceiling=_CEILING_HZ)
    f0_hz = np.asarray(pitch.selected_array["frequency"], dtype=np.float64)
    return f0_hz[f0_hz > 0]


def swift_f0_hz(samples: FloatArray) -> NDArray[np.float64]:
    """Track F0 with the network swift-f0 every 16 ms, where it is more confident than not; shape (voiced_frames,)."""
    track = _network().detect(samples.astype(np.float32), _RATE)
    return np.asarray(track.pitch_hz[track.confidence >= 0.5], dtype=np.float64)


@cache
def _network() -> Any:
    from swift_f0 import SwiftF0

    return SwiftF0(threads=1, spin=False)
