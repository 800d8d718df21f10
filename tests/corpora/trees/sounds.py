"""Little sounds to fill a tree with."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import numpy as np
import soundfile

_TINY_HEADER = struct.pack(
    "<4sI4s4sIHHIIHH4sI", b"RIFF", 1_036, b"WAVE", b"fmt ", 16, 1, 1, 1_000, 1_000, 1, 8, b"data", 1_000
)


def write_noise(path: Path, *, seconds: float = 0.1, sampling_rate: int = 16_000, seed: int = 0) -> Path:
    """Write a little noise of its own; nobody looks for pitch in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = np.random.default_rng([seed, *path.stem.encode()]).normal(0.0, 0.1, round(seconds * sampling_rate))
    soundfile.write(path, samples, sampling_rate)
    return path


def tiny_wav(path: Path, number: int) -> Path:
    """Write one second of noise, 8 bits at 1,000 Hz, other bytes for each `number`: 1 kB, in no time."""
    samples = hashlib.shake_128(number.to_bytes(8)).digest(1_000)
    path.write_bytes(_TINY_HEADER + samples)
    return path
