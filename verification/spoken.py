"""Questions that are spoken before the clip: the part that is the clip, and what comes before it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from verification.clip import Clip
from verification.findings import Ledger

FRAMES, GAP = "spoken_frames", "spoken_gap_s"
_HEARD_PEAK = 1036  # -30 dBFS


def after_instruction(clip: Clip, ledger: Ledger) -> Clip | None:
    """Give the part of a clip that its property is measured on: all of it, unless the question is spoken first.

    Parameters
    ----------
    clip : Clip
        As it ships.
    ledger : Ledger
        Takes the findings.

    Returns
    -------
    Clip or None
        None if the record does not say where the clip begins.
    """
    row = clip.row
    if FRAMES not in row.measurements:
        return clip
    begins, frames = row.measurements[FRAMES], len(clip.samples)
    gap_s = row.parameters.get(GAP)
    gap_s = gap_s if isinstance(gap_s, float) else 0.0
    known = type(begins) is int and 0 < begins < frames and 0.0 < gap_s < 30.0
    if not ledger.expect(
        known,
        "spoken.begins",
        row.name,
        found=f"a clip that begins at sample {begins} of {frames:,}",
        wanted="one that begins after the spoken question",
    ):
        return None
    gap = round(gap_s * clip.sampling_rate)
    question, silence = np.split(clip.samples[:begins].astype(np.int32), [max(begins - gap, 0)])
    ledger.expect(
        len(question) > 0 and int(np.abs(question).max(initial=0)) >= _HEARD_PEAK,
        "spoken.question",
        row.name,
        found="no sound before the gap",
        wanted="the question, at a peak of -30 dBFS at least",
    )
    ledger.expect(
        gap > 0 and not silence.any(),
        "spoken.gap",
        row.name,
        found="sound in the gap between question and clip",
        wanted=f"{gap:,} samples of silence",
    )
    # The last source is the question's recording: what the property is made of stands before it.
    return replace(clip, row=replace(row, source=row.source[:-1]), samples=clip.samples[begins:])
