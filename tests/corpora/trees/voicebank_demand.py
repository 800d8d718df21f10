"""Trees in the layout of the test set of Valentini-Botinhao's noisy speech database."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

import numpy as np

from tests.builders.voices import write_audio
from tests.corpora.trees.murmurs import murmur
from tests.corpora.trees.sounds import tiny_wav

_RATE = 48_000
# The numbers that the release leaves out, of p232 to 415 and of p257 to 434.
_LEFT_OUT = {
    "p232": {4, 8, 18, 26, 111, 122, 149, 157, 166, 168, 192, 212, 222, 233, 262, 304, 345, 376, 395, 401, 406, 408},
    "p257": {5, 21, 134},
}
_LAST = {"p232": 415, "p257": 434}
NOISES = ("bus", "cafe", "living", "office", "psquare")
SNRS_DB = ("2.5", "7.5", "12.5", "17.5")


def utterances() -> list[str]:
    """Name the 824 sentences of the release."""
    return [
        f"{speaker}_{number:03}"
        for speaker, last in _LAST.items()
        for number in range(1, last + 1)
        if number not in _LEFT_OUT[speaker]
    ]


def small(folder: Path) -> Path:
    """Write four sentences of each speaker, clean and noisy."""
    root = folder / "VoiceBank-DEMAND"
    names = [name for name in utterances() if int(name[-3:]) < 7 and name != "p232_006"]
    names = [*names[:4], *names[-4:]]
    for place, name in enumerate(names):
        f0_hz = 110.0 if name.startswith("p232") else 210.0
        clean = murmur(name, f0_hz=f0_hz, seconds=0.9 + 0.05 * place, sampling_rate=_RATE)
        noise = np.random.default_rng(place).normal(0.0, 1.0, clean.size)
        snr_db = float(SNRS_DB[place % len(SNRS_DB)])
        noise *= np.sqrt(np.mean(clean**2) / np.mean(noise**2)) * 10 ** (-snr_db / 20)
        write_audio(root / f"clean_testset_wav/{name}.wav", clean * 0.5, _RATE)
        write_audio(root / f"noisy_testset_wav/{name}.wav", (clean + noise) * 0.5, _RATE)
    _describe(root, names)
    return root


def full(folder: Path) -> Path:
    """Write all 824 sentences, clean and noisy, each of one second."""
    root = folder / "VoiceBank-DEMAND"
    numbers = count()
    for place in ("clean_testset_wav", "noisy_testset_wav"):
        (root / place).mkdir(parents=True)
        for name in utterances():
            tiny_wav(root / place / f"{name}.wav", next(numbers))
    _describe(root, utterances())
    return root


def _describe(root: Path, names: Iterable[str]) -> None:
    (root / "testset_txt").mkdir()
    lines = []
    for place, name in enumerate(names):
        lines.append(f"{name} {NOISES[place % len(NOISES)]} {SNRS_DB[place % len(SNRS_DB)]}\n")
        (root / f"testset_txt/{name}.txt").write_text(f"This is sentence {place + 1}.\n", encoding="utf-8")
    (root / "log_testset.txt").write_text("".join(lines), encoding="utf-8")
