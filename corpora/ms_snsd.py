"""MS-SNSD, Microsoft's scalable noisy speech dataset: 179 noises and 24,175 recordings of clean speech, 16,000 Hz."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

# As users of the repository count them; its own README gives no numbers. clean_test runs from clnsp0 to clnsp1099.
EXPECTED_FILES = {"clean_test": 1_100, "clean_train": 23_075, "noise_test": 51, "noise_train": 128}
LAYOUT = "the repository MS-SNSD, with noise_test/Babble_1.wav ..., noise_train/, clean_test/ and clean_train/ or some"

LICENCE = Licence(
    spdx="CC-BY-SA-3.0",
    summary="attribution, share alike; parts are freer, but the release does not say which of its noises",
    url="https://creativecommons.org/licenses/by-sa/3.0/",
    attribution=(
        "MS-SNSD (Reddy et al., Interspeech 2019), with noises of DEMAND (J. Thiemann, N. Ito and E. Vincent, 2013, "
        "https://zenodo.org/record/1227121) and of Freesound (CC0), and speech of the Edinburgh 56 speaker dataset "
        "(C. Valentini-Botinhao, 2017, https://doi.org/10.7488/ds/2117) and of PTDB-TUG"
    ),
    redistribution=True,
    commercial_use=True,
    share_alike=True,
)
# What its README says of each part; of two terms that may hold for a folder, the stricter.
_ROW_LICENCES = {"clean_test": "ODbL-1.0", "clean_train": "CC-BY-4.0"}

ORIGIN = Origin(
    languages=("en",),
    variety="English, read; babble, announcements and neighbours among the noises are speech too.",
    speakers="Speakers of the Edinburgh 56 speaker dataset, by number, in clean_train; nobody is named elsewhere.",
    situation=(
        "Clean speech read in studios; noises recorded on the spot by many people (Freesound) and by the makers of "
        "DEMAND; all at 16,000 Hz."
    ),
)

# Of noise_test, in the order of SAGI's question.
TEST_NOISES = (
    "Babble",
    "CopyMachine",
    "Neighbor",
    "ShuttingDoor",
    "AirportAnnouncements",
    "Munching",
    "Typing",
    "AirConditioner",
    "VacuumCleaner",
)
# Two spellings of one class: the release has Neighbor_1.wav and NeighborSpeaking_1.wav, and one AirportAnnouncement_11.
_SAME_NOISE = {"NeighborSpeaking": "Neighbor", "AirportAnnouncement": "AirportAnnouncements"}

_NOISE = re.compile(r"([A-Za-z]+)_(\d+)")
_SPEECH = re.compile(r"(?P<speaker>p\d+)_(?P<sentence>\d+)|clnsp(?P<number>\d+)")
_NAMES_TRIED = 50


def locate(base: Path) -> Path | None:
    """Find the repository, whatever its folder is called, at or below `base`; one of its noise folders will do."""
    return find_root(base, _is_root)


def expected_files(root: Path) -> int:
    """Count what the folders that are at `root` should have."""
    return sum(EXPECTED_FILES[name] for name in _folders(root))


def entries(root: Path) -> Iterator[Entry]:
    """List the recordings, which their folders and names describe.

    Noises have no speaker. Of clean speech the name tells the speaker in clean_train (`p234_001`), not in
    clean_test (`clnsp1`); a name of another form tells nothing.

    Raises
    ------
    CorpusError
        If the name of a noise is not a class and a number.
    """
    for folder in _folders(root):
        kind, _, split = folder.partition("_")
        for path in sorted(path for path in (root / folder).iterdir() if _is_sound(path)):
            noise, number, speaker = _noise(path) if kind == "noise" else _speech(path.stem)
            yield Entry(
                id=f"{folder}/{path.stem}",
                path=f"{folder}/{path.name}",
                speaker=speaker,
                extra={"kind": kind, "split": split, "noise": noise, "number": number},
                origin=f"{folder}/{path.name}",
                licence=_ROW_LICENCES.get(folder, ""),
            )


def _folders(root: Path) -> list[str]:
    return [folder for folder in EXPECTED_FILES if (root / folder).is_dir()]


def _is_sound(path: Path) -> bool:
    return path.suffix.lower() == ".wav" and not path.name.startswith(".")


def _noise(path: Path) -> tuple[str, str, str]:
    match = _NOISE.fullmatch(path.stem)
    if match is None:
        raise CorpusError(
            where=str(path),
            found="a name that does not tell the class of the noise",
            wanted="a class and a number, as Babble_1.wav",
            remedy="move it out of the corpus, or name it as the others",
        )
    return _SAME_NOISE.get(match[1], match[1]), match[2], ""


def _speech(stem: str) -> tuple[str, str, str]:
    match = _SPEECH.fullmatch(stem)
    if match is None:
        return "", "", ""
    return "", match["sentence"] or match["number"], match["speaker"] or ""


def _is_root(folder: Path) -> bool:
    return any(
        (match := _NOISE.fullmatch(path.stem)) and _SAME_NOISE.get(match[1], match[1]) in TEST_NOISES
        for name in ("noise_test", "noise_train")
        if (folder / name).is_dir()
        for path in islice((folder / name).iterdir(), _NAMES_TRIED)
        if _is_sound(path)
    )


CORPUS = Corpus(
    name="ms_snsd",
    title="MS-SNSD",
    homepage="https://github.com/microsoft/MS-SNSD",
    licence=LICENCE,
    citation=(
        "Chandan K. A. Reddy, Ebrahim Beyrami, Jamie Pool, Ross Cutler, Sriram Srinivasan and Johannes Gehrke, "
        "A scalable noisy speech dataset and online subjective test framework, Interspeech 2019"
    ),
    expected_files=expected_files,
    extra_columns=("kind", "split", "noise", "number"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    # GitHub makes it when it is asked for: of its size only "between 2 and 3 GB" is known.
    archives=(
        Archive(url="https://github.com/microsoft/MS-SNSD/archive/refs/heads/master.zip", size_bytes=2_500_000_000),
    ),
    obtain="Clone https://github.com/microsoft/MS-SNSD, or download it as a ZIP file and unpack it.",
    size_gb=3.1,
    row_licences=tuple(_ROW_LICENCES.values()),
)
