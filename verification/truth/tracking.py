"""F0 of a decoded clip, by the tracker that judges the builders' own."""

from __future__ import annotations

import numpy as np

from verification.clip import Clip, Floats, Row
from verification.listening.facts import Sound

# Of the tracker.
FRAME_S = 0.016
_COLUMNS = (
    *("id", "file", "audio", "instruction", "options", "label", "explanation"),
    *("source", "parameters", "measurements", "group"),
)


def voiced_f0_of(sound: Sound) -> Floats:
    """Track F0 in the mean of the channels.

    Returns
    -------
    numpy.ndarray, shape (voiced_frames,)
        F0 in hertz of the voiced frames, 16 ms each, in order.
    """
    from verification.tracker import voiced_f0_hz

    if not len(sound.samples):
        return np.zeros(0)
    pcm = np.clip(np.round(sound.mono * 32768.0), -32768, 32767).astype(np.int16)
    row = Row.of(dict.fromkeys(_COLUMNS), shard="", number=0)
    return voiced_f0_hz(Clip(row=row, samples=pcm[:, None], sampling_rate=sound.sampling_rate))
