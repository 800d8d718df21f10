"""JamendoLyrics MultiLang: 79 songs in four languages (MP3), whose 3,383 lines of lyrics are timed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_table
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError
from manifests.printable import printable

# Lines of the songs that the table lists: 20 songs in each language, but 19 in French. (The folder of lines holds a
# twentieth, La_Fin_des_Temps, which the table has dropped.)
EXPECTED_LINES = {"en": 868, "de": 871, "es": 881, "fr": 763}
LAYOUT = "a folder with JamendoLyrics.csv, mp3/HILA_-_Give_Me_the_Same.mp3 ... and annotations/lines/..."

# The strictest of the songs' licences. The table names them without a version (BY-NC-ND): Jamendo's is 3.0.
LICENCE = Licence(
    spdx="CC-BY-NC-ND-3.0",
    summary="attribution, no commercial use, no changed copies",
    url="https://creativecommons.org/licenses/by-nc-nd/3.0/",
    attribution="Songs of JamendoLyrics MultiLang, each (c) its artist, from https://www.jamendo.com",
    redistribution=True,
    commercial_use=False,
    share_alike=False,
    derivatives=False,
)

ORIGIN = Origin(
    languages=("en", "de", "es", "fr"),
    variety="Sung English, German, Spanish and French, in pop, rock, hip-hop and other genres.",
    speakers="Singers of the artists who offer the songs on Jamendo; nothing else is known of them.",
    situation="Finished music: voices among instruments, mixed and mastered, stored as MP3; some songs have choirs.",
)

# Made by GitHub when it is asked for, so that its bytes have no lasting sum; a commit, unlike a branch, stays as it is.
# By the repository's LICENSE each song is under its own Creative Commons licence, as the table has it: all six let
# anyone copy the songs, unchanged and not for money.
_COMMIT = "f093b7a74e034deac21eb5ea3fc40769b29c35b0"
_ARCHIVE = Archive(url=f"https://github.com/f90/jamendolyrics/archive/{_COMMIT}.tar.gz", size_bytes=390_000_000)

_COLUMNS = ("Filepath", "Artist", "Title", "LicenseType", "Language")
_LINE_COLUMNS = ("start_time", "end_time", "lyrics_line")
_LANGUAGES = {"English": "en", "German": "de", "Spanish": "es", "French": "fr"}
_TIME = re.compile(r"\d{1,6}(\.\d{1,30})?", re.ASCII)  # a song is shorter than a week
_LICENCES = {kind: f"CC-{kind}-3.0" for kind in ("BY", "BY-SA", "BY-ND", "BY-NC", "BY-NC-SA", "BY-NC-ND")}


def locate(base: Path) -> Path | None:
    """Find the repository, whatever its folder is called, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the timed lines of the songs in JamendoLyrics.csv, in its order.

    The column line counts the lines of a song from 1; an id is the song's name without `#` and that number.

    Raises
    ------
    CorpusError
        If a table cannot be read or lacks a column, or a row has a name, a language, a licence or a time that cannot
        be.
    """
    songs, annotations = _names(root, "mp3"), _names(root, "annotations/lines")
    for number, row in read_table(root / "JamendoLyrics.csv", columns=_COLUMNS):
        where = f"JamendoLyrics.csv, line {number:,}"
        language = _known(_LANGUAGES, row["Language"].strip(), root, where, what="language")
        licence = _known(_LICENCES, _bare(row["LicenseType"]), root, where, what="licence")
        file = _file_name(_composed(row["Filepath"].strip()), root, where)
        song = re.sub(r"\.mp3$", "", file, flags=re.IGNORECASE)
        lines = f"annotations/lines/{annotations.get(f'{song}.csv', f'{song}.csv')}"
        for line, (place, annotated) in enumerate(read_table(root / lines, columns=_LINE_COLUMNS), start=1):
            origin = f"{lines}, line {place:,}"
            yield Entry(
                id=f"{song.replace('#', '')}_{line:02}",
                path=f"mp3/{songs.get(file, file)}",
                speaker=row["Artist"].strip(),
                text=annotated["lyrics_line"].strip(),
                extra={"language": language, "song": song, "title": row["Title"].strip(), "line": str(line)},
                origin=origin,
                start_s=_seconds(annotated["start_time"], root, origin),
                end_s=_seconds(annotated["end_time"], root, origin),
                licence=licence,
            )


def _names(root: Path, folder: str) -> Mapping[str, str]:
    """Give the names in a folder by how they are spelt with composed letters: a Mac takes umlauts apart."""
    return {_composed(path.name): path.name for path in (root / folder).iterdir()} if (root / folder).is_dir() else {}


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _bare(licence: str) -> str:
    """Take the letters off that some rows have in front: `CC  BY-NC-SA` is BY-NC-SA."""
    return "-".join(licence.upper().split()).removeprefix("CC-")


def _known(names: Mapping[str, str], name: str, root: Path, where: str, *, what: str) -> str:
    if name not in names:
        raise _bad(root, where, f"the {what} {name!r}", f"one of {', '.join(names)}")
    return names[name]


def _file_name(name: str, root: Path, where: str) -> str:
    """Refuse what leads out of the folder before anything by that name is opened."""
    if name in {"", ".", ".."} or not set("/\\\0").isdisjoint(name):
        raise _bad(
            root,
            where,
            f"the Filepath {printable(repr(name))}",
            "the name of a file in mp3/, as HILA_-_Give_Me_the_Same.mp3",
        )
    return name


def _seconds(text: str, root: Path, where: str) -> float:
    if not _TIME.fullmatch(text.strip()):
        raise _bad(root, where, f"the time {printable(repr(text))}", "seconds from the song's start, as 18.2784")
    return float(text)


def _bad(root: Path, where: str, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=f"{root / where}", found=found, wanted=wanted, remedy="get the corpus again")


def _is_root(folder: Path) -> bool:
    return (folder / "JamendoLyrics.csv").is_file() and (folder / "annotations" / "lines").is_dir()


CORPUS = Corpus(
    name="jamendo_lyrics",
    title="JamendoLyrics MultiLang",
    homepage="https://github.com/f90/jamendolyrics",
    licence=LICENCE,
    citation=(
        "Simon Durand, Daniel Stoller and Sebastian Ewert, Contrastive Learning-Based Audio to Lyrics Alignment for "
        "Multiple Languages, ICASSP 2023"
    ),
    expected_files=sum(EXPECTED_LINES.values()),
    extra_columns=("language", "song", "title", "line"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(_ARCHIVE,),
    obtain="git clone https://github.com/f90/jamendolyrics; the songs are in its folder mp3.",
    size_gb=0.5,
    row_licences=tuple(name for name in _LICENCES.values() if name != LICENCE.spdx),
)
