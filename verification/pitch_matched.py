"""Matched pitch: the rules of pitch, and a pair that differs in F0 and in nothing else that is easily measured."""

from __future__ import annotations

import numpy as np

from verification import pitch
from verification.clip import Clip, Floats
from verification.contract import rms
from verification.findings import Ledger
from verification.properties import Measured, PairRules

LEVEL_TOLERANCE_DB = 0.1
LEAST_CORRELATION = 0.8
_WINDOW_S = 0.05


class Rules(pitch.Rules, PairRules):
    """Also the median that was aimed at, and level and loudness contour of the pair."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        measured = super().check_clip(clip, ledger)
        target_hz = clip.row.parameter("target_median_hz")
        recorded_hz = clip.row.measurement("median_f0_hz")
        ledger.expect(
            abs(recorded_hz / target_hz - 1.0) <= pitch.MEDIAN_DOUBT,
            "pitch_matched.target",
            clip.row.name,
            found=f"a recorded median F0 of {recorded_hz:.1f} Hz",
            wanted=f"the target of {target_hz:.1f} Hz within {pitch.MEDIAN_DOUBT:.0%}",
        )
        return measured

    def check_pair(self, first: Clip, second: Clip, ledger: Ledger) -> None:
        """Check that the pair differs in F0 alone."""
        pair, item = f"{first.row.name} and {second.row.name}", first.row.name
        if len(first.samples) != len(second.samples):
            return  # a finding of the rules of all pairs
        levels = [float(rms(clip.samples)[0]) for clip in (first, second)]
        difference_db = abs(20.0 * np.log10(max(levels[0], 1e-3) / max(levels[1], 1e-3)))
        ledger.expect(
            difference_db <= LEVEL_TOLERANCE_DB,
            "pitch_matched.level",
            item,
            found=f"levels {difference_db:.2f} dB apart in {pair}",
            wanted=f"the same level within {LEVEL_TOLERANCE_DB:g} dB",
        )
        correlation = contour_correlation(first.mono, second.mono, window=round(_WINDOW_S * first.sampling_rate))
        ledger.expect(
            correlation >= LEAST_CORRELATION,
            "pitch_matched.content",
            item,
            found=f"loudness contours that correlate by {correlation:.2f} in {pair}",
            wanted=f"the same words at the same time: {LEAST_CORRELATION:g} or more",
        )


def contour_correlation(first: Floats, second: Floats, *, window: int) -> float:
    """Correlate the level contours of two sounds of one length.

    Parameters
    ----------
    first, second : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    window : int
        Frames in a window.

    Returns
    -------
    float
        Pearson's r of the levels in dB (nothing is taken as quieter than 10 steps); 1 if both are constant.
    """
    contours = []
    for sound in (first, second):
        blocks = sound[: len(sound) // window * window].reshape(-1, window)
        contours.append(20.0 * np.log10(np.maximum(np.sqrt(np.mean(np.square(blocks), axis=1)), 10.0)))
    spreads = [float(np.std(contour)) if contour.size else 0.0 for contour in contours]
    if min(spreads) < 1e-6:
        return 1.0 if max(spreads) < 1e-6 else 0.0
    return float(np.corrcoef(contours[0], contours[1])[0, 1])
