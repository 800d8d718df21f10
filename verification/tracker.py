"""A second F0 tracker, of another kind than the builders' own: a small neural network."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from verification.clip import Clip, Floats
from verification.findings import Ledger

NAME = "swift-f0"
# Calibrated by its authors: at 0.5 a frame is as likely voiced as not. On 67 real clips with a clear range the
# median is within 12 % of WORLD's at 0.5, and within 18 % at 0.8.
_LEAST_CONFIDENCE = 0.5
# The network's memory grows with what it is given at once (170 MB for 30 s); in pieces it says the same.
_PIECE_S = 4.0
FRAME_S = 0.016
LEAST_VOICED_S = 0.3
LEAST_VOICED_FRAMES = 10
# An F0 that another tracker finds an octave off is a doubt about the tracker; what is beyond is another voice.
MOST_F0_RATIO = 1.4
_BEGINNING_S = 10.0


@cache
def _detector() -> Any:
    """Load the network, once in a process, on one thread."""
    from swift_f0 import SwiftF0

    return SwiftF0(threads=1, spin=False)


def voiced_f0_hz(clip: Clip) -> Floats:
    """Track F0 and keep the voiced frames.

    Parameters
    ----------
    clip : Clip
        Its first channel is tracked.

    Returns
    -------
    numpy.ndarray, shape (voiced_frames,)
        F0 in hertz every 16 ms, searched from 47 to 2,094 Hz: limits set to the range in question would turn
        pitches outside it into errors inside it.
    """
    stream = _detector().stream()
    step = round(_PIECE_S * clip.sampling_rate)
    pieces = [
        stream.push(clip.samples[start : start + step, 0], clip.sampling_rate)
        for start in range(0, len(clip.samples), step)
    ]
    voiced = [piece.pitch_hz[piece.confidence >= _LEAST_CONFIDENCE] for piece in (*pieces, stream.flush())]
    return np.concatenate(voiced)


def beginning(clip: Clip) -> Clip:
    """Give the first 10 s of a clip: enough to know a voice by."""
    frames = round(_BEGINNING_S * clip.sampling_rate)
    return Clip(row=clip.row, samples=clip.samples[:frames], sampling_rate=clip.sampling_rate)


def check_voice(clip: Clip, f0_hz: Floats, ledger: Ledger, *, family: str) -> bool:
    """Ask for a voice: 10 voiced frames at least (0.16 s); the finding is `family`.voice. Say whether there is one."""
    return ledger.expect(
        len(f0_hz) >= LEAST_VOICED_FRAMES,
        f"{family}.voice",
        clip.row.name,
        found=f"{len(f0_hz)} voiced frames by {NAME}",
        wanted=f"{LEAST_VOICED_FRAMES} at least: a voice",
    )


def check_median_f0(clip: Clip, f0_hz: Floats, ledger: Ledger, *, family: str) -> float | None:
    """Hold the recorded median F0 to another tracker's.

    Parameters
    ----------
    clip : Clip
        Whose row has `voiced_s` and `median_f0_hz`.
    f0_hz : numpy.ndarray, shape (voiced_frames,)
        As `voiced_f0_hz` gives it.
    ledger : Ledger
        Takes the finding `family`.f0, a warning.
    family : str
        Of the rules.

    Returns
    -------
    float or None
        The median in hertz; None if either tracker finds less than 0.3 s voiced, which says nothing.

    Raises
    ------
    RowValueError
        If the row lacks a measurement.
    """
    row = clip.row
    if min(row.measurement("voiced_s"), len(f0_hz) * FRAME_S) < LEAST_VOICED_S:
        return None
    median_hz, recorded_hz = float(np.median(f0_hz)), row.measurement("median_f0_hz")
    ledger.expect(
        1 / MOST_F0_RATIO <= median_hz / recorded_hz <= MOST_F0_RATIO,
        f"{family}.f0",
        row.name,
        found=f"a median F0 of {median_hz:.0f} Hz by {NAME}",
        wanted=f"about {recorded_hz:.0f} Hz, as recorded",
        severity="warning",
    )
    return median_hz
