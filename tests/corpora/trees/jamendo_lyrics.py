"""Trees in the layout of JamendoLyrics MultiLang."""

from __future__ import annotations

import csv
import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.builders.voices import write_audio
from tests.corpora.trees.jamendo_songs import SONGS
from tests.corpora.trees.murmurs import murmur

COLUMNS = (
    "URL",
    "Filepath",
    "Artist",
    "Title",
    "Genre",
    "LicenseType",
    "Language",
    "LyricOverlap",
    "Polyphonic",
    "NonLexical",
)
LINES = {"English": 868, "German": 871, "Spanish": 881, "French": 763}

# Of the real songs; their lyrics are not repeated here.
_SMALL = {
    "HILA_-_Give_Me_the_Same": ("a first line, and more", "a second line", "so the song goes on"),
    "Quentin_Hannappe_-_Keep_On": ("on we sing", 'they call it "singing"', "on we sing"),
    "Rxbyn_-_Bad_Side": ("one side of a coin", "another side", "the rim"),
    "Drei_Nüsse_-_patrouille": ("die erste nuss", "die zweite nuss"),
    "Fantasma_-_Los_Rombos": ("una línea", "otra línea"),
    "Les_files_d'attente_-_Law'": ("une ligne", "l'autre ligne"),
}
_RATE = 44_100
_LINE_S, _GAP_S = 1.1, 0.3


@dataclass(frozen=True)
class Song:
    name: str
    artist: str
    licence: str
    language: str


def songs() -> Iterator[Song]:
    for language, rows in SONGS.items():
        for row in rows.splitlines():
            yield Song(*row.split("|"), language)


def small(folder: Path) -> Path:
    """Write nine lines of three English songs, and two lines of a song in each other language, as stereo MP3."""
    root = folder / "jamendolyrics"
    chosen = [song for song in songs() if song.name in _SMALL]
    for song in chosen:
        lines = _SMALL[song.name]
        voices = [_sung(f"{song.name} {number}") for number in range(len(lines))]
        write_audio(root / f"mp3/{song.name}.mp3", np.concatenate(voices), _RATE, subtype="MPEG_LAYER_III")
        write_lines(root, song.name, [(number * (_LINE_S + _GAP_S), text) for number, text in enumerate(lines)])
    write_lines(root, "La_Fin_des_Temps_-_BuzzBonBon", [(0.0, "the table does not list this one")])
    write_table(root, chosen)
    return root


def full(folder: Path) -> Path:
    """Write all 79 songs and 3,383 lines, of two seconds each."""
    root = folder / "jamendolyrics"
    listed = list(songs())
    (root / "mp3").mkdir(parents=True)
    for language, total in LINES.items():
        mine = [song for song in listed if song.language == language]
        for place, song in enumerate(mine):
            lines = total // len(mine) + (place < total % len(mine))
            _write_wav(root / f"mp3/{song.name}.mp3", song.name, seconds=2 * lines + 1)
            write_lines(root, song.name, [(2.0 * number, f"line {number} of {song.name}") for number in range(lines)])
    write_table(root, listed)
    return root


def write_table(root: Path, listed: list[Song]) -> None:
    with (root / "JamendoLyrics.csv").open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink, lineterminator="\n")
        table.writerow(COLUMNS)
        for number, song in enumerate(listed):
            title = song.name.replace("_", " ")
            url = f"https://www.jamendo.com/track/{1_000_000 + number}"
            flags = ("false", "false", "false")
            table.writerow((url, f"{song.name}.mp3", song.artist, title, "Pop", song.licence, song.language, *flags))


def write_lines(root: Path, song: str, lines: list[tuple[float, str]]) -> None:
    path = root / f"annotations/lines/{song}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink, lineterminator="\n")
        table.writerow(("start_time", "end_time", "lyrics_line"))
        for start_s, text in lines:
            table.writerow((f"{start_s:.9f}", f"{start_s + _LINE_S:.9f}", text))


def _sung(name: str):
    """Give a line of song over a chord, and the chord alone behind it; two channels."""
    voice = murmur(name, f0_hz=180.0 + 7 * len(name), seconds=_LINE_S, sampling_rate=_RATE)
    gap = np.zeros(round(_GAP_S * _RATE), np.float32)
    mix = np.concatenate((voice, gap))
    time_s = np.arange(mix.size) / _RATE
    chord = sum(np.sin(2 * np.pi * f0_hz * time_s) for f0_hz in (220.0, 277.2, 329.6))
    return np.stack((mix + 0.03 * chord, mix + 0.02 * chord), axis=1).astype(np.float32)


def _write_wav(path: Path, name: str, *, seconds: int) -> None:
    """Write noise, 8 bits at 1,000 Hz: libsndfile looks at the content, not at the suffix."""
    size = 1_000 * seconds
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 1, 1_000, 1_000, 1, 8, b"data", size
    )
    path.write_bytes(header + hashlib.shake_128(name.encode()).digest(size))
