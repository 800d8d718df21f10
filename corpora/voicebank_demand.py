"""VoiceBank-DEMAND, the test set of Valentini-Botinhao's noisy speech database: 824 sentences, clean and noisy."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

EXPECTED_FILES = 1_648  # 393 sentences of p232 and 431 of p257, each clean and noisy
LAYOUT = (
    "a folder with clean_testset_wav/p232_001.wav ... and noisy_testset_wav/p232_001.wav ..., log_testset.txt if any"
)

LICENCE = Licence(
    spdx="CC-BY-4.0",
    summary="attribution",
    url="https://creativecommons.org/licenses/by/4.0/",
    attribution=(
        "Valentini-Botinhao, Cassia. (2017). Noisy speech database for training speech enhancement algorithms and TTS "
        "models. University of Edinburgh, CSTR. https://doi.org/10.7488/ds/2117"
    ),
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en-GB",),
    variety="English of southern England; newspaper sentences, read.",
    speakers="Two speakers of the Voice Bank corpus: p232, a man of 23, and p257, a woman of 24.",
    situation=(
        "Read in a hemi-anechoic chamber; the noisy half has five noises of DEMAND added (bus, cafe, living room, "
        "office, public square) at 2.5, 7.5, 12.5 or 17.5 dB; 48,000 Hz."
    ),
)

# Neither table says it; both are in the speaker-info.txt of VCTK, which they come from.
SEXES = {"p232": "male", "p257": "female"}
FOLDERS = {"clean": "clean_testset_wav", "noisy": "noisy_testset_wav"}

_UTTERANCE = re.compile(r"(p\d+)_\d+")
_LOGS = ("log_testset.txt", "logfiles/log_testset.txt")
_NAMES_TRIED = 50

_RECORD = "https://datashare.ed.ac.uk/bitstream/handle/10283/2791"
_SOURCE = "the files' records at Edinburgh DataShare, https://doi.org/10.7488/ds/2117"
ARCHIVES = (
    Archive(
        url=f"{_RECORD}/clean_testset_wav.zip",
        checksum="md5:34eb1c0ba7ef667e9b966866c542fc16",
        size_bytes=154_300_000,
        source=_SOURCE,
    ),
    Archive(
        url=f"{_RECORD}/noisy_testset_wav.zip",
        checksum="md5:fb1b86caa31e8ba5b506c0c64da9aab5",
        size_bytes=170_600_000,
        source=_SOURCE,
    ),
    Archive(url=f"{_RECORD}/testset_txt.zip", size_bytes=200_000),  # a guess: 824 sentences, with the names of files
    Archive(
        url=f"{_RECORD}/logfiles.zip",
        checksum="md5:0d16f5b6afe12d64238d1e4a0e6ff6e8",
        size_bytes=115_932,
        source=_SOURCE,
        unpack_to="logfiles",
    ),
)


class _Noise(NamedTuple):
    name: str
    snr_db: str
    origin: str


def locate(base: Path) -> Path | None:
    """Find the folder that holds the clean and the noisy test set at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the sentences of the test set, each clean and noisy.

    The training sets of the same database may lie beside it; they are left aside. If log_testset.txt is there, it
    lists the sentences and says which noise each holds; else those that are there count, and the noise is not known.
    The texts are those of testset_txt/, if it is there.

    Raises
    ------
    CorpusError
        If log_testset.txt or a text cannot be read, or a line of the log is not a sentence, a noise and an SNR.
    """
    noises = _noises(root)
    there = {condition: _recordings(root / folder) for condition, folder in FOLDERS.items()}
    for utterance in sorted(noises or there["clean"].keys() | there["noisy"].keys()):
        text = _text(root / "testset_txt" / f"{utterance}.txt")
        noise = noises.get(utterance, _Noise("", "", ""))
        speaker = utterance.partition("_")[0]
        for condition, folder in FOLDERS.items():
            noisy = condition == "noisy"
            yield Entry(
                id=f"{condition}/{utterance}",
                path=f"{folder}/{there[condition].get(utterance, f'{utterance}.wav')}",
                speaker=speaker,
                sex=SEXES.get(speaker, ""),
                text=text,
                extra={
                    "condition": condition,
                    "utterance": utterance,
                    "noise": noise.name if noisy else "",
                    "snr_db": noise.snr_db if noisy else "",
                },
                origin=noise.origin,
            )


def _recordings(folder: Path) -> dict[str, str]:
    """Give the file name of each sentence that is there."""
    paths = (path for path in folder.iterdir() if path.suffix.lower() == ".wav" and _UTTERANCE.fullmatch(path.stem))
    return {path.stem: path.name for path in sorted(paths)}


def _noises(root: Path) -> dict[str, _Noise]:
    """Read lines as `p232_001 bus 2.5`: a sentence, its noise and its SNR in dB."""
    name = next((name for name in _LOGS if (root / name).is_file()), "")
    noises: dict[str, _Noise] = {}
    for number, line in enumerate(read_metadata(root / name).split("\n") if name else (), start=1):
        fields = line.split()
        origin = f"{name}, line {number:,}"
        if not fields:
            continue
        if len(fields) != 3 or not _UTTERANCE.fullmatch(fields[0]) or not _is_number(fields[2]):
            raise _bad(f"{root / name}, line {number:,}", repr(line))
        if fields[0] in noises:
            raise _bad(f"{root / name}, line {number:,}", f"{fields[0]} again, as in {noises[fields[0]].origin}")
        noises[fields[0]] = _Noise(fields[1], f"{float(fields[2]):g}", origin)
    return noises


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _text(path: Path) -> str:
    return " ".join(read_metadata(path).split()) if path.is_file() else ""


def _bad(where: str, found: str) -> CorpusError:
    return CorpusError(
        where=where,
        found=found,
        wanted="a sentence, its noise and its SNR in dB, as p232_001 bus 2.5, each sentence once",
        remedy="unpack logfiles.zip again",
    )


def _is_root(folder: Path) -> bool:
    return all(
        (folder / name).is_dir()
        and any(_UTTERANCE.fullmatch(path.stem) for path in islice((folder / name).iterdir(), _NAMES_TRIED))
        for name in FOLDERS.values()
    )


CORPUS = Corpus(
    name="voicebank_demand",
    title="VoiceBank-DEMAND (Valentini-Botinhao 2017), test set",
    homepage="https://datashare.ed.ac.uk/handle/10283/2791",
    licence=LICENCE,
    citation=(
        "Cassia Valentini-Botinhao, Noisy speech database for training speech enhancement algorithms and TTS models, "
        "University of Edinburgh, 2017"
    ),
    expected_files=EXPECTED_FILES,
    extra_columns=("condition", "utterance", "noise", "snr_db"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=ARCHIVES,
    obtain=(
        "Download clean_testset_wav.zip, noisy_testset_wav.zip, testset_txt.zip and logfiles.zip from Edinburgh "
        "DataShare and unpack them into one folder."
    ),
    size_gb=0.4,
)
