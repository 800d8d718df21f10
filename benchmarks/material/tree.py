"""A corpus of any clips in LJSpeech's layout."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks.material.speech import SAMPLING_RATE, Pcm

_AN_HOUR_S = 3600.0


def write_ljspeech(root: Path, ids: Iterable[str], clips: Iterable[Pcm]) -> Path:
    """Write metadata.csv and wavs/; gives `root`.

    The files are dated an hour back: the index trusts no time stamp that is seconds old.
    """
    import soundfile as sf

    wavs = root / "wavs"
    wavs.mkdir(parents=True)
    written_s = time.time() - _AN_HOUR_S
    rows = []
    for name, clip in zip(ids, clips, strict=True):
        path = wavs / f"{name}.wav"
        sf.write(path, clip, SAMPLING_RATE, subtype="PCM_16")
        os.utime(path, (written_s, written_s))
        rows.append(f"{name}|Speech-like.|Speech-like.\n")
    (root / "metadata.csv").write_text("".join(rows), encoding="utf-8")
    return root
