"""Speech-like sounds: glottal pulses and hiss through the formants of one vowel after another, with pauses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, lfilter

Samples = NDArray[np.float64]

RATE = 16_000
# First three formants of a, e, i, o, u of an adult, in hertz.
_VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (290, 2250, 3000), (570, 840, 2410), (320, 870, 2240))
_BANDWIDTHS_HZ = (90, 120, 170)


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A talker: the length of the throat scales the formants, `breath` is hiss in the voice."""

    name: str
    tract: float
    breath: float
    syllables_per_s: float


def speakers(count: int) -> tuple[Speaker, ...]:
    generator = np.random.default_rng(7)
    return tuple(
        Speaker(
            name=f"s{number + 1:02d}",
            tract=float(generator.uniform(0.9, 1.2)),
            breath=float(generator.uniform(0.02, 0.06)),
            syllables_per_s=float(generator.uniform(3.5, 5.0)),
        )
        for number in range(count)
    )


def speech(
    speaker: Speaker, *, f0_hz: float, duration_s: float, seed: int, rate: int = RATE, rms_dbfs: float = -26.0
) -> Samples:
    """Say something: syllables about `f0_hz` (within 12 %), pauses between some, a faint floor under all."""
    generator = np.random.default_rng([seed, 11])
    frames = round(duration_s * rate)
    voiced = _voiced(speaker, f0_hz, frames, rate, generator)
    hiss = lfilter(*_hiss_filter(rate), generator.normal(0, 1, frames))
    sound = np.zeros(frames)
    start = round(generator.uniform(0.03, 0.12) * rate)
    while start < frames - 0.1 * rate:
        length = round(generator.uniform(0.7, 1.3) * rate / speaker.syllables_per_s)
        stop = min(start + length, frames - round(generator.uniform(0.02, 0.08) * rate))
        if stop - start < 0.05 * rate:
            break
        sound[start:stop] += _syllable(speaker, voiced[start:stop], hiss[start:stop], rate, generator)
        start = stop + (round(generator.uniform(0.06, 0.16) * rate) if generator.random() < 0.3 else 0)
    sound *= 10 ** (rms_dbfs / 20) / np.sqrt(np.mean(sound**2))
    return sound + generator.normal(0, 10 ** (generator.uniform(-70, -64) / 20), frames)


def noise(kind: str, *, frames: int, seed: int) -> Samples:
    """Make one of four kinds of noise: white, pink, hum of a machine, babble."""
    generator = np.random.default_rng([seed, 13])
    white = generator.normal(0, 1, frames)
    if kind == "white":
        return white
    sound = _colour(kind, white, generator)
    centred: Samples = sound - sound.mean()
    return centred


def _colour(kind: str, white: Samples, generator: np.random.Generator) -> Samples:
    frames = len(white)
    if kind == "pink":
        spectrum = np.fft.rfft(white)
        return np.fft.irfft(spectrum / np.sqrt(np.arange(1, len(spectrum) + 1)), frames) * 20
    if kind == "machine":
        t = np.arange(frames) / RATE
        hum = sum(np.sin(2 * np.pi * 73 * k * t + generator.uniform(0, 6)) / k for k in range(1, 30))
        return hum + 0.4 * white
    low = lfilter(*butter(2, 3000 / (RATE / 2)), white)
    babble: Samples = low * (1 + 0.3 * np.sin(2 * np.pi * 2 * np.arange(frames) / RATE)) + 0.1 * white
    return babble


def coloured(sound: Samples, levels_db: Samples, *, rate: int = RATE) -> Samples:
    """Filter a sound so that all up to 354 Hz, and each octave above, hold powers in these proportions, in decibels."""
    spectrum = np.fft.rfft(sound)
    frequencies = np.fft.rfftfreq(len(sound), 1 / rate)
    octaves = np.log2(np.maximum(frequencies, 250) / 250)
    places = np.arange(len(levels_db))
    powers = [np.sum(np.abs(spectrum[np.minimum(np.round(octaves), places[-1]) == place]) ** 2) for place in places]
    gains_db = levels_db - 10 * np.log10(powers)
    # From octave to octave in straight lines: a step would ring.
    smooth_db = np.interp(octaves, places, gains_db)
    shaped: Samples = np.fft.irfft(spectrum * 10 ** (smooth_db / 20), len(sound))
    return shaped * rms(sound) / rms(shaped)


def rms(sound: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(sound))))


@cache
def _hiss_filter(rate: int) -> tuple[Samples, Samples]:
    numerator, denominator = butter(2, 2500 / (rate / 2), "high")
    return numerator, denominator


def _voiced(speaker: Speaker, f0_hz: float, frames: int, rate: int, generator: np.random.Generator) -> Samples:
    t = np.arange(frames) / rate
    melody = 0.08 * np.sin(2 * np.pi * generator.uniform(0.5, 1.1) * t + generator.uniform(0, 6))
    phase = np.cumsum(f0_hz * (1 + melody) / rate) % 1.0
    pulses = (1.0 - phase) ** 8 - 1.0 / 9.0
    return pulses + speaker.breath * generator.normal(0, 1, frames)


def _syllable(speaker: Speaker, voiced: Samples, hiss: Samples, rate: int, generator: np.random.Generator) -> Samples:
    sound = voiced
    for formant_hz, width_hz in zip(_VOWELS[generator.integers(5)], _BANDWIDTHS_HZ, strict=True):
        centre = formant_hz * speaker.tract * generator.uniform(0.95, 1.05)
        radius = np.exp(-np.pi * width_hz / rate)
        poles = [1.0, -2 * radius * np.cos(2 * np.pi * centre / rate), radius**2]
        sound = 0.7 * lfilter([sum(poles)], poles, sound) + 0.3 * sound
    frames = len(sound)
    sound = sound * np.sin(np.pi * np.linspace(0.02, 0.98, frames)) ** 0.5 * generator.uniform(0.6, 1.0)
    consonant = min(round(generator.uniform(0.04, 0.08) * rate), frames // 2)
    burst = np.sin(np.pi * np.linspace(0, 1, consonant)) * generator.uniform(0.25, 0.6)
    sound[:consonant] = 0.3 * sound[:consonant] + rms(sound) * burst * hiss[:consonant]
    return sound
