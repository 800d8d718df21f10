"""LJSpeech 1.1: 13,100 clips of one woman reading seven non-fiction books (24 hours, 22,050 Hz)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

EXPECTED_FILES = 13_100
LAYOUT = "a folder with metadata.csv (id|text|normalised text) and wavs/LJ001-0001.wav ..."

LICENCE = Licence(
    spdx="LicenseRef-Public-Domain",
    summary="public domain in the USA, recordings and texts",
    url="https://keithito.com/LJ-Speech-Dataset/",
    attribution="LJ Speech Dataset by Keith Ito and Linda Johnson (2017), from LibriVox recordings",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en-US",),
    variety="Non-fiction prose in US English, read aloud.",
    speakers="One woman, Linda Johnson, a volunteer of LibriVox.",
    situation="Seven audiobooks, read for LibriVox in 2016 and 2017 and distributed as MP3 of 128 kbit/s.",
)

# Other corpora copy this layout (metadata.csv, wavs/); only the ids are LJSpeech's own.
_FIRST_LINE = re.compile(r"LJ\d{3}-\d{4}\|")


def locate(base: Path) -> Path | None:
    """Find the folder LJSpeech-1.1, whatever it is called, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the clips that metadata.csv names.

    Raises
    ------
    CorpusError
        If metadata.csv cannot be read or a line of it has another number of fields.
    """
    path = root / "metadata.csv"
    # Not a CSV to a CSV reader: quotation marks are part of the text.
    for number, line in enumerate(read_metadata(path).split("\n"), start=1):
        if not line.strip():
            continue
        fields = line.split("|")
        if len(fields) not in (2, 3):
            raise CorpusError(
                where=f"{path}, line {number:,}",
                found=f"{len(fields)} field{'s' * (len(fields) > 1)}",
                wanted="id|text|normalised text",
                remedy="unpack the corpus again",
            )
        clip, origin = fields[0], f"metadata.csv, line {number:,}"
        yield Entry(id=clip, path=f"wavs/{clip}.wav", speaker="LJ", sex="female", text=fields[-1], origin=origin)


def _is_root(folder: Path) -> bool:
    metadata = folder / "metadata.csv"
    if not (metadata.is_file() and (folder / "wavs").is_dir()):
        return False
    try:
        with metadata.open("rb") as file:
            start = file.read(64).decode("utf-8-sig", errors="replace")
    except OSError:
        return False
    return bool(_FIRST_LINE.match(start.lstrip()))


CORPUS = Corpus(
    name="ljspeech",
    title="LJSpeech 1.1",
    homepage="https://keithito.com/LJ-Speech-Dataset/",
    licence=LICENCE,
    citation="Keith Ito and Linda Johnson, The LJ Speech Dataset, 2017",
    expected_files=EXPECTED_FILES,
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(
        Archive(
            url="https://data.keithito.com/data/speech/LJSpeech-1.1.tar.bz2",
            checksum="sha256:be1a30453f28eb8dd26af4101ae40cbf2c50413b1bb21936cbcdc6fae3de8aa5",
            size_bytes=2_748_572_632,
            source="torchaudio/datasets/ljspeech.py of https://github.com/pytorch/audio",
        ),
    ),
    obtain="Download LJSpeech-1.1.tar.bz2 from https://keithito.com/LJ-Speech-Dataset/ and unpack it.",
    size_gb=3.8,
)
