"""Sounds one after another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probe_signal.arguments import require_floats, require_frames, wrong
from probe_signal.arrays import FloatArray


def join(sounds: Sequence[FloatArray], *, gap_frames: int) -> FloatArray:
    """Put sounds one after another, with silence between them.

    Parameters
    ----------
    sounds : sequence of FloatArray, each of shape (frames,) or (frames, channels)
        What to join; all of one number of channels. No level is changed and nothing is faded.
    gap_frames : int
        Frames of exact silence between two of them; none before the first or after the last.

    Returns
    -------
    FloatArray, shape (sum of frames + gaps,) or (sum of frames + gaps, channels)
        Of the widest type among the sounds.

    Raises
    ------
    ValueError
        If there is no sound, they differ in channels, or `gap_frames` is negative.
    """
    require_frames(gap_frames)
    if not sounds:
        raise wrong("sounds", found="none", wanted="one or more")
    for sound in sounds:
        require_floats(sound)
    shapes = {sound.shape[1:] for sound in sounds}
    if len(shapes) > 1:
        raise wrong("sounds", found=f"channels {sorted(shapes)}", wanted="the same number of channels in each")
    gap = np.zeros((gap_frames, *sounds[0].shape[1:]), np.result_type(*sounds))
    return np.concatenate([part for sound in sounds for part in (gap, sound)][1:])
