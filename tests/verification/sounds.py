"""Sounds with known properties."""

import numpy as np

RATE = 16_000


def syllables(frames, *, generator, noise_floor=0.001):
    """Bursts of noise with pauses and a floor between them, as loud as speech."""
    t = np.arange(frames) / RATE
    gate = np.clip(np.sin(2 * np.pi * 3.0 * t + generator.uniform(0, 6)), 0.0, None) * (
        np.sin(2 * np.pi * 0.6 * t) > -0.8
    )
    return gate * generator.normal(0, 0.1, frames).clip(-0.5, 0.5) + generator.normal(0, noise_floor, frames)


def voice(f0_hz, frames, *, seed=0, swing=0.04):
    """A vowel with a melody around `f0_hz`: a pulse-like harmonic sum with syllables and a little breath."""
    generator = np.random.default_rng(seed)
    t = np.arange(frames) / RATE
    contour = f0_hz * 2 ** (swing * np.sin(2 * np.pi * 1.5 * t))
    phase = 2 * np.pi * np.cumsum(contour) / RATE
    harmonics = range(1, int(3800 / f0_hz))
    formants = [
        np.exp(-(((k * f0_hz - 600) / 500) ** 2)) + 0.3 * np.exp(-(((k * f0_hz - 1800) / 700) ** 2)) for k in harmonics
    ]
    sound = sum((weight + 0.05 / k) * np.sin(k * phase) for k, weight in zip(harmonics, formants, strict=True))
    envelope = 0.55 + 0.45 * np.sin(2 * np.pi * 2.5 * t)
    sound = sound * envelope + generator.normal(0, 0.01, frames)
    return np.round(4000 * sound / np.sqrt(np.mean(sound**2))).clip(-32000, 32000).astype(np.int16), contour


def tone(waveform, frequency_hz, frames, *, level_dbfs, seed):
    phase = 2 * np.pi * frequency_hz * np.arange(frames) / RATE
    odd = np.arange(1, int(RATE / 2 / (frequency_hz or RATE)) + 1, 2)
    if waveform == "noise":
        sound = np.random.default_rng(seed).normal(size=frames)
    elif waveform == "sine":
        sound = np.sin(phase)
    elif waveform == "square":
        sound = sum(np.sin(k * phase) / k for k in odd)
    else:
        sound = sum((-1) ** (k // 2) * np.sin(k * phase) / k**2 for k in odd)
    rise = 0.5 - 0.5 * np.cos(np.pi * np.arange(320) / 320)
    sound[:320] *= rise
    sound[-320:] *= rise[::-1]
    return np.round(sound * 32768 * 10 ** (level_dbfs / 20) / np.sqrt(np.mean(sound**2))).astype(np.int16)
