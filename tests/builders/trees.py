"""Corpora in their released layouts and names, filled with sounds whose answer is known."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.builders.voices import buzz, write_audio

ARCHIVE_COLUMNS = (
    *("age", "age_onset", "birthplace", "filename", "native_language", "sex", "speakerid", "country"),
    *("file_missing?", "", "", ""),
)
ARCHIVE_MISSING = 20
ARCHIVE_GLIDE = 0.1
LANGUAGES = ("english", "arabic", "mandarin", "kikuyu", "zulu", "amharic", "spanish")


def ljspeech_metadata(root: Path, ids: Iterable[str]) -> Path:
    """Write metadata.csv as LJSpeech has it."""
    lines = [f'{clip}|Printing, in the "only" sense, of 1895|Printing, in the "only" sense, of it\n' for clip in ids]
    (root / "wavs").mkdir(parents=True, exist_ok=True)
    (root / "metadata.csv").write_text("".join(lines), encoding="utf-8")
    return root


def ljspeech_tree(root: Path, ids: Sequence[str], *, duration_s: float = 1.2) -> Path:
    """Write a tree in LJSpeech's layout; every clip differs, and which one it is depends on its id alone."""
    for clip in ids:
        number = int(clip[2:5]) * 10_000 + int(clip[6:])
        samples = buzz(170 + number % 90, duration_s=duration_s + number % 7 / 100, sampling_rate=22_050)
        samples[: len(clip)] += number / 2e6  # no two alike
        write_audio(root / "wavs" / f"{clip}.wav", samples, 22_050)
    return ljspeech_metadata(root, ids)


def archive_f0_hz(number: int) -> float:
    """Spread F0 over 70 to 300 Hz, evenly in octaves, neighbours far apart."""
    return 70.0 * (300.0 / 70.0) ** (number * 0.61803398875 % 1.0)


def archive_name(number: int) -> str:
    """Name a recording as the archive does: the language and a count."""
    return f"{LANGUAGES[number % len(LANGUAGES)]}{number // len(LANGUAGES) + 1}"


def archive_number(name: str) -> int:
    """Give the number of a recording by its name."""
    language = name.rstrip("0123456789")
    return (int(name.removeprefix(language)) - 1) * len(LANGUAGES) + LANGUAGES.index(language)


def archive_tree(root: Path, *, rows: int, mp3_every: int = 50, duration_s: float = 0.8) -> Path:
    """Write a tree as Kaggle's copy of the Speech Accent Archive unpacks, with rows whose file is missing.

    The rows of the table are in the order of their numbers, which is not that of their names.
    """
    missing = {number for number in range(rows) if number % (rows // ARCHIVE_MISSING) == 1}
    root.mkdir(parents=True, exist_ok=True)
    with (root / "speakers_all.csv").open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink)
        table.writerow(ARCHIVE_COLUMNS)
        for number in range(rows):
            name = archive_name(number)
            language = name.rstrip("0123456789")
            sex = "female" if archive_f0_hz(number) > 165 else "male"
            row = (27.0, 9.0, f"city {number}, là-bas", name, language, sex, number + 1, "usa")
            table.writerow([*row, str(number in missing).upper(), "", "", ""])
            if number not in missing:
                stem = root / "recordings/recordings" / name
                _archive_recording(stem, number, duration_s=duration_s, mp3=number % mp3_every == 0)
    return root


def _archive_recording(stem: Path, number: int, *, duration_s: float, mp3: bool) -> None:
    rate = 44_100 if mp3 else 16_000
    seconds = duration_s + number % 11 / 100
    samples = buzz(archive_f0_hz(number), duration_s=seconds, sampling_rate=rate, glide=ARCHIVE_GLIDE)
    suffix, subtype = (".mp3", "MPEG_LAYER_III") if mp3 else (".wav", "PCM_16")
    write_audio(stem.with_name(stem.name + suffix), samples, rate, subtype=subtype)
