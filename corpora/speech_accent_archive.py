"""Speech Accent Archive, as on Kaggle: 2,138 people of 177 countries read the same English paragraph."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata, read_table
from corpora.indexing.model import Corpus, Entry, Licence, Origin

EXPECTED_FILES = 2_138
LAYOUT = "a folder with speakers_all.csv and recordings/afrikaans1.mp3 ... (or recordings/recordings/)"

LICENCE = Licence(
    spdx="CC-BY-NC-SA-2.0",
    summary="attribution, no commercial use, share alike",
    url="https://creativecommons.org/licenses/by-nc-sa/2.0/",
    attribution="Weinberger, S. (2013). Speech accent archive. George Mason University. http://accent.gmu.edu/",
    redistribution=True,
    commercial_use=False,
    share_alike=True,
)

ORIGIN = Origin(
    languages=("en",),
    variety="English of native and non-native speakers of 214 first languages; one elicitation paragraph.",
    speakers="Volunteers; age, sex, birthplace and first language are stated, and the age of learning English.",
    situation="One paragraph, read once, mostly in a quiet room, on varying equipment; stored as MP3.",
)

# Of its 2,172 rows the release flags 32 as without a recording; these two have none either (2,138 are left).
UNFLAGGED_MISSING = frozenset({"nicaragua", "sinhalese1"})

_COLUMNS = ("age", "age_onset", "birthplace", "filename", "native_language", "sex", "speakerid", "country")
_FOLDERS = ("recordings", "recordings/recordings")
_SUFFIXES = (".mp3", ".wav", ".flac")
_SEXES = {"male": "male", "female": "female", "famale": "female"}


def locate(base: Path) -> Path | None:
    """Find the unpacked archive, whatever its folder is called, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the rows of speakers_all.csv that have a recording, in its order.

    The column csv_row counts the rows of the table from 1, those without a recording too. The rows of the
    language `synthesized` are machines, without an age.

    Raises
    ------
    CorpusError
        If speakers_all.csv cannot be read or lacks a column.
    """
    paths = _recordings(root)
    passage = _passage(root)
    for number, (_, row) in enumerate(read_table(root / "speakers_all.csv", columns=_COLUMNS), start=1):
        name = row["filename"].strip()
        if row.get("file_missing?", "").strip().upper() == "TRUE":
            continue
        if name in UNFLAGGED_MISSING and name not in paths:
            continue
        yield Entry(
            id=name,
            path=paths.get(name, f"recordings/{name}.mp3"),
            speaker=row["speakerid"].strip(),
            sex=_SEXES.get(row["sex"].strip().lower(), ""),
            age=_age(row["age"]),
            text=passage,
            extra={
                "native_language": row["native_language"].strip(),
                "birthplace": row["birthplace"].strip(),
                "country": row["country"].strip(),
                "age_onset": row["age_onset"].strip(),
                "csv_row": str(number),
            },
            origin=f"speakers_all.csv, row {number:,}",
        )


def _recordings(root: Path) -> dict[str, str]:
    """Give the path of each recording by its name; of several, the first by folder and suffix as listed."""
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        names = {path.name for path in (root / folder).glob("*.*")}
        for suffix in _SUFFIXES:
            for name in names:
                if name.lower().endswith(suffix) and not name.startswith("."):
                    found.setdefault(name[: -len(suffix)], f"{folder}/{name}")
    return found


def _passage(root: Path) -> str:
    path = root / "reading-passage.txt"
    return " ".join(read_metadata(path).split()) if path.is_file() else ""


def _age(text: str) -> float | None:
    try:
        age = float(text)
    except ValueError:
        return None
    return age if math.isfinite(age) and age > 0 else None


def _is_root(folder: Path) -> bool:
    return (folder / "speakers_all.csv").is_file() and (folder / "recordings").is_dir()


CORPUS = Corpus(
    name="speech_accent_archive",
    title="Speech Accent Archive (Kaggle, 2017)",
    homepage="https://www.kaggle.com/datasets/rtatman/speech-accent-archive",
    licence=LICENCE,
    citation="Steven H. Weinberger, Speech accent archive, George Mason University, 2013",
    expected_files=EXPECTED_FILES,
    extra_columns=("native_language", "birthplace", "country", "age_onset", "csv_row"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    obtain=(
        "Log in to Kaggle, download https://www.kaggle.com/datasets/rtatman/speech-accent-archive and unpack it; "
        "Kaggle gives it to nobody without an account."
    ),
    size_gb=1.0,
)
