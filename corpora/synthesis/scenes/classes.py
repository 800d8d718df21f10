"""The nine classes of noise, under the names that MS-SNSD gives them, and what each wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from corpora.synthesis.scenes.air_conditioner import air_conditioner
from corpora.synthesis.scenes.airport_announcements import airport_announcements
from corpora.synthesis.scenes.babble import babble
from corpora.synthesis.scenes.copy_machine import copy_machine
from corpora.synthesis.scenes.munching import munching
from corpora.synthesis.scenes.neighbor import neighbor
from corpora.synthesis.scenes.shutting_door import shutting_door
from corpora.synthesis.scenes.take import Take
from corpora.synthesis.scenes.typing_keys import typing
from corpora.synthesis.scenes.vacuum_cleaner import vacuum_cleaner
from probe_signal.arrays import FloatArray


@dataclass(frozen=True)
class NoiseClass:
    """A kind of noise.

    Parameters
    ----------
    make : callable
        `make(take)` gives the sound, at any level.
    speakers : int
        How many people are heard in it.
    """

    make: Callable[[Take], FloatArray]
    speakers: int = 0


CLASSES: Mapping[str, NoiseClass] = {
    "Babble": NoiseClass(babble, speakers=9),
    "CopyMachine": NoiseClass(copy_machine),
    "Neighbor": NoiseClass(neighbor, speakers=2),
    "ShuttingDoor": NoiseClass(shutting_door),
    "AirportAnnouncements": NoiseClass(airport_announcements, speakers=1),
    "Munching": NoiseClass(munching),
    "Typing": NoiseClass(typing),
    "AirConditioner": NoiseClass(air_conditioner),
    "VacuumCleaner": NoiseClass(vacuum_cleaner),
}
