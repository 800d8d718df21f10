"""Trees in the layout of the repository virufy-data, clinical part."""

from __future__ import annotations

from pathlib import Path

import soundfile

from tests.corpora.trees.coughs import COUGH_RATE, cough
from tests.corpora.trees.sounds import tiny_wav

# The name of each original, and how many segments the owner cut from it.
PATIENTS = {
    "pos-0421-084-cough-m-50": 8,
    "pos-0421-086-cough-m-65": 9,
    "pos-0421-087-cough-f-40": 6,
    "pos-0421-092-cough-m-53": 9,
    "pos-0421-093-cough-f-24": 5,
    "pos-0421-094-cough-m-51": 7,
    "pos-0422-096-cough-m-31": 4,
    "neg-0421-083-cough-m-53": 18,
    "neg-0421-085-cough-m-43": 2,
    "neg-0421-088-cough-f-66": 8,
    "neg-0421-089-cough-f-20": 6,
    "neg-0421-090-cough-f-17": 8,
    "neg-0421-091-cough-m-47": 8,
    "neg-0422-095-cough-m-53": 15,
    "neg-0422-097-cough-m-37": 5,
    "neg-0422-098-cough-f-24": 3,
}
_SMALL = ("pos-0421-084-cough-m-50", "pos-0421-087-cough-f-40", "neg-0421-085-cough-m-43", "neg-0421-088-cough-f-66")


def small(folder: Path) -> Path:
    """Write the originals and two segments each of two positive and two negative patients, as MP3 of 48,000 Hz."""
    root = folder / "virufy-data"
    for place, seed in zip(_places(dict.fromkeys(_SMALL, 2)), range(99), strict=False):
        _with_folder(root / place)
        soundfile.write(root / place, cough(seed), COUGH_RATE)
    _describe(root)
    (root / "clinical/segmented/pos/._pos-0422-096-cough-m-31-0.mp3").write_bytes(b"made by a Mac")
    return root


def full(folder: Path) -> Path:
    """Write all 16 originals and 121 segments under their names."""
    root = folder / "virufy-data"
    for number, place in enumerate(_places(PATIENTS)):
        tiny_wav(_with_folder(root / place), number)
    _describe(root)
    return root


def _places(segments: dict[str, int]) -> list[str]:
    originals = [f"clinical/original/{name[:3]}/{name}.mp3" for name in segments]
    cut = [
        f"clinical/segmented/{name[:3]}/{name}-{number}.mp3"
        for name, count in segments.items()
        for number in range(count)
    ]
    return originals + cut


def _with_folder(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _describe(root: Path) -> None:
    (root / "README.md").write_text("# Virufy COVID-19 Open Cough Dataset\n", encoding="utf-8")
    (root / "clinical/labels.csv").write_text("cough_filename,corona_test,age,gender\n", encoding="utf-8")
