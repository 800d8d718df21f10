"""Give sound its spectrum: bands, hums and the ringing of things that were hit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray
from probe_signal.levels import rms, scale_to_rms
from probe_signal.noise import white_noise


def band(samples: FloatArray, *, low_hz: float = 0.0, high_hz: float = 0.0, order: int = 2) -> FloatArray:
    """Keep a band by a Butterworth filter; an edge of 0 is open.

    Returns
    -------
    FloatArray, shape (n,)
        Falls by 6 dB an octave and order beyond each edge.
    """
    from scipy.signal import butter, sosfilt

    edges = [edge for edge in (low_hz, high_hz) if edge]
    kind = "bandpass" if len(edges) == 2 else "highpass" if low_hz else "lowpass"
    sections = butter(order, edges if len(edges) == 2 else edges[0], btype=kind, fs=SAMPLING_RATE, output="sos")
    filtered: FloatArray = sosfilt(sections, samples)
    return filtered


def hiss(take: Take, *, level_db: float, low_hz: float = 0.0, high_hz: float = 0.0, order: int = 2) -> FloatArray:
    """Make steady noise of a band, as long as the take, at an RMS level re 1."""
    noise = white_noise(take.frames, generator=take.generator)
    if low_hz or high_hz:
        noise = band(noise, low_hz=low_hz, high_hz=high_hz, order=order)
    return scale_to_rms(noise, level_dbfs=level_db)


def hum(take: Take, *, f0_hz: float, levels_db: Sequence[float], drift: float = 0.0) -> FloatArray:
    """Make the harmonics of a turning machine.

    Parameters
    ----------
    take : Take
        Its length and phases.
    f0_hz : float
        Frequency of the first harmonic.
    levels_db : sequence of float
        RMS level of each harmonic re 1; those above 7.5 kHz are left out.
    drift : float, optional
        How far the speed wanders, as a share of it: a slow wave of 3 to 6 s.
    """
    seconds = np.arange(take.frames) / SAMPLING_RATE
    period_s, start_rad = take.between(3.0, 6.0), take.between(0.0, 2.0 * np.pi)
    wander = drift * period_s / (2.0 * np.pi) * np.sin(2.0 * np.pi * seconds / period_s + start_rad)
    cycles = f0_hz * (seconds + wander)
    sound = np.zeros(take.frames)
    for number, level_db in enumerate(levels_db, start=1):
        phase_rad = take.between(0.0, 2.0 * np.pi)
        if number * f0_hz < 7_500.0:
            sound += np.sqrt(2.0) * 10.0 ** (level_db / 20.0) * np.sin(2.0 * np.pi * number * cycles + phase_rad)
    return sound


def ring(modes: Iterable[tuple[float, float, float]], *, seconds: float) -> FloatArray:
    """Sound the modes of a thing that was hit.

    Parameters
    ----------
    modes : iterable of (frequency in hertz, T60 in seconds, amplitude)
        Each is a sine that starts at 0 and loses 60 dB in its T60.
    seconds : float
        Length.
    """
    times_s = np.arange(round(seconds * SAMPLING_RATE)) / SAMPLING_RATE
    sound = np.zeros(len(times_s))
    for frequency_hz, t60_s, amplitude in modes:
        sound += amplitude * 10.0 ** (-3.0 * times_s / t60_s) * np.sin(2.0 * np.pi * frequency_hz * times_s)
    return sound


def burst(take: Take, *, seconds: float, t60_s: float) -> FloatArray:
    """Make white noise that loses 60 dB in `t60_s`; it begins at full strength."""
    frames = round(seconds * SAMPLING_RATE)
    decay = 10.0 ** (-3.0 * np.arange(frames) / SAMPLING_RATE / t60_s)
    return white_noise(frames, generator=take.generator) * decay


def limited(samples: FloatArray, *, crest_db: float) -> FloatArray:
    """Bend down the peaks that stand more than `crest_db` above the RMS, smoothly, as a tape or a microphone does."""
    ceiling = float(rms(samples)) * 10.0 ** (crest_db / 20.0)
    bent: FloatArray = ceiling * np.tanh(samples / ceiling)
    return bent


def reverberate(samples: FloatArray, take: Take, *, t60_s: float, wet: float) -> FloatArray:
    """Put a sound into a room whose answer is noise that decays (Polack 1988).

    Parameters
    ----------
    samples : FloatArray, shape (n,)
        The sound.
    take : Take
        Where the room's noise comes from.
    t60_s : float
        Reverberation time.
    wet : float
        Energy of the reverberation in relation to the direct sound's.

    Returns
    -------
    FloatArray, shape (n,)
        As long as `samples`: what rings on after their end is cut.
    """
    from scipy.signal import oaconvolve

    tail = burst(take, seconds=t60_s, t60_s=t60_s)
    tail *= np.sqrt(wet) / np.sqrt(np.sum(np.square(tail)))
    answer: FloatArray = samples + oaconvolve(samples, tail)[: len(samples)]
    return answer
