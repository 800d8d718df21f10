"""Common Voice: sentences read by volunteers (MP3); one recording of each speaker who states an age."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import open_metadata
from corpora.indexing.model import Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

LAYOUT = "a folder as cv-corpus-13.0-2023-03-09 with locales as en/validated.tsv, en/clips/common_voice_en_1.mp3 ..."

LICENCE = Licence(
    spdx="CC0-1.0",
    summary="public domain; the terms of the download forbid to find out who a speaker is",
    url="https://creativecommons.org/publicdomain/zero/1.0/",
    attribution="Common Voice, Mozilla Foundation and its contributors",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en",),
    variety="English by default, of any accent; a locale that lies beside it is indexed as well.",
    speakers="Volunteers of any country; age (by decade), sex and accent are as they stated them, if at all.",
    situation="Single sentences read into a web page on one's own machine, then approved by two other volunteers.",
)

# As the releases spell them, and as the world does.
AGE_GROUPS = {
    "teens": "teens",
    "twenties": "twenties",
    "thirties": "thirties",
    "fourties": "forties",
    "forties": "forties",
    "fifties": "fifties",
    "sixties": "sixties",
    "seventies": "seventies",
    "eighties": "eighties",
    "nineties": "nineties",
}

_COLUMNS = ("client_id", "path", "sentence", "age", "gender")
_ACCENTS = ("accents", "accent")  # to release 7 in the singular
_SEXES = {"male": "male", "female": "female", "male_masculine": "male", "female_feminine": "female"}
_LOCALE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,10})?")


def locate(base: Path) -> Path | None:
    """Find the folder that holds the locales, whatever it is called, at or below `base`."""
    return find_root(base, lambda folder: bool(_locales(folder)))


def expected_files(root: Path) -> int:
    """Count the speakers who state an age in the locales that are at `root`."""
    return sum(len(_chosen(root / locale / "validated.tsv")) for locale in _locales(root))


def entries(root: Path) -> Iterator[Entry]:
    """List one recording of each speaker who states an age: of the approved ones that say it, the first by path.

    The column language is the locale without its region, as ISO 639 has it.

    Raises
    ------
    CorpusError
        If a validated.tsv cannot be read, lacks a column, or has a row that is cut short, names no speaker or
        recording, or states an age that no release knows.
    """
    for locale in _locales(root):
        table = root / locale / "validated.tsv"
        for speaker, (number, row) in _chosen(table).items():
            clip = row["path"].strip()
            yield Entry(
                id=clip.removesuffix(".mp3"),
                path=f"{locale}/clips/{clip}",
                speaker=speaker,
                sex=_SEXES.get(row["gender"].strip().lower(), ""),
                text=row["sentence"].strip(),
                extra={
                    "age_group": AGE_GROUPS[row["age"].strip()],
                    "accent": next((row[name].strip() for name in _ACCENTS if name in row), ""),
                    "language": locale.partition("-")[0],
                },
                origin=f"{locale}/validated.tsv, line {number:,}",
            )


def _chosen(table: Path) -> dict[str, tuple[int, dict[str, str]]]:
    """Give the line and row of each speaker's first recording, by speaker; the table is not held in memory."""
    chosen: dict[str, tuple[int, dict[str, str]]] = {}
    for number, row in _rows(table):
        age, speaker, clip = (row[name].strip() for name in ("age", "client_id", "path"))
        if not age:
            continue
        if age not in AGE_GROUPS:
            raise _bad(table, number, f"the age {age!r}", f"nothing or one of {', '.join(AGE_GROUPS)}")
        if not speaker or not clip:
            raise _bad(table, number, "no client_id" if not speaker else "no path", "a speaker and a recording")
        row["path"] = clip if clip.endswith(".mp3") else f"{clip}.mp3"  # the first releases leave it out
        if speaker in chosen and row["path"] == chosen[speaker][1]["path"]:
            raise _bad(table, number, f"{row['path']} of line {chosen[speaker][0]:,} again", "one line a recording")
        if speaker not in chosen or row["path"] < chosen[speaker][1]["path"]:
            chosen[speaker] = number, row
    return chosen


def _rows(table: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Read the lines of a table, which may have millions; a quotation mark means nothing there."""
    with open_metadata(table) as lines:
        header = next(lines, "").rstrip("\n").split("\t")
        absent = [column for column in _COLUMNS if column not in header]
        if absent:
            raise _bad(table, 1, f"no column {', '.join(absent)}", f"the columns {', '.join(_COLUMNS)}")
        for number, line in enumerate(lines, start=2):
            if not line.strip():
                continue
            fields = line.rstrip("\n").split("\t")
            if len(fields) != len(header):
                raise _bad(
                    table, number, f"{len(fields)} field{'s' * (len(fields) > 1)}", f"{len(header)}, as in line 1"
                )
            yield number, dict(zip(header, fields, strict=True))


def _locales(folder: Path) -> list[str]:
    names = (path.name for path in folder.iterdir() if _LOCALE.fullmatch(path.name)) if folder.is_dir() else ()
    return sorted(name for name in names if _is_locale(folder / name))


def _is_locale(folder: Path) -> bool:
    return (folder / "validated.tsv").is_file() and (folder / "clips").is_dir()


def _bad(table: Path, number: int, found: str, wanted: str) -> CorpusError:
    where = f"{table}, line {number:,}"
    return CorpusError(where=where, found=found, wanted=wanted, remedy="unpack the corpus again")


CORPUS = Corpus(
    name="common_voice",
    title="Common Voice 13.0",
    homepage="https://commonvoice.mozilla.org/en/datasets",
    licence=LICENCE,
    citation=(
        "Rosana Ardila, Megan Branson, Kelly Davis, Michael Henretty, Michael Kohler, Josh Meyer, Reuben Morais, "
        "Lindsay Saunders, Francis M. Tyers and Gregor Weber, Common Voice: A Massively-Multilingual Speech Corpus, "
        "LREC 2020"
    ),
    expected_files=expected_files,
    extra_columns=("age_group", "accent", "language"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    obtain=(
        "Choose English and the version (13.0 is the one the age task was made from) at "
        "https://commonvoice.mozilla.org/en/datasets, agree to its terms, leave an address, and unpack the archive."
    ),
    size_gb=85.0,
)
