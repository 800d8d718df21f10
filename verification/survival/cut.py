"""Hearing only the beginning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from verification.listening.facts import Sound
from verification.survival.remarked import Done, Remarked


class Cut(Remarked):
    """The first seconds of a clip; a shorter clip stays as it is.

    Attributes
    ----------
    kept_s : float
        How many.
    """

    kept_s: ClassVar[float]

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Cut, and tell what is lost."""
        kept = sound.samples[: round(self.kept_s * sound.sampling_rate)]
        lost_s = (len(sound.samples) - len(kept)) / sound.sampling_rate
        return Sound(samples=kept, sampling_rate=sound.sampling_rate), {"lost_s": lost_s}

    def remark(self, done: Sequence[Done]) -> str:
        """Tell how many clips lose something."""
        lost_s = [each["lost_s"] for each in done if each["lost_s"]]
        if not lost_s:
            return "no clip is longer"
        return f"{len(lost_s)} of {len(done)} clips are longer and lose up to {max(lost_s):.1f} s"
