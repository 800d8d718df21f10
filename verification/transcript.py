"""Transcripts: the text must be one that can be said in the time in which the clip sounds.

No arithmetic can hear words. What it can do is refute a text: one that has too many words, or hardly any, for the sound
that ships, or that does not read as somebody's words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from verification.clip import Clip, Floats, Row
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules

MOST_WORDS_PER_S = 10.0
LEAST_WORDS_PER_S = 0.05
# Rounding can move a window or two across the border of what sounds.
TIME_TOLERANCE_S = 0.05
_WINDOW_S = 0.02
_SOUNDING = 10.0 ** (-30.0 / 20.0)
_LEAST_RMS = 32.768  # -60 dBFS
_LEAST_CLIPS = 30
_JOINERS = "'’"
_UNREADABLE = {"Cc", "Cn", "Co", "Cs"}


class Rules(PropertyRules):
    """Label and parameters, a readable text, its words counted anew, and the time that sounds."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        ledger.expect(
            row.parameters.get("text") == row.label,
            "transcript.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{row.parameters.get('text')!r}, the text of its parameters",
        )
        _check_text(row, ledger)
        words = count_words(row.label)
        ledger.expect(
            row.measurement("words") == words,
            "transcript.words",
            row.name,
            found=f"{row.measurement('words'):g} words recorded",
            wanted=f"{words}, as counted in the label",
        )
        seconds = check_sounding(clip, ledger, family="transcript")
        rate = words / seconds if seconds else np.inf
        ledger.expect(
            LEAST_WORDS_PER_S <= rate <= MOST_WORDS_PER_S,
            "transcript.rate",
            row.name,
            found=f"{words} words in {seconds:.2f} s of sound, {rate:.2f} per second",
            wanted=f"{LEAST_WORDS_PER_S:g} to {MOST_WORDS_PER_S:g} per second: text and audio do not belong together",
        )
        return {"words": words, "sounding_s": seconds}

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how fast the texts would be said."""
        return [
            f"{sum(int(values['words']) for values in measured if values):,} words; {told}"
            for told in rates_told(measured, "words")
        ]


def _check_text(row: Row, ledger: Ledger) -> None:
    odd = sorted({f"U+{ord(sign):04X}" for sign in row.label if unicodedata.category(sign) in _UNREADABLE})
    odd += ["U+FFFD"] * ("\ufffd" in row.label)
    spaced = row.label == " ".join(row.label.split())
    ledger.expect(
        not odd and spaced and unicodedata.is_normalized("NFC", row.label),
        "transcript.text",
        row.name,
        found=f"{row.label!r}" + (f", with {', '.join(odd)}" if odd else ""),
        wanted="readable characters, composed (NFC), with single spaces",
    )


def check_sounding(clip: Clip, ledger: Ledger, *, family: str) -> float:
    """Time what sounds, and hold the record to it.

    Parameters
    ----------
    clip : Clip
        Its first channel is timed.
    ledger : Ledger
        Takes the finding `family`.sounding.
    family : str
        Of the rules.

    Returns
    -------
    float
        In seconds.
    """
    seconds = sounding_s(clip.mono, sampling_rate=clip.sampling_rate)
    recorded_s = clip.row.measurement("sounding_s")
    ledger.expect(
        abs(recorded_s - seconds) <= TIME_TOLERANCE_S,
        f"{family}.sounding",
        clip.row.name,
        found=f"{recorded_s:.2f} s of sound recorded",
        wanted=f"{seconds:.2f} s, as measured, within {TIME_TOLERANCE_S:g} s",
    )
    return seconds


def rates_told(measured: Sequence[Measured], unit: str) -> list[str]:
    """Sum up how fast texts are said, and whether longer ones take longer: shuffled texts would not.

    Parameters
    ----------
    measured : sequence of mapping
        With `sounding_s`, and a count under the name `unit`; clips in which nothing sounds are left out.
    unit : str
        What is counted: words or syllables.

    Returns
    -------
    list of str
        A line, without the unit; empty if nothing sounds.
    """
    sounding = [values for values in measured if values.get("sounding_s")]
    if not sounding:
        return []
    counts, seconds = (np.array([values[name] for values in sounding]) for name in (unit, "sounding_s"))
    rates = counts / seconds
    told = f"{np.median(rates):.1f} per second of sound in the median, from {rates.min():.1f} to {rates.max():.1f}"
    if len(sounding) < _LEAST_CLIPS or not np.ptp(counts) or not np.ptp(seconds):
        return [told]
    return [f"{told}; count and time correlate by {np.corrcoef(counts, seconds)[0, 1]:.2f}"]


def sounding_s(sound: Floats, *, sampling_rate: int) -> float:
    """Time what sounds: windows of 20 ms within 30 dB of the loudest, where that is above -60 dBFS.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    sampling_rate : int
        In hertz.
    """
    window = round(_WINDOW_S * sampling_rate)
    edges = np.arange(0, len(sound) + 1, window)
    energies = np.diff(np.concatenate([[0.0], np.cumsum(np.square(sound))])[edges])
    amplitudes = np.sqrt(np.maximum(energies, 0.0) / window)
    loudest = float(amplitudes.max(initial=0.0))
    if loudest < _LEAST_RMS:
        return 0.0
    return float(np.count_nonzero(amplitudes >= loudest * _SOUNDING) * _WINDOW_S)


def count_words(text: str) -> int:
    """Count the runs of letters and digits; an apostrophe between two of them does not part them."""
    padded = f" {text} "
    inside = (
        sign.isalnum() or (sign in _JOINERS and before.isalnum() and after.isalnum())
        for before, sign, after in zip(padded, padded[1:], padded[2:], strict=False)
    )
    return sum(is_word for is_word, _ in groupby(inside))
