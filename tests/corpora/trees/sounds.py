"""Little sounds to fill a tree with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile


def write_noise(path: Path, *, seconds: float = 0.1, sampling_rate: int = 16_000, seed: int = 0) -> Path:
    """Write a little noise of its own; nobody looks for pitch in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = np.random.default_rng([seed, *path.stem.encode()]).normal(0.0, 0.1, round(seconds * sampling_rate))
    soundfile.write(path, samples, sampling_rate)
    return path
