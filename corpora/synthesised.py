"""Speech made by a text-to-speech engine: a script spoken here, or a folder of the same form from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import ANY_LICENCE, Corpus, Entry, Licence, Origin
from corpora.synthesis.listing import HEADER, read_listing
from corpora.synthesis.metadata import METADATA

LAYOUT = f"a folder with {METADATA} ({HEADER}) and the clips it names, as clips/one.wav"

LICENCE = Licence(
    spdx="CC0-1.0",
    summary="no rights reserved on what eSpeak NG says; other engines' terms stand in each row",
    url="https://creativecommons.org/publicdomain/zero/1.0/",
    attribution="soundprobe scripts, spoken by a text-to-speech engine that each row names",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en", "zh", "de", "fr", "es", "it"),
    variety="What the script asks for: each row names its language.",
    speakers="Synthetic voices; each row names the engine and the voice. Nobody was recorded.",
    situation="Spoken by a text-to-speech engine; no microphone and no room.",
)

_HEADER_LIKE = re.compile(
    rb"(\xef\xbb\xbf)?\s*id\W+path\W+engine\b"
)  # also with another separator, to say what is wrong
_LONGEST_HEADER = 1_000
_ADDRESS = re.compile(r"(\s+at)?\s*\(?\b[a-z][a-z0-9+.-]*://\S*", re.IGNORECASE)


def locate(base: Path) -> Path | None:
    """Find a folder of synthetic speech at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the clips that metadata.csv names; the speaker is the engine's voice.

    Where an engine is asked is nobody else's business: an address in its name is left out.

    Raises
    ------
    CorpusError
        If metadata.csv cannot be read, or a line of it is not as it should be.
    """
    for number, clip in read_listing(root / METADATA):
        engine = _ADDRESS.sub("", clip.engine).strip() or "an engine without a name"
        yield Entry(
            id=clip.id,
            path=clip.path,
            speaker=f"{engine}, {clip.voice or 'its own voice'}",
            text=clip.text,
            extra={
                "key": clip.id,
                "engine": engine,
                "voice": clip.voice,
                "language": clip.language,
                "style": clip.style,
            },
            origin=f"{METADATA}, line {number:,}",
            licence=clip.licence,
        )


def expected_files(root: Path) -> int:
    """Count the clips that metadata.csv names: a script has as many lines as it likes."""
    path = root / METADATA
    return sum(bool(line.strip()) for line in read_metadata(path).split("\n")[1:]) if path.is_file() else 0


def _is_root(folder: Path) -> bool:
    path = folder / METADATA
    if not path.is_file():  # a pipe of that name would never end
        return False
    try:
        with path.open("rb") as file:
            return _HEADER_LIKE.match(file.read(_LONGEST_HEADER)) is not None
    except OSError:
        return False


CORPUS = Corpus(
    name="synthesised",
    title="synthetic speech",
    homepage="https://github.com/soundprobe/soundprobe",
    licence=LICENCE,
    citation="The soundprobe authors, scripts of soundprobe, spoken by a text-to-speech engine",
    expected_files=expected_files,
    extra_columns=("key", "engine", "voice", "language", "style"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    obtain=(
        "Made when needed, by eSpeak NG or the engine that you name. Speech from elsewhere needs "
        f"a {METADATA} with the header {HEADER}."
    ),
    size_gb=0.1,
    row_licences=(ANY_LICENCE,),
)
