"""Trees in the layout of RAVDESS."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from pathlib import Path

import numpy as np

from tests.builders.voices import write_audio
from tests.corpora.trees.murmurs import murmur
from tests.corpora.trees.sounds import tiny_wav

SPEECH, SONG = "Audio_Speech_Actors_01-24", "Audio_Song_Actors_01-24"
STEREO = "03-01-02-01-01-02-01"  # as in the release
_RATE = 48_000
_EMOTIONS = {"01": range(1, 9), "02": range(1, 7)}
_TWICE = [["01", emotion] for emotion in ("05", "06", "07")]


def names(channel: str, actor: int, *, repetitions: int = 2) -> Iterator[str]:
    """Name what an actor spoke ("01") or sang ("02"): 60 and 44 files, but actor 18 did not sing."""
    if (channel, actor) == ("02", 18):
        return
    for emotion, intensity, statement, repetition in product(
        _EMOTIONS[channel], (1, 2), (1, 2), range(1, repetitions + 1)
    ):
        if (emotion, intensity) != (1, 2):
            yield f"03-{channel}-{emotion:02}-{intensity:02}-{statement:02}-{repetition:02}-{actor:02}"


def small(folder: Path) -> Path:
    """Write both sentences of two actors in every emotion and intensity, spoken and sung; one file is stereo.

    Each is there once; what is spoken angrily, fearfully and with disgust is there twice, as the whole corpus has it.
    """
    root = folder / "RAVDESS"
    for tree, channel in ((SPEECH, "01"), (SONG, "02")):
        for actor in (1, 2):
            once = [*names(channel, actor, repetitions=1)]
            again = [stem for stem in names(channel, actor) if stem not in once and stem.split("-")[1:3] in _TWICE]
            for place, stem in enumerate([*once, *again]):
                f0_hz = (110.0 if actor == 1 else 210.0) * 1.02 ** (place % 8)
                loud = 0.4 if stem.split("-")[3] == "02" else 0.2
                samples = murmur(stem, f0_hz=f0_hz, seconds=0.9 + 0.01 * place, amplitude=loud)
                write_audio(root / f"{tree}/Actor_{actor:02}/{stem}.wav", samples, _RATE)
    voice = murmur(STEREO, f0_hz=112.0, amplitude=0.2)
    write_audio(root / f"{SPEECH}/Actor_01/{STEREO}.wav", np.column_stack([voice, voice * 0.9]), _RATE)
    return root


def full(folder: Path) -> Path:
    """Write all 2,452 recordings, each of one second."""
    root = folder / "RAVDESS"
    numbers = count()
    for tree, channel in ((SPEECH, "01"), (SONG, "02")):
        for actor in range(1, 25):
            stems = [*names(channel, actor)]
            if stems:
                (root / f"{tree}/Actor_{actor:02}").mkdir(parents=True)
            for stem in stems:
                tiny_wav(root / f"{tree}/Actor_{actor:02}/{stem}.wav", next(numbers))
    return root
