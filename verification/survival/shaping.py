"""What treatments share: one channel, another rate and back, the length kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from probe_signal.resampling import resample
from verification.listening.facts import Floats, Sound

SPEECH_RATE_HZ = 16_000  # what nearly every speech model takes


def averaged(sound: Sound) -> Floats:
    """Give the mean of the channels, shape (frames, 1)."""
    return sound.mono[:, None]


def at_rate(samples: Floats, *, from_hz: int, to_hz: int) -> Floats:
    """Convert the sampling rate of samples of shape (frames, channels) by soxr HQ, never to nothing.

    Returns
    -------
    Floats, shape (frames, channels)
        One frame at least: a clip of a single frame would otherwise be gone at a lower rate.
    """
    converted = np.asarray(resample(samples, from_hz=from_hz, to_hz=to_hz), dtype=np.float32)
    return converted if len(converted) else samples[:1]


def of_length(samples: Floats, frames: int) -> Floats:
    """Cut to `frames`, or fill up with zeros at the end."""
    if len(samples) >= frames:
        return samples[:frames]
    return np.pad(samples, ((0, frames - len(samples)), (0, 0)))


def peak_of(samples: NDArray[np.floating[Any]]) -> float:
    """Give the largest magnitude over all frames and channels; 0 if there is none."""
    return float(np.abs(samples).max(initial=0.0))
