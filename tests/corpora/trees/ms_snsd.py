"""Trees in the layout of MS-SNSD."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, sosfilt

from tests.builders.voices import write_audio
from tests.corpora.trees.murmurs import write_murmur
from tests.corpora.trees.sounds import tiny_wav
from tests.corpora.trees.vctk_speakers import ROWS

_RATE = 16_000
# How the noises are numbered; a class has one file where nothing else is said.
NOISE_TEST = {
    "AirConditioner": range(1, 11),
    "AirportAnnouncements": range(1, 5),
    "Babble": range(1, 9),
    "CopyMachine": (1, 2),
    "Munching": range(1, 9),
    "Neighbor": (1, 2, 3, 4, 5, 6, 7, 9),
    "ShuttingDoor": range(1, 9),
    "Typing": (1, 2),
    "VacuumCleaner": (1,),
}
_PLACES = """
Bus Cafe CafeTeria Car Field
Hallway Kitchen LivingRoom Metro Office Park Restaurant Square
Station Traffic Washing
"""
NOISE_TRAIN = {
    "AirConditioner": range(1, 11),
    "AirportAnnouncement": (11,),
    "AirportAnnouncements": range(1, 11),
    "Babble": range(1, 13),
    "CopyMachine": (*range(1, 9), 10),
    "Munching": (1, 2, 3, 4, 6, 7, 8, 9, 10),
    "NeighborSpeaking": range(1, 15),
    "ShuttingDoor": range(1, 11),
    "SqueakyChair": range(1, 12),
    "Typing": range(1, 11),
    "VacuumCleaner": range(1, 10),
    "WasherDryer": range(1, 8),
} | dict.fromkeys(_PLACES.split(), (1,))
_CLEAN_TEST, _CLEAN_TRAIN, _SPEAKERS = 1_100, 23_075, 58


def small(folder: Path) -> Path:
    """Write up to three noises of each class of noise_test, a few of noise_train, and speech."""
    root = folder / "MS-SNSD"
    for place, (name, numbers) in enumerate(NOISE_TEST.items()):
        for number in [*numbers][:3]:
            write_audio(root / f"noise_test/{name}_{number}.wav", _rustle(place, number), _RATE)
    for place, name in enumerate(
        ("VacuumCleaner_1", "VacuumCleaner_2", "NeighborSpeaking_1", "AirportAnnouncement_11")
    ):
        write_audio(root / f"noise_train/{name}.wav", _rustle(9 + place, 1), _RATE)
    for number in range(3):
        write_murmur(root / f"clean_test/clnsp{number}.wav", f0_hz=100.0 + 50 * number, sampling_rate=_RATE)
        write_murmur(root / f"clean_train/p234_{number + 1:03}.wav", f0_hz=205.0, sampling_rate=_RATE)
    return root


def full(folder: Path) -> Path:
    """Write all 24,354 files, each of one second; which sentences clean_train has of each speaker is made up."""
    root = folder / "MS-SNSD"
    numbers = count()
    for place, stems in _stems().items():
        (root / place).mkdir(parents=True)
        for stem in stems:
            tiny_wav(root / place / f"{stem}.wav", next(numbers))
    return root


def _stems() -> dict[str, list[str]]:
    speakers = [f"p{row[:3]}" for row in ROWS.splitlines()][:_SPEAKERS]
    return {
        "clean_test": [f"clnsp{number}" for number in range(_CLEAN_TEST)],
        "clean_train": [f"{speakers[place % _SPEAKERS]}_{place // _SPEAKERS + 1:03}" for place in range(_CLEAN_TRAIN)],
        "noise_test": [f"{name}_{number}" for name, numbers in NOISE_TEST.items() for number in numbers],
        "noise_train": [f"{name}_{number}" for name, numbers in NOISE_TRAIN.items() for number in numbers],
    }


def _rustle(kind: int, number: int) -> NDArray[np.float32]:
    """Make 1.5 s of noise in a band and at a rhythm of its kind's own."""
    rng = np.random.default_rng([kind, number])
    low_hz = 100.0 * 1.3**kind
    band = sosfilt(butter(2, [low_hz, 3 * low_hz], "bandpass", fs=_RATE, output="sos"), rng.normal(0.0, 1.0, 24_000))
    rhythm = 0.7 + 0.3 * np.sin(2 * np.pi * (0.7 + 0.4 * kind % 7) * np.arange(band.size) / _RATE)
    return (0.3 * band * rhythm / np.abs(band).max()).astype(np.float32)
