"""Speech, noises of nine classes, and the speech in the noises: made on this machine when needed.

The speech is the demo corpus's: 48 utterances, each clean and in one noise at 0, 5, 10 or 15 dB. The noises are
models, four files a class: they bear the marks that tell the classes apart, and are no recordings.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.model import Corpus, Entry, Licence, Origin
from corpora.synthesis.metadata import begins_with, metadata_rows
from corpora.synthesis.scenes.tree import METADATA_HEADER

EXPECTED_FILES = 48 + 48 + 9 * 4
EXTRA_COLUMNS = ("kind", "condition", "utterance", "noise", "snr_db", "split", "language")
LAYOUT = "a folder with metadata.csv (id|path|kind|condition|...), clean/s01_1.wav, noisy/s01_1.wav, noise/Babble_1.wav"

LICENCE = Licence(
    spdx="CC0-1.0",
    summary="no rights reserved, sentences and sound",
    url="https://creativecommons.org/publicdomain/zero/1.0/",
    attribution="soundprobe demo scenes, spoken by eSpeak NG",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en-GB", "en-US", "de", "fr", "es", "it"),
    variety="The British and US English, German, French, Spanish and Italian sentences of the demo corpus.",
    speakers="Twelve synthetic voices, a male and a female one for each language; nobody was recorded.",
    situation="Spoken by eSpeak NG, alone or in noises that small models of machines, rooms and events generate.",
)


def scenes_root(*, workers: int = 1) -> Path:
    """Give the folder of the corpus, in the cache folder; make it first if it is not there.

    Making it takes about 10 s on one core, once, after the demo corpus. The bytes are the same each time.

    Parameters
    ----------
    workers : int, optional
        Processes that make it.

    Raises
    ------
    OutputError
        If the cache folder cannot be written.
    CorpusError
        If the synthesiser cannot be used.
    """
    from corpora.synthesis.scenes.tree import scenes_tree

    return scenes_tree(workers=workers)


def locate(base: Path) -> Path | None:
    """Find a corpus of demo scenes at or below `base`."""
    return find_root(base, lambda folder: begins_with(folder, METADATA_HEADER))


def entries(root: Path) -> Iterator[Entry]:
    """List the clips that metadata.csv names.

    Raises
    ------
    CorpusError
        If metadata.csv cannot be read or a line of it has another number of fields.
    """
    for origin, row in metadata_rows(root, header=METADATA_HEADER):
        yield Entry(
            id=row["id"],
            path=row["path"],
            speaker=row["speaker"],
            sex=row["sex"],
            text=row["text"],
            extra={column: row[column] for column in EXTRA_COLUMNS},
            origin=origin,
        )


CORPUS = Corpus(
    name="demo_scenes",
    title="soundprobe demo scenes",
    homepage="https://github.com/soundprobe/soundprobe",
    licence=LICENCE,
    citation="The soundprobe authors, soundprobe demo scenes",
    expected_files=EXPECTED_FILES,
    extra_columns=EXTRA_COLUMNS,
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
)
