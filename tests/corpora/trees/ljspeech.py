"""A small tree in the layout of LJSpeech."""

from __future__ import annotations

from pathlib import Path

from tests.corpora.trees.sounds import write_noise

LJ_CLIPS = ("LJ001-0001", "LJ001-0002", "LJ003-0066", "LJ042-0094", "LJ050-0278")


def small(folder: Path) -> Path:
    root = folder / "LJSpeech-1.1"
    for clip in LJ_CLIPS:
        write_noise(root / "wavs" / f"{clip}.wav", sampling_rate=22_050)
    lines = [f'{clip}|He said "{number} of 5|He said "{number} of five' for number, clip in enumerate(LJ_CLIPS)]
    (root / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (root / "README").write_text("The LJ Speech Dataset", encoding="utf-8")
    return root
