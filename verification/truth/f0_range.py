"""F0 range: the range in which the fundamental frequency of the clip lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.property import Judgement, Property, Values
from verification.truth.tracking import FRAME_S, voiced_f0_of
from verification.truth.words import Interval, interval

LEAST_SHARE = 0.5
# A label with less than this in its range is false even if no other range holds more: an octave away, none does.
_FALSE_SHARE = 0.2
# Fewer voiced frames (0.16 s) decide nothing.
_LEAST_FRAMES = 10
_QUANTILES = np.linspace(0.0, 1.0, 21)
_NAMES = tuple(f"f0_p{round(100 * quantile):02}_hz" for quantile in _QUANTILES)
_POWER = "F0 lies in this octave or the next: where it lies is how much power each holds"
_WHOLE = "F0 and the first harmonics are most of a voice's power"


class F0Range(Property):
    """The share of the voiced frames in each range, by a tracker that no builder uses (swift-f0)."""

    name = "f0-range"
    title = "In which range the fundamental frequency lies"
    operations = ("pitch.range", "pitch_matched.world")
    inherent: ClassVar[Mapping[str, str]] = {
        "band_63_hz_db": _POWER,
        "band_125_hz_db": _POWER,
        "band_250_hz_db": _POWER,
        "band_500_hz_db": "harmonics 2 and 3 of a high voice lie in this octave, those of a low one below it",
        "centroid_hz": _WHOLE,
        "flatness_db": "harmonics of a high voice stand further apart, and less of the spectrum is filled",
        "tilt_db_per_octave": _WHOLE,
        "crest_db": "at one level, a low voice has fewer and so higher pulses a second",
        "peak_dbfs": "at one level, the peak is higher by as much as the crest factor is",
    }

    def measure(self, sound: Sound) -> Values:
        """Track F0 in the mean of the channels.

        Returns
        -------
        mapping
            `voiced_s`, and 21 quantiles of F0 over the voiced frames, from `f0_p00_hz` to `f0_p100_hz`, from which the
            share in any range follows within 1 or 2 %; no quantiles if fewer than ten frames are voiced.
        """
        f0_hz = voiced_f0_of(sound)
        values = {"voiced_s": len(f0_hz) * FRAME_S}
        if len(f0_hz) >= _LEAST_FRAMES:
            values |= dict(zip(_NAMES, np.quantile(f0_hz, _QUANTILES).tolist(), strict=True))
        return values

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Compare the share in the label's range with those in the others."""
        labelled = interval(entry.label, unit="Hz")
        wanted = f"most of the voiced sound within {entry.label}"
        if labelled is None:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label that names a range in Hz")
        if _NAMES[0] not in values:
            return Judgement(holds=None, found=f"{values['voiced_s']:.2f} s of voiced sound", wanted=wanted)
        share = share_within(values, labelled)
        others = {option: each for option in entry.options if (each := interval(option, unit="Hz"))}
        others = {option: each for option, each in others.items() if each != labelled}
        shares = {option: share_within(values, each) for option, each in others.items()}
        rival = max(shares, key=shares.__getitem__, default="")
        found = f"{share:.0%} of the voiced sound in {entry.label}, median F0 {values['f0_p50_hz']:.0f} Hz"
        highest = shares.get(rival, 0.0)
        if share > max(LEAST_SHARE, highest):
            return Judgement(holds=True, answer=entry.label, found=found, wanted=wanted)
        beaten = highest > LEAST_SHARE and highest > share
        holds = False if beaten or share < _FALSE_SHARE else None
        if rival:
            found += f", and {highest:.0%} in {rival}"
        return Judgement(holds=holds, answer=rival if beaten else "", found=found, wanted=wanted)


PROPERTY = F0Range()


def share_within(values: Values, limits: Interval) -> float:
    """Give the share of the voiced frames within a range, from the quantiles that were measured."""
    quantiles_hz = [values[name] for name in _NAMES]
    # Equal quantiles (a steady tone) would make a step at which a limit is either below or above.
    rising_hz = np.array(quantiles_hz) + np.arange(len(quantiles_hz)) * 1e-6
    low, high = np.interp([limits.low, limits.high], rising_hz, _QUANTILES)
    return float(high - low)
