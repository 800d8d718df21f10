"""A known corpus whose copy has another sampling rate than its owner publishes it at."""

from __future__ import annotations

from pathlib import Path

from tests.zoo.planted import SET, Defect, Planted
from tests.zoo.rows import encode
from tests.zoo.voices import speakers, speech

_RATE = 44_100  # LJSpeech is published at 22,050 Hz
_CLIPS = 12


def _ljspeech(root: Path) -> Planted:
    """Write the layout of LJSpeech 1.1: `metadata.csv` with bars, and `wavs`."""
    folder = root / "LJSpeech-1.1"
    (folder / "wavs").mkdir(parents=True)
    names = [f"LJ001-{number:04d}" for number in range(1, _CLIPS + 1)]
    for number, name in enumerate(names):
        sound = speech(speakers(1)[0], f0_hz=205, duration_s=1.2, seed=4400 + number, rate=_RATE)
        (folder / "wavs" / f"{name}.wav").write_bytes(encode(sound, rate=_RATE, container="WAV"))
    lines = [f"{name}|Sentence {number}.|Sentence {number}." for number, name in enumerate(names)]
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Planted(path=folder, expected=frozenset({("audio.corpus_rate", SET)}))


DEFECTS = (Defect("a copy of a corpus at another rate", 16, _ljspeech),)
