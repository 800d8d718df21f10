"""LibriSpeech: read English from LibriVox audiobooks (960 hours for training, 16,000 Hz), by splits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin, Part
from manifests.errors import CorpusError

EXPECTED_FILES = {
    "dev-clean": 2_703,
    "dev-other": 2_864,
    "test-clean": 2_620,
    "test-other": 2_939,
    "train-clean-100": 28_539,
    "train-clean-360": 104_014,
    "train-other-500": 148_688,
}
# The least of a whole one: those that models are tested on.
PARTS = tuple(
    Part(name=split, recordings=count, archive=f"{split}.tar.gz", optional=not split.startswith("test-"))
    for split, count in EXPECTED_FILES.items()
)
LAYOUT = "a folder LibriSpeech with splits as test-clean/SPEAKER/CHAPTER/SPEAKER-CHAPTER-0000.flac"

LICENCE = Licence(
    spdx="CC-BY-4.0",
    summary="attribution",
    url="https://creativecommons.org/licenses/by/4.0/",
    attribution="LibriSpeech (c) 2014 by Vassil Panayotov",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en",),
    variety="English of audiobooks, read aloud; the clean splits lie closer to US English than the other ones.",
    speakers="Volunteers of LibriVox, who give a name of their choice; sex is stated in SPEAKERS.TXT.",
    situation="Audiobooks in the public domain, read at home on the readers' own microphones and sent as MP3.",
)

# Only the splits for testing are fetched: all seven take 60 GB.
_CHECKSUMS_FROM = "torchaudio/datasets/librispeech.py of https://github.com/pytorch/audio"
ARCHIVES = (
    Archive(
        url="https://www.openslr.org/resources/12/test-clean.tar.gz",
        checksum="sha256:39fde525e59672dc6d1551919b1478f724438a95aa55f874b576be21967e6c23",
        size_bytes=346_663_984,
        source=_CHECKSUMS_FROM,
    ),
    Archive(
        url="https://www.openslr.org/resources/12/test-other.tar.gz",
        checksum="sha256:d09c181bba5cf717b3dee7d4d592af11a3ee3a09e08ae025c5506f6ebe961c29",
        size_bytes=328_757_843,
        source=_CHECKSUMS_FROM,
    ),
)

_RECORDING = re.compile(r"(\d+-\d+-\d{4,})\.flac", re.IGNORECASE)
_SEXES = {"F": "female", "M": "male"}
_CHAPTERS_TRIED = 50


def locate(base: Path) -> Path | None:
    """Find the folder LibriSpeech, whatever it is called, at or below `base`."""
    return find_root(base, _is_root)


def expected_files(root: Path) -> int:
    """Count what both splits for testing should have, and those others that are at `root`."""
    there = _splits(root)
    return sum(part.recordings for part in PARTS if part.name in there or not part.optional)


def entries(root: Path) -> Iterator[Entry]:
    """List the utterances that are there or that a transcript names.

    SPEAKERS.TXT and the transcripts may be absent; then sex and text are empty.

    Raises
    ------
    CorpusError
        If SPEAKERS.TXT or a transcript cannot be read, or a transcript names an utterance twice.
    """
    sexes = _speaker_sexes(root / "SPEAKERS.TXT")
    for split in _splits(root):
        for chapter in _chapters(root / split):
            speaker = chapter.parent.name
            transcript = f"{split}/{speaker}/{chapter.name}/{speaker}-{chapter.name}.trans.txt"
            texts = _transcript(root / transcript)
            there = {match[1]: match[0] for path in chapter.iterdir() if (match := _RECORDING.fullmatch(path.name))}
            for utterance in sorted(there.keys() | texts.keys()):
                yield Entry(
                    id=utterance,
                    path=f"{split}/{speaker}/{chapter.name}/{there.get(utterance, f'{utterance}.flac')}",
                    speaker=speaker,
                    sex=sexes.get(speaker, ""),
                    text=texts.get(utterance, ""),
                    extra={"split": split, "chapter": chapter.name},
                    origin=f"{transcript}, the row of {utterance!r}",
                )


def _splits(root: Path) -> list[str]:
    return [split for split in EXPECTED_FILES if (root / split).is_dir()]


def _chapters(split: Path) -> Iterator[Path]:
    for speaker in sorted(_numbered(split)):
        yield from sorted(_numbered(speaker))


def _numbered(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.name.isdecimal() and path.is_dir())


def _transcript(path: Path) -> dict[str, str]:
    """Read lines of an id, a space and the text."""
    if not path.exists():
        return {}
    texts: dict[str, str] = {}
    for number, line in enumerate(read_metadata(path).split("\n"), start=1):
        utterance, _, text = line.strip().partition(" ")
        if utterance in texts:
            raise CorpusError(
                where=f"{path}, line {number:,}",
                found=f"the utterance {utterance} a second time",
                wanted="one line an utterance",
                remedy="unpack the corpus again",
            )
        if utterance:
            texts[utterance] = text.strip()
    return texts


def _speaker_sexes(path: Path) -> dict[str, str]:
    """Read lines as `14 | F | train-clean-360 | 25.03 | Kristin LeMoine`; a semicolon starts a comment."""
    if not path.exists():
        return {}
    rows = (line.split("|") for line in read_metadata(path).split("\n") if not line.startswith(";"))
    return {row[0].strip(): _SEXES.get(row[1].strip(), "") for row in rows if len(row) > 1}


def _is_root(folder: Path) -> bool:
    # LibriTTS has the same splits, but no FLAC.
    return any(
        _RECORDING.fullmatch(path.name)
        for split in _splits(folder)
        for chapter in islice(_chapters(folder / split), _CHAPTERS_TRIED)
        for path in chapter.iterdir()
    )


CORPUS = Corpus(
    name="librispeech",
    title="LibriSpeech",
    homepage="https://www.openslr.org/12",
    licence=LICENCE,
    citation=(
        "Vassil Panayotov, Guoguo Chen, Daniel Povey and Sanjeev Khudanpur, "
        "Librispeech: an ASR corpus based on public domain audio books, ICASSP 2015"
    ),
    expected_files=expected_files,
    extra_columns=("split", "chapter"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=ARCHIVES,
    obtain=(
        "Download test-clean.tar.gz and test-other.tar.gz from https://www.openslr.org/12 and unpack both in one "
        "folder; any of the other five splits (60 GB in all) may lie beside them."
    ),
    size_gb=0.7,
    parts=PARTS,
    part_column="split",
    texts="SPEAKER-CHAPTER.trans.txt, beside the FLAC files",
)
