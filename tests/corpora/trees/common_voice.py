"""Trees in the layout of Common Voice 13.0."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from tests.builders.voices import write_audio
from tests.corpora.trees.murmurs import murmur
from tests.corpora.trees.sounds import tiny_wav

COLUMNS = ("client_id", "path", "sentence", "up_votes", "down_votes", "age", "gender", "accents", "locale", "segment")
AGES = ("teens", "twenties", "thirties", "fourties", "fifties", "sixties")  # one of them spelt as the releases do
FULL = {"teens": 900, "twenties": 2_000, "thirties": 1_200, "fourties": 800, "fifties": 550, "sixties": 430}
FULL |= {"seventies": 90, "eighties": 25, "nineties": 5}
_RATE = 32_000


def small(folder: Path) -> Path:
    """Write three speakers of each age to the sixties and two in their seventies, one who states none; real MP3.

    The first speaker has a second recording, which comes first by path and last in the table.
    """
    root = folder / "cv-corpus-13.0-2023-03-09"
    ages = [*(age for age in AGES for _ in range(3)), "seventies", "seventies", ""]
    rows = []
    for number, age in enumerate(ages):
        clip = f"common_voice_en_{20_000_000 + number}.mp3"
        _write_clip(root, clip, f0_hz=(210.0, 115.0)[number % 2])
        rows.append(row(number, clip, age=age, gender=("female", "male")[number % 2]))
    _write_clip(root, "common_voice_en_19999999.mp3", f0_hz=210.0)
    rows.append(row(0, "common_voice_en_19999999.mp3", age="teens", gender="female"))
    write_table(root, rows)
    write_table(root, [row(99, "common_voice_en_1.mp3", age="teens")], name="other.tsv")
    return root


def full(folder: Path) -> Path:
    """Write 6,000 speakers of whom 430 or more are of each age to the sixties; every tenth has two recordings.

    Another 1,000 speakers state no age.
    """
    root = folder / "cv-corpus-13.0-2023-03-09"
    (root / "en/clips").mkdir(parents=True)
    ages = [age for age, speakers in FULL.items() for _ in range(speakers)] + [""] * 1_000
    rows = []
    for number, age in enumerate(ages):
        for further in range(1 + (number % 10 == 0)):
            clip = f"common_voice_en_{20_000_000 + 2 * number + further}.mp3"
            tiny_wav(root / "en/clips" / clip, 2 * number + further)
            gender = ("male_masculine", "female_feminine", "male", "female", "other", "")[number % 6]
            rows.append(row(number, clip, age=age, gender=gender))
    write_table(root, rows)
    return root


def row(number: int, clip: str, *, age: str, gender: str = "", accent: str = "England English") -> tuple[str, ...]:
    """Give a row; a quotation mark in the sentence means nothing there."""
    speaker = hashlib.sha512(str(number).encode()).hexdigest()
    return (speaker, clip, f'"He said sentence {number}.', "2", "0", age, gender, accent, "en", "")


def write_table(root: Path, rows: Iterable[tuple[str, ...]], *, name: str = "validated.tsv") -> None:
    lines = ("\t".join(fields) + "\n" for fields in (COLUMNS, *rows))
    (root / "en" / name).write_text("".join(lines), encoding="utf-8")


def _write_clip(root: Path, clip: str, *, f0_hz: float) -> None:
    samples = murmur(clip, f0_hz=f0_hz, seconds=1.1, sampling_rate=_RATE)
    write_audio(root / "en/clips" / clip, samples, _RATE, subtype="MPEG_LAYER_III")
