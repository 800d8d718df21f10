"""COUGHVID 3: 34,434 crowdsourced coughs, some 2,800 of them labelled by up to four physicians.

What the layout rests on: public_dataset_v3.zip of Zenodo record 7024894 unpacks to `coughvid_20211012/` with one
audio file and one JSON file a recording (29,348 WebM, 3,309 WAV, 1,777 Ogg) and `metadata_compiled.csv`: 34,434 rows,
52 columns, the first of which has no name. Earlier releases have SNR and lack `status_SSL`; neither is read here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_table
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

EXPECTED_FILES = 34_434
LAYOUT = "a folder with metadata_compiled.csv and UUID.webm, UUID.ogg or UUID.wav ... (or those in coughvid_20211012/)"

LICENCE = Licence(
    spdx="CC-BY-4.0",
    summary="attribution",
    url="https://creativecommons.org/licenses/by/4.0/",
    attribution="COUGHVID by Lara Orlandic, Tomas Teijeiro and David Atienza (EPFL), https://zenodo.org/records/7024894",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("zxx",),
    variety="Coughs, no language.",
    speakers="Anybody with a web browser, worldwide; age, sex and health are as they stated them, and many did not.",
    situation="Up to 10 s through a web page, on one's own telephone or computer, in 2020 and 2021.",
)

EXPERTS = (1, 2, 3, 4)
_JUDGED = ("quality", "cough_type", "diagnosis", "severity")
_LABELS = tuple(f"{name}_{expert}" for expert in EXPERTS for name in _JUDGED)
_COLUMNS = ("uuid", "cough_detected", "age", "gender", "status", *_LABELS)
_SUFFIXES = (".wav", ".ogg", ".webm")
_SEXES = {"male": "male", "female": "female"}
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_OLDEST = 120.0  # years; what strangers state beyond it is no age
_METADATA = "metadata_compiled.csv"
_RECORDINGS = "coughvid_20211012"


def locate(base: Path) -> Path | None:
    """Find the folder of metadata_compiled.csv, whatever it is called, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the rows of metadata_compiled.csv.

    A recording that is there in several formats is read as WAV, then Ogg, then WebM; one that is not is looked for as
    WebM. Nothing says which recordings are of one person, so each is a speaker of its own. What a physician did not
    judge is empty.

    Raises
    ------
    CorpusError
        If metadata_compiled.csv cannot be read or lacks a column, or a line has no uuid or another's.
    """
    metadata = root / _METADATA
    paths = _recordings(root)
    lines: dict[str, int] = {}
    for line, row in read_table(metadata, columns=_COLUMNS):
        uuid = row["uuid"].strip()
        if not _UUID.fullmatch(uuid):
            raise _bad(metadata, line, f"the uuid {uuid!r}", "a uuid, as 00039425-7f3a-42aa-ac13-834aaa2b6b92")
        if uuid in lines:
            raise _bad(metadata, line, f"the uuid {uuid} of line {lines[uuid]:,} again", "one line a recording")
        lines[uuid] = line
        yield Entry(
            id=uuid,
            path=paths.get(uuid, f"{uuid}.webm"),
            speaker=uuid,
            sex=_SEXES.get(row["gender"].strip().lower(), ""),
            age=_age(row["age"]),
            extra={name: _value(row[name]) for name in ("cough_detected", "status", *_LABELS)},
            origin=f"{_METADATA}, line {line:,}",
        )


def _recordings(root: Path) -> dict[str, str]:
    """Give the path of each recording by its uuid; of several, the first by folder and suffix as listed."""
    found: dict[str, tuple[int, str]] = {}
    for place, folder in enumerate(("", f"{_RECORDINGS}/")):
        for name in _names(root / folder):
            stem, dot, ending = name.rpartition(".")
            suffix = dot + ending.lower()
            if suffix not in _SUFFIXES:
                continue
            rank = _SUFFIXES.index(suffix) + place * len(_SUFFIXES)
            if stem not in found or rank < found[stem][0]:
                found[stem] = rank, folder + name
    return {stem: path for stem, (_, path) in found.items()}


def _names(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries)


def _value(text: str) -> str:
    value = text.strip()
    return "" if value.lower() == "nan" else value


def _age(text: str) -> float | None:
    try:
        age = float(text)
    except ValueError:
        return None
    return age if 0 < age <= _OLDEST else None


def _is_root(folder: Path) -> bool:
    path = folder / _METADATA
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.readline(4_096).decode("utf-8-sig", errors="replace").strip().split(",")
    return {"uuid", "cough_detected"} <= set(header)


def _bad(metadata: Path, line: int, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=f"{metadata}, line {line:,}", found=found, wanted=wanted, remedy="unpack the corpus again")


CORPUS = Corpus(
    name="coughvid",
    title="COUGHVID 3",
    homepage="https://zenodo.org/records/7024894",
    licence=LICENCE,
    citation=(
        "Lara Orlandic, Tomas Teijeiro and David Atienza, The COUGHVID crowdsourcing dataset, a corpus for the study "
        "of large-scale cough analysis algorithms, Scientific Data 8, 2021"
    ),
    expected_files=EXPECTED_FILES,
    extra_columns=("cough_detected", "status", *_LABELS),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(
        Archive(
            url="https://zenodo.org/records/7024894/files/public_dataset_v3.zip",
            checksum="sha256:37544c58ac5a7d79cb68af56fb3d0a690773b100bef8a03aac96570086fea335",
            size_bytes=2_297_542_075,
            source="the COUGHVID connector of https://github.com/OpenTSLM/TimeNet",
        ),
    ),
    obtain="Download public_dataset_v3.zip from https://zenodo.org/records/7024894 and unpack it.",
    size_gb=2.5,
)
