"""Two people who talk behind a wall, which lets little through but the lowest part of their voices.

A wall keeps back more the higher the frequency; what is left of speech is its melody and its rhythm.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpora.synthesis.scenes.events import shuffled, talk
from corpora.synthesis.scenes.shaping import band, hiss, reverberate
from corpora.synthesis.scenes.take import Take
from probe_signal.arrays import FloatArray


def neighbor(take: Take) -> FloatArray:
    """Have the voices of a take speak in turn, and put them behind the wall."""
    sound = talk(take, _in_turn(take), pauses_s=(0.0, 0.15), lead_s=take.between(0.0, 2.0))
    sound = reverberate(sound, take, t60_s=take.between(0.3, 0.6), wet=0.5)
    muffled = band(sound, high_hz=take.between(220.0, 320.0), order=4)
    return muffled + hiss(take, level_db=-42.0, high_hz=300.0)


def _in_turn(take: Take) -> Iterator[FloatArray]:
    people = [shuffled(take, utterances) for utterances in take.voices]
    while True:
        for person in people:
            yield next(person)
