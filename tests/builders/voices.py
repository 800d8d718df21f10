"""Sounds whose answer is known: a buzz that glides about a given F0, cheap enough for thousands of files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile as sf


def buzz(f0_hz: float, *, duration_s: float, sampling_rate: int, glide: float = 0.0, amplitude: float = 0.4):
    """Pulses with every harmonic; F0 runs from `f0_hz * (1 - glide)` to `f0_hz * (1 + glide)`."""
    frames = round(duration_s * sampling_rate)
    f0 = f0_hz * np.linspace(1 - glide, 1 + glide, frames)
    phase = np.cumsum(f0 / sampling_rate) % 1.0
    pulses = (1.0 - phase) ** 6 - 1.0 / 7.0
    return (amplitude * pulses / np.abs(pulses).max()).astype(np.float32)


def write_audio(path: Path, samples, sampling_rate: int, *, subtype: str = "PCM_16") -> Path:
    """Write a file, making its folder; the suffix names the format."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as sink:  # libsndfile sees no name, so any letter will do
        sf.write(sink, samples, sampling_rate, format=path.suffix[1:].upper(), subtype=subtype)
    return path
