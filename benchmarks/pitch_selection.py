"""Choosing clips by F0 against the script one would write first."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.harness.result import Result, Settings
from benchmarks.harness.rounds import Contender, in_turns, pin_to_one_core
from benchmarks.material.pitch import corpus_index, select
from benchmarks.material.speech import joined_speech
from benchmarks.material.tree import write_ljspeech

_RATE = 16_000
_FRAME_MS = 5.0


def run(settings: Settings) -> Iterator[Result]:
    """Time our selection against the script with harvest, and against the same script with dio."""
    count, rounds, slow_rounds = (8, 3, 1) if settings.quick else (12, 9, 3)
    pin_to_one_core()
    cache = settings.scratch / "cache"
    os.environ["SOUNDPROBE_CACHE"] = str(cache)
    forget = partial((cache / "analyses.sqlite").unlink, missing_ok=True)
    names = [f"LJ001-{number:04d}" for number in range(count)]
    clips = joined_speech(settings.demo, count=count, duration_s=(3.0, 6.0))
    root = write_ljspeech(settings.scratch / "LJSpeech-1.1", names, clips)
    paths = sorted((root / "wavs").iterdir())
    ours = Contender(work=partial(select, corpus_index("ljspeech", root)), prepare=forget)
    for tracker, wanted, times in (("harvest", 30.0, slow_rounds), ("dio", 3.0, rounds)):
        script = Contender(work=partial(straightforward_script, paths, tracker))
        measured = in_turns({"ours": ours, tracker: script}, rounds=times)
        yield Result(
            name=f"pitch selection: script with {tracker}",
            value=measured.ratio(tracker, "ours"),
            unit="x",
            wanted=wanted,
            about=f"librosa.load and {tracker} every 5 ms, shares by hand / our selection, nothing known beforehand",
            details={**measured.details(tracker, "ours"), "clips": count},
        )


def straightforward_script(paths: Sequence[Path], tracker: str) -> list[tuple[float, float]]:
    """Give the shares of every clip in the two ranges, as one would in a notebook."""
    import librosa
    import pyworld

    shares = []
    for path in paths:
        samples, _ = librosa.load(path, sr=_RATE)
        signal = samples.astype(np.float64)
        f0_hz, times_s = getattr(pyworld, tracker)(signal, _RATE, frame_period=_FRAME_MS)
        if tracker == "dio":
            f0_hz = pyworld.stonemask(signal, f0_hz, times_s, _RATE)
        voiced = f0_hz[f0_hz > 0]
        low, high = (np.mean((voiced > a) & (voiced < b)) for a, b in ((80, 150), (180, 250)))
        shares.append((float(low), float(high)))
    return shares
