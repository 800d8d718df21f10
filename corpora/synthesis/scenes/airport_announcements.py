"""A chime, then somebody who announces: through loudspeakers with a narrow band, in a hall that rings for seconds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from corpora.synthesis.scenes.events import scatter, shuffled
from corpora.synthesis.scenes.shaping import band, hiss, reverberate, ring
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray
from probe_signal.levels import scale_to_rms

# Each airport has its own: notes in hertz, equal-tempered from A4 = 440 Hz.
CHIMES = ((659.26, 523.25), (783.99, 659.26, 523.25), (523.25, 659.26, 783.99), (587.33, 739.99, 880.0, 587.33))
NOTE_S = 0.45


def airport_announcements(take: Take) -> FloatArray:
    """Announce with the first voice of a take."""
    notes = CHIMES[int(take.generator.integers(len(CHIMES)))]
    sound = scatter(take.frames, _programme(take, notes))
    # The loudspeaker plays into the hall: first the band, then the room.
    loudspeaker = band(sound, low_hz=400.0, high_hz=3_200.0, order=4)
    heard = reverberate(loudspeaker, take, t60_s=take.between(1.6, 2.4), wet=1.2)
    return heard + hiss(take, level_db=-33.0, low_hz=100.0, high_hz=1_500.0)


def _programme(take: Take, notes: tuple[float, ...]) -> Iterator[tuple[float, FloatArray]]:
    now_s = take.between(0.0, 0.2)
    said = shuffled(take, take.voices[0])
    for _ in count():
        for note_hz in notes:
            # Struck bars: the second mode of a free bar lies at 2.76 times the first (Fletcher and Rossing, 2.15).
            yield now_s, 2.0 * ring([(note_hz, 1.2, 1.0), (2.76 * note_hz, 0.3, 0.15)], seconds=1.2)
            now_s += NOTE_S
        now_s += take.between(0.3, 0.5)
        announcement = scale_to_rms(next(said), level_dbfs=0.0)
        yield now_s, announcement
        now_s += len(announcement) / SAMPLING_RATE + take.between(0.3, 0.6)
        if now_s * SAMPLING_RATE >= take.frames:
            return
