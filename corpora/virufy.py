"""Virufy COVID-19 Open Cough Dataset, its clinical part: coughs of 16 patients in a hospital, by their PCR test.

What the names and folders rest on: the owner's README (121 segments, 16 patients) and `clinical/readme.md` of
https://github.com/bagustris/virufy-data, a copy that adds `segment` (cut by a hysteresis comparator) beside the
owner's `segmented` (cut by hand).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

EXPECTED_FILES = {"original": 16, "segmented": 121, "segment": 120}
LAYOUT = (
    "a folder with clinical/segmented/pos/pos-0421-084-cough-m-50-0.mp3 ..., neg/ beside pos/, and clinical/original"
)

LICENCE = Licence(
    spdx="LicenseRef-Virufy",
    summary="CC BY-NC-SA 4.0 with an addendum: no redistribution without written approval",
    url="https://github.com/virufy/virufy-data/blob/main/LICENSE",
    attribution="Virufy COVID-19 Open Cough Dataset, https://github.com/virufy/virufy-data",
    redistribution=False,
    commercial_use=False,
    share_alike=True,
)

ORIGIN = Origin(
    languages=("zxx",),
    variety="Coughs, no language.",
    speakers="Sixteen patients of a hospital, 17 to 66 years old, seven of them positive by PCR test.",
    situation="Coughed on request, under supervision by physicians and with informed consent, and stored as MP3.",
)

_RESULTS = ("pos", "neg")
_SEXES = {"f": "female", "m": "male"}
_SUFFIXES = (".mp3", ".wav", ".flac")
_NAMES_TRIED = 50
_NAME = re.compile(r"(pos|neg)-(\d{4})-(\d{3})-cough-([mf])-(\d{1,3})(?:[-_](\d+))?", re.ASCII)


def locate(base: Path) -> Path | None:
    """Find the repository's folder, whatever it is called, at or below `base`."""
    return find_root(base, _is_root)


def expected_files(root: Path) -> int:
    """Count what the folders that are read at `root` should have."""
    return sum(EXPECTED_FILES[folder] for folder, _ in _parts(root))


def entries(root: Path) -> Iterator[Entry]:
    """List the recordings, by what their names say: result, patient, sex, age and number.

    Segments come from `clinical/segmented`, the owner's own; only where that is absent from `clinical/segment`. Of
    several files of one name, the MP3 is taken, then WAV, then FLAC.

    Raises
    ------
    CorpusError
        If the name of a recording is not of this scheme, or says another result than its folder.
    """
    for folder, kind in _parts(root):
        for result in _RESULTS:
            for path in _recordings(root / "clinical" / folder / result):
                yield _entry(path, root=root, kind=kind, result=result)


def _entry(path: Path, *, root: Path, kind: str, result: str) -> Entry:
    match = _NAME.fullmatch(path.stem)
    if match is None or bool(match[6]) != (kind == "segment"):
        raise _bad(path, f"the name of no {kind}", "pos-0421-084-cough-m-50" + "-0" * (kind == "segment"))
    said, _, patient, sex, age, number = match.groups(default="")
    if said != result:
        raise _bad(path, f"{said} in the name and {result} in the folder", "the same result in both")
    return Entry(
        id=path.stem,
        path=path.relative_to(root).as_posix(),
        speaker=patient,
        sex=_SEXES[sex],
        age=float(age),
        extra={"kind": kind, "result": result, "patient": patient, "number": number},
        origin=path.relative_to(root).as_posix(),
    )


def _parts(root: Path) -> list[tuple[str, str]]:
    """Give the folders that are read, each with what it holds: the originals, and one set of segments."""
    there = [folder for folder in EXPECTED_FILES if (root / "clinical" / folder).is_dir()]
    segments = [folder for folder in there if folder != "original"][:1]
    return [(folder, "original") for folder in there if folder == "original"] + [(name, "segment") for name in segments]


def _recordings(folder: Path) -> list[Path]:
    """List the recordings of a folder by name, one a stem."""
    if not folder.is_dir():
        return []
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    found: dict[str, Path] = {}
    for suffix in _SUFFIXES:
        for name in names:
            if name.lower().endswith(suffix):
                found.setdefault(Path(name).stem, folder / name)
    return [found[stem] for stem in sorted(found)]


def _is_root(folder: Path) -> bool:
    return any(
        _NAME.fullmatch(path.stem)
        for part, _ in _parts(folder)
        for result in _RESULTS
        if (folder / "clinical" / part / result).is_dir()
        for path in islice((folder / "clinical" / part / result).iterdir(), _NAMES_TRIED)
    )


def _bad(path: Path, found: str, wanted: str) -> CorpusError:
    return CorpusError(
        where=str(path), found=found, wanted=wanted, remedy="put the file aside, or get the corpus again"
    )


CORPUS = Corpus(
    name="virufy",
    title="Virufy COVID-19 Open Cough Dataset, clinical part",
    homepage="https://github.com/virufy/virufy-data",
    licence=LICENCE,
    citation=(
        "Gunvant Chaudhari et al., Virufy: Global Applicability of Crowdsourced and Clinical Datasets for AI Detection "
        "of COVID-19 from Cough Audio Samples, arXiv:2011.13320, 2020"
    ),
    expected_files=expected_files,
    extra_columns=("kind", "result", "patient", "number"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(Archive(url="https://github.com/virufy/virufy-data/archive/refs/heads/main.zip"),),
    obtain="Clone or download https://github.com/virufy/virufy-data; what you build from it may not be passed on.",
    size_gb=0.1,
)
