"""A small tree in the layout of LibriSpeech."""

from __future__ import annotations

from pathlib import Path

from tests.corpora.trees.sounds import write_noise


def small(folder: Path) -> Path:
    root = folder / "LibriSpeech"
    for split, speaker, chapter in (("test-clean", "61", "70968"), ("test-other", "1688", "142285")):
        for number in range(3):
            write_noise(root / split / speaker / chapter / f"{speaker}-{chapter}-{number:04}.flac")
    transcript = "".join(f"61-70968-{number:04} HE WAS NUMBER {number}\n" for number in range(3))
    (root / "test-clean/61/70968/61-70968.trans.txt").write_text(transcript, encoding="utf-8")
    speakers = "; a comment | F | here\n61   | M | test-clean       |  8.08 | Paul-Gabriel Wiener\n"
    (root / "SPEAKERS.TXT").write_text(speakers, encoding="utf-8")
    (root / "test-other/1688/142285/._1688-142285-0000.flac").write_bytes(b"made by a Mac")
    return root
