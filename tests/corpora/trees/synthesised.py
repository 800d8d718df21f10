"""Trees of synthetic speech: the scripts of the two tasks on terms, and of translation by emotion."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from corpora.synthesis.listing import ListedClip, listing_of
from manifests.digest import opaque_id
from tests.builders.voices import buzz, write_audio
from tests.corpora.trees.sounds import tiny_wav

DATA = Path(__file__).parents[3] / "recipes" / "data"
ENGINE, VOICE, LICENCE = "cosyvoice-300m at http://127.0.0.1:8880/v1", "中文女", "Apache-2.0"
_RATE = 22_050


def small(folder: Path) -> Path:
    """Write two terms of each kind in all four sentences, and two sentences in three emotions."""
    clips = [*_terms("legal", 2), *_terms("medical", 2), *islice(_emotions(), 6)]
    root = _listed(folder, clips)
    for number, clip in enumerate(clips):
        duration_s = len(clip.text) / (4.4 if clip.language == "zh" else 14.0)
        frames = round(duration_s * _RATE)
        syllables = 0.6 + 0.4 * np.sin(2 * np.pi * (4 + 0.1 * number) * np.arange(frames) / _RATE)
        voice = buzz(150 + 3 * number, duration_s=duration_s, sampling_rate=_RATE, glide=0.1)
        write_audio(root / clip.path, voice * syllables.astype(np.float32), _RATE)
    return root


def full(folder: Path) -> Path:
    """Write all: 108 sentences of law, 248 of medicine, 96 with an emotion."""
    clips = [*_terms("legal"), *_terms("medical"), *_emotions()]
    root = _listed(folder, clips)
    (root / "clips").mkdir()
    for number, clip in enumerate(clips):
        tiny_wav(root / clip.path, number)
    return root


def _listed(folder: Path, clips: Iterable[ListedClip]) -> Path:
    root = folder / "speech"
    root.mkdir(parents=True)
    (root / "metadata.csv").write_text(listing_of(clips), encoding="utf-8")
    return root


def _terms(domain: str, most: int | None = None) -> Iterator[ListedClip]:
    carriers = [row for row in _rows("sagi_term_carriers") if row["domain"] == domain]
    for number, row in enumerate(islice(_rows(f"sagi_{domain}_terms"), most), start=1):
        for carrier in carriers:
            text = carrier["sentence"].format(term=row["term"])
            yield _clip(f"{domain}-{number:02}-{carrier['number']}", text, language="zh")


def _emotions() -> Iterator[ListedClip]:
    for row in _rows("sagi_emotion_translation"):
        key = opaque_id("emotion translation", row["id"])
        yield _clip(key, row["sentence"], language="en", style=row["emotion"])


def _clip(key: str, text: str, *, language: str, style: str = "") -> ListedClip:
    return ListedClip(key, f"clips/{opaque_id(key)}.wav", ENGINE, VOICE, language, style, LICENCE, text)


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
