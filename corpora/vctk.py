"""VCTK: some 400 sentences by each of 110 speakers of English in many accents, 48,000 Hz; releases 0.80 and 0.92."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

# Of 0.92 the recordings of the first microphone, 172 of p315 among them; with the second one's 43,873, which are left
# aside, and without p315 they are the 88,156 of the Hugging Face card. Of 0.80 the 44,070 with a text and p315's 172.
EXPECTED_FILES = {"wav48_silence_trimmed": 44_455, "wav48": 44_242}
LAYOUT = (
    "a folder with speaker-info.txt, txt/p225/p225_001.txt ... and either wav48/p225/p225_001.wav ... (0.80) or "
    "wav48_silence_trimmed/p225/p225_001_mic1.flac ... (0.92)"
)

LICENCE = Licence(
    spdx="CC-BY-4.0",
    summary="attribution",
    url="https://creativecommons.org/licenses/by/4.0/",
    attribution=(
        "Yamagishi, Junichi; Veaux, Christophe; MacDonald, Kirsten. (2019). CSTR VCTK Corpus: English Multi-speaker "
        "Corpus for CSTR Voice Cloning Toolkit. University of Edinburgh, CSTR. https://doi.org/10.7488/ds/2645"
    ),
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)
_LICENCE_080 = "ODC-By-1.0"  # its README

ORIGIN = Origin(
    languages=("en-GB", "en-IE", "en-US", "en-CA", "en-IN", "en-ZA", "en-AU", "en-NZ"),
    variety="English in a dozen accents, most of them of Britain and Ireland; stated for each speaker.",
    speakers="110 speakers, 18 to 38 years old, most of them students in Edinburgh; age, sex and accent are stated.",
    situation=(
        "Newspaper sentences, the rainbow passage and an elicitation paragraph, read in a hemi-anechoic chamber; "
        "48,000 Hz, 16 bit."
    ),
)

_COLUMNS = ("ID", "AGE", "GENDER", "ACCENTS", "REGION")
_SEXES = {"F": "female", "M": "male"}
_OF_TWO_WORDS = frozenset({"Australian", "NewZealand"})  # accents that the table follows by the word English

_SPEAKER = re.compile(r"[ps]\d+")
_RECORDING = re.compile(r"([ps]\d+)_(\d+)(?:_(mic[12]))?")
_MICROPHONES = ("mic1", "mic2", "")
_SUFFIXES = frozenset({".wav", ".flac"})
_SPEAKERS_TRIED = 20
_NAMES_TRIED = 50


class _Person(NamedTuple):
    sex: str = ""
    age: float | None = None
    accent: str = ""
    region: str = ""


def locate(base: Path) -> Path | None:
    """Find the unpacked archive, whatever its folder is called, at or below `base`."""
    return find_root(base, _is_root)


def expected_files(root: Path) -> int:
    """Count what the release that is at `root` should have."""
    return EXPECTED_FILES.get(_audio_folder(root), 0)


def entries(root: Path) -> Iterator[Entry]:
    """List the recordings that are there.

    Of 0.92, which has two microphones, those of the first; those of the second only of a speaker without the first.
    What the releases lack is left empty: the texts of p315 in both, and in 0.80 the row of p280 in speaker-info.txt
    (so 108 rows for 109 speakers; s5 is in 0.92 only).

    Raises
    ------
    CorpusError
        If speaker-info.txt or a text cannot be read, or a recording lies in the folder of another speaker.
    """
    audio = _audio_folder(root)
    people = _people(root / "speaker-info.txt")
    for folder in sorted(path for path in (root / audio).iterdir() if _SPEAKER.fullmatch(path.name) and path.is_dir()):
        speaker = folder.name
        person = people.get(speaker, _Person())
        for sentence, microphone, path in _recordings(folder):
            utterance = f"{speaker}_{sentence}"
            yield Entry(
                id=utterance,
                path=f"{audio}/{speaker}/{path.name}",
                speaker=speaker,
                sex=person.sex,
                age=person.age,
                text=_text(root / "txt" / speaker / f"{utterance}.txt"),
                extra={
                    "sentence": sentence,
                    "microphone": microphone,
                    "accent": person.accent,
                    "region": person.region,
                },
                origin=f"{audio}/{speaker}/{path.name}",
                licence=_LICENCE_080 if audio == "wav48" else "",
            )


def _audio_folder(root: Path) -> str:
    """Name the folder of recordings; empty if there is none. A wav48 beside that of 0.92 was converted from it."""
    return next((name for name in EXPECTED_FILES if (root / name).is_dir()), "")


def _recordings(folder: Path) -> list[tuple[str, str, Path]]:
    """List sentence, microphone and path of the recordings of one speaker, by one microphone."""
    found = []
    for path in sorted(folder.iterdir()):
        match = _RECORDING.fullmatch(path.stem)
        if match is None or path.suffix.lower() not in _SUFFIXES:
            continue
        if match[1] != folder.name:
            raise CorpusError(
                where=str(path),
                found=f"a recording of {match[1]} in the folder {folder.name}",
                wanted="each recording in the folder of its speaker",
                remedy="move it to its place, or unpack the corpus again",
            )
        found.append((match[2], match[3] or "", path))
    there = {microphone for _, microphone, _ in found}
    chosen = next((microphone for microphone in _MICROPHONES if microphone in there), "")
    return [recording for recording in found if recording[1] == chosen]


def _text(path: Path) -> str:
    return " ".join(read_metadata(path).split()) if path.is_file() else ""


def _people(path: Path) -> Mapping[str, _Person]:
    """Read lines as `225  23  F    English    Southern  England`; 0.92 writes p225, and notes in parentheses."""
    lines = [(number, line) for number, line in enumerate(read_metadata(path).split("\n"), start=1) if line.strip()]
    header = lines[0][1].split() if lines else []
    absent = [column for column in _COLUMNS if column not in header]
    if absent:
        raise _bad(str(path), f"no column {', '.join(absent)} in its first line")
    people: dict[str, _Person] = {}
    for number, line in lines[1:]:
        speaker, person = _person(f"{path}, line {number:,}", line)
        if speaker in people:
            raise _bad(f"{path}, line {number:,}", f"the speaker {speaker} again")
        people[speaker] = person
    return people


def _person(where: str, line: str) -> tuple[str, _Person]:
    speaker, *fields = line.partition("(")[0].split()
    age = float(fields.pop(0)) if fields and fields[0].isdecimal() else None
    sex = _SEXES.get(fields.pop(0)) if fields else None
    if sex is None:
        raise _bad(where, repr(line))
    words = 2 if fields[1:2] == ["English"] and fields[0] in _OF_TWO_WORDS else 1
    person = _Person(sex, age, " ".join(fields[:words]), " ".join(fields[words:]))
    return (f"p{speaker}" if speaker.isdecimal() else speaker), person


def _bad(where: str, found: str) -> CorpusError:
    return CorpusError(
        where=where,
        found=found,
        wanted="ID, AGE, GENDER (F or M), ACCENTS and REGION of each speaker once, as 225 23 F English Surrey",
        remedy="unpack the corpus again",
    )


def _is_root(folder: Path) -> bool:
    audio = _audio_folder(folder)
    return (
        bool(audio)
        and (folder / "speaker-info.txt").is_file()
        and any(
            _RECORDING.fullmatch(path.stem)
            for speaker in islice((folder / audio).iterdir(), _SPEAKERS_TRIED)
            if _SPEAKER.fullmatch(speaker.name) and speaker.is_dir()
            for path in islice(speaker.iterdir(), _NAMES_TRIED)
        )
    )


CORPUS = Corpus(
    name="vctk",
    title="CSTR VCTK Corpus",
    homepage="https://datashare.ed.ac.uk/handle/10283/3443",
    licence=LICENCE,
    citation=(
        "Christophe Veaux, Junichi Yamagishi and Kirsten MacDonald, CSTR VCTK Corpus: English Multi-speaker Corpus for "
        "CSTR Voice Cloning Toolkit, University of Edinburgh, 2012 (0.80) and 2019 (0.92)"
    ),
    expected_files=expected_files,
    extra_columns=("sentence", "microphone", "accent", "region"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(
        Archive(
            url="https://datashare.is.ed.ac.uk/bitstream/handle/10283/3443/VCTK-Corpus-0.92.zip",
            checksum="sha256:f96258be9fdc2cbff6559541aae7ea4f59df3fcaf5cf963aae5ca647357e359c",
            size_bytes=11_747_302_977,
            source="torchaudio's datasets/vctk.py and TensorFlow Datasets' url_checksums/vctk.txt",
            unpack_to="VCTK-Corpus-0.92",
        ),
    ),
    obtain=(
        "Download VCTK-Corpus-0.92.zip from Edinburgh DataShare and unpack it into a folder of its own. Release 0.80, "
        "VCTK-Corpus.tar.gz, serves as well: it was at http://homepages.inf.ed.ac.uk/jyamagis/release/."
    ),
    size_gb=12.0,
    row_licences=(_LICENCE_080,),
)
