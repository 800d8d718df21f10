"""Something like speech to fill a tree with: syllables of a gliding buzz, no two files alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.builders.voices import buzz, write_audio


def murmur(
    name: str, *, f0_hz: float, seconds: float = 0.9, sampling_rate: int = 48_000, amplitude: float = 0.4
) -> NDArray[np.float32]:
    """Make about four syllables a second; glide, rhythm and breath depend on `name`."""
    rng = np.random.default_rng([*name.encode()])
    voice = buzz(f0_hz, duration_s=seconds, sampling_rate=sampling_rate, glide=rng.uniform(0.03, 0.1))
    time_s = np.arange(voice.size) / sampling_rate
    syllables = 0.55 - 0.45 * np.cos(2 * np.pi * rng.uniform(3.5, 4.5) * (time_s + rng.uniform(0.0, 0.2)))
    breath = rng.normal(0.0, 0.002, voice.size)
    return ((voice * syllables + breath) * (amplitude / 0.4)).astype(np.float32)


def write_murmur(path: Path, *, f0_hz: float, seconds: float = 0.9, sampling_rate: int = 48_000) -> Path:
    """Write a murmur of the file's own, 16 bit, in the format that its suffix names."""
    samples = murmur(path.stem, f0_hz=f0_hz, seconds=seconds, sampling_rate=sampling_rate)
    return write_audio(path, samples, sampling_rate)
