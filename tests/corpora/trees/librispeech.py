"""Trees in the layout of LibriSpeech."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.corpora.trees.sounds import tiny_wav, write_noise

# Speakers and counts after the release; which chapters they read, and how much of each, is made up.
SPLITS = {
    "test-clean": (
        "61 121 237 260 672 908 1089 1188 1221 1284 1320 1580 1995 2094 2300 2830 2961 3570 3575 3729 4077 4446 4507 "
        "4970 4992 5105 5142 5639 5683 6829 6930 7021 7127 7176 7729 8224 8230 8455 8463 8555",
        2_620,
    ),
    "test-other": (
        "367 533 1688 1998 2033 2414 2609 3005 3080 3331 3528 3538 3764 3997 4198 4294 4350 4852 5442 5484 5764 6070 "
        "6128 6432 6938 7018 7105 7902 7975 8131 8188 8280 8461",
        2_939,
    ),
}
_CHAPTERS_EACH = 2
_WORDS = ("THE", "RIVER", "BENEATH", "OLD", "TREES", "CARRIED", "HIS", "LETTERS", "HOME", "SLOWLY", "BEFORE", "WINTER")


def small(folder: Path) -> Path:
    root = folder / "LibriSpeech"
    for split, speaker, chapter in (("test-clean", "61", "70968"), ("test-other", "1688", "142285")):
        for number in range(3):
            write_noise(root / split / speaker / chapter / f"{speaker}-{chapter}-{number:04}.flac", seconds=1.5)
        lines = (f"{speaker}-{chapter}-{number:04} HE WAS NUMBER {_WORDS[number]}\n" for number in range(3))
        transcript = root / f"{split}/{speaker}/{chapter}/{speaker}-{chapter}.trans.txt"
        transcript.write_text("".join(lines), encoding="utf-8")
    speakers = "; a comment | F | here\n61   | M | test-clean       |  8.08 | Paul-Gabriel Wiener\n"
    (root / "SPEAKERS.TXT").write_text(speakers, encoding="utf-8")
    (root / "test-other/1688/142285/._1688-142285-0000.flac").write_bytes(b"made by a Mac")
    return root


def full(folder: Path) -> Path:
    """Write test-clean (2,620 utterances) and test-other (2,939) with transcripts and SPEAKERS.TXT."""
    root = folder / "LibriSpeech"
    speakers = []
    number = 0
    for split, (names, count) in SPLITS.items():
        for place, (speaker, chapter, utterances) in enumerate(_chapters(names.split(), count)):
            home = root / split / speaker / chapter
            home.mkdir(parents=True)
            lines = []
            for utterance in range(utterances):
                name = f"{speaker}-{chapter}-{utterance:04}"
                tiny_wav(home / f"{name}.flac", number)
                lines.append(f"{name} {_text(number)}\n")
                number += 1
            (home / f"{speaker}-{chapter}.trans.txt").write_text("".join(lines), encoding="utf-8")
            if place % _CHAPTERS_EACH == 0:
                sex = "FM"[place // _CHAPTERS_EACH % 2]
                speakers.append(f"{speaker:<4} | {sex} | {split:<16} | 8.03 | A volunteer\n")
    (root / "SPEAKERS.TXT").write_text("".join([";ID  |SEX| SUBSET |MINUTES| NAME\n", *speakers]), encoding="utf-8")
    return root


def _chapters(speakers: list[str], count: int) -> Iterator[tuple[str, str, int]]:
    """Spread utterances over two chapters a speaker: the speaker, the chapter and how many."""
    chapters = [(speaker, str(100_000 + 7 * int(speaker) + more)) for speaker in speakers for more in (0, 1)]
    for place, (speaker, chapter) in enumerate(chapters):
        yield speaker, chapter, count * (place + 1) // len(chapters) - count * place // len(chapters)


def _text(number: int) -> str:
    """Say something else each time: the number in base twelve, a word a digit."""
    words = [_WORDS[number // 12**digit % 12] for digit in range(4)]
    return " ".join(words)
