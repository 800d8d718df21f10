"""Coughs to fill a tree with, and Opus as browsers record it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

COUGH_RATE = 48_000


def cough(seed: int, *, seconds: float = 0.9) -> NDArray[np.float32]:
    """Make three bursts of noise that die away, no two alike."""
    rng = np.random.default_rng(seed)
    time_s = np.arange(round(seconds * COUGH_RATE)) / COUGH_RATE
    since_burst_s = (time_s + rng.uniform(0.0, 0.05)) % (seconds / 3)
    envelope = np.exp(-since_burst_s / rng.uniform(0.04, 0.09))
    samples = rng.normal(0.0, rng.uniform(0.08, 0.14), time_s.size) * envelope
    return np.clip(samples, -0.9, 0.9).astype(np.float32)


def write_opus(path: Path, samples: NDArray[np.float32]) -> Path:
    """Write Opus in WebM or Ogg, as the suffix says; the same samples give the same bytes."""
    import av

    pcm = np.round(samples * 32_767).astype(np.int16)[np.newaxis]
    with av.open(str(path), "w", format=path.suffix[1:], options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream("libopus", rate=COUGH_RATE, layout="mono")
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate = COUGH_RATE
        for part in (frame, None):
            container.mux(stream.encode(part))
    return path
