"""Many people who talk at once: nine voices, each on its own way through its sentences.

With so many voices the gaps of one are filled by the others: the spectrum is that of speech, the level almost steady.
"""

from __future__ import annotations

import numpy as np

from corpora.synthesis.scenes.events import shuffled, talk
from corpora.synthesis.scenes.shaping import hiss, reverberate
from corpora.synthesis.scenes.take import Take
from probe_signal.arrays import FloatArray


def babble(take: Take) -> FloatArray:
    """Sum the voices of a take, none of them much nearer than the others."""
    sound = np.zeros(take.frames)
    for utterances in take.voices:
        gain = 10.0 ** (take.between(-2.0, 2.0) / 20.0)
        said = shuffled(take, utterances)
        sound += gain * talk(take, said, pauses_s=(0.0, 0.3), lead_s=take.between(0.0, 4.0))
    return reverberate(sound, take, t60_s=take.between(0.4, 0.7), wet=0.3) + hiss(take, level_db=-35.0, high_hz=2_000.0)
