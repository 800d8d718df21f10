"""Sampling rate: the rate at which the clip was sampled, by its header and by what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.opening.entry import Entry
from verification.truth.property import Judgement, Property, Values
from verification.truth.words import quantity

# Resampling filters pass up to 0.97 of half the rate; recordings end a little below half their own.
_LEAST_FILLED, _MOST_FILLED = 0.80, 1.03
_FRAME = 1024
# A line 85 dB below the loudest, and no less than 6 dB over the rounding of 16 bits, still counts as sound.
_RANGE_DB, _FLOOR_DBFS = 85.0, -92.0
# A filled band that ends below this part of the label's own has been brought up from a lower rate.
_HALF_FILLED = 0.55


class SamplingRate(Property):
    """The rate of the file, and the highest frequency in it."""

    name = "sampling-rate"
    title = "At which rate it was sampled"
    inherent: ClassVar[Mapping[str, str]] = {
        "form": "the rate of the file is the answer where it was not brought back",
        "bandwidth": "half the rate is the bandwidth",
        "spectrum": "what was above half the rate is gone",
        "encoding": "a file of a lower rate, or with less in it, is smaller",
    }

    def measure(self, sound: Sound) -> Values:
        """Measure `sampling_rate_hz` of the file and `bandwidth_hz`, the highest frequency that holds sound."""
        rate = sound.sampling_rate
        return {"sampling_rate_hz": float(rate), "bandwidth_hz": bandwidth_hz(sound.mono, sampling_rate=rate)}

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the rate that the band needs against the label."""
        number = quantity(entry.label, unit="Hz")
        if number is None or number.value <= 0.0:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label in Hz or kHz")
        rate_hz, band_hz = values["sampling_rate_hz"], values["bandwidth_hz"]
        labelled_hz = _in_hertz(entry.label)
        found = f"sound up to {band_hz:,.0f} Hz in a file of {rate_hz:,.0f} Hz"
        wanted = f"sound up to about {labelled_hz / 2:,.0f} Hz"
        filled = band_hz / (labelled_hz / 2)
        if labelled_hz > rate_hz * 1.001 or filled > _MOST_FILLED or filled < _HALF_FILLED:
            holds: bool | None = False
        else:
            holds = True if filled >= _LEAST_FILLED else None
        options = {option: _in_hertz(option) for option in entry.options}
        enough = {option: hz for option, hz in options.items() if hz and band_hz <= _MOST_FILLED * hz / 2}
        answer = min(enough, key=enough.__getitem__, default="")
        return Judgement(holds=holds, answer=answer if holds is False else "", found=found, wanted=wanted)


PROPERTY = SamplingRate()


def _in_hertz(text: str) -> float:
    """Read a rate; a bare number below 400 is in kilohertz: `16`, `44.1`."""
    number = quantity(text, unit="Hz")
    if number is None:
        return 0.0
    return number.value * 1000.0 if not number.unit and number.value < 400.0 else number.value


def bandwidth_hz(sound: Floats, *, sampling_rate: int) -> float:
    """Find the highest frequency that holds sound, in the mean spectrum.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    float
        In hertz, within 2 % of half the rate; 0 for silence.
    """
    count = len(sound) // _FRAME
    if count == 0:
        return 0.0
    window = np.hanning(_FRAME).astype(np.float32)
    spectra = np.fft.rfft(sound[: count * _FRAME].reshape(count, _FRAME) * window, axis=1)
    density = np.square(np.abs(spectra)).mean(axis=0) / float(window @ window)
    levels = 10.0 * np.log10(density + 1e-20)
    sounding = np.flatnonzero(levels > max(levels.max() - _RANGE_DB, _FLOOR_DBFS))
    return float(sounding[-1]) * sampling_rate / _FRAME if sounding.size else 0.0
