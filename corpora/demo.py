"""The embedded corpus: 48 synthetic clips of 12 speakers in six languages, made on this machine when needed.

Half of the clips lie in the low pitch range (80 to 150 Hz), half in the high one (180 to 250 Hz).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.model import Corpus, Entry, Licence, Origin
from corpora.synthesis.metadata import begins_with, metadata_rows
from corpora.synthesis.script import METADATA_HEADER

EXPECTED_FILES = 48
# The man speaks in the high range and the woman in the low one: who goes by the pitch gets their sex wrong.
CROSSED_SPEAKERS = ("s07", "s08")
LAYOUT = "a folder with metadata.csv (id|path|speaker|sex|language|text) and clips/s01/s01_1.wav ..."

LICENCE = Licence(
    spdx="CC0-1.0",
    summary="no rights reserved, sentences and sound",
    url="https://creativecommons.org/publicdomain/zero/1.0/",
    attribution="soundprobe demo corpus, spoken by eSpeak NG",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en-GB", "en-US", "de", "fr", "es", "it"),
    variety="British and US English, German, French, Spanish and Italian sentences, written for the corpus.",
    speakers="Twelve synthetic voices, a male and a female one for each; nobody was recorded.",
    situation="Spoken by eSpeak NG and brought to a pitch by the vocoder WORLD; no microphone and no room.",
)


def demo_root(*, workers: int = 1) -> Path:
    """Give the folder of the demo corpus, in the cache folder; make it first if it is not there.

    Making it takes about 20 s on one core, once. The bytes are the same each time.

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
    from corpora.synthesis.tree import demo_tree

    return demo_tree(workers=workers)


def locate(base: Path) -> Path | None:
    """Find a demo corpus at or below `base`."""
    return find_root(base, _is_root)


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
            extra={
                "language": row["language"],
                "contradicted": "sex" if row["speaker"] in CROSSED_SPEAKERS else "",
            },
            origin=origin,
        )


def _is_root(folder: Path) -> bool:
    return begins_with(folder, METADATA_HEADER)


CORPUS = Corpus(
    name="demo",
    title="soundprobe demo corpus",
    homepage="https://github.com/soundprobe/soundprobe",
    licence=LICENCE,
    citation="The soundprobe authors, soundprobe demo corpus",
    expected_files=EXPECTED_FILES,
    extra_columns=("language", "contradicted"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
)
