"""Europarl-ST 1.1: speeches in the European Parliament, 2008 to 2012 (M4A at 44,100 Hz), by the language spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl", "pt", "ro")
LAYOUT = "a folder v1.1 with languages as de/audios/de.20081119.2-014.m4a, de/en/train/speeches.lst ..."

LICENCE = Licence(
    spdx="CC-BY-NC-4.0",
    summary="attribution, no commercial use",
    url="https://creativecommons.org/licenses/by-nc/4.0/",
    attribution="Europarl-ST, MLLP-VRAIN research group, Universitat Politècnica de València",
    redistribution=True,
    commercial_use=False,
    share_alike=False,
)

ORIGIN = Origin(
    languages=LANGUAGES,
    variety="Official languages of the European Union, of debates; most, but not all, speak their first language.",
    speakers="Members of the European Parliament in office between 2008 and 2012, who are known by their number.",
    situation="Speeches in plenary sittings, by microphone at one's seat, from the Parliament's public recordings.",
)

_SPLITS = ("train", "train-noisy", "dev", "test")
_SUFFIXES = (".m4a", ".wav", ".flac")  # as released first; many convert them
_DATE = re.compile(r"[a-z]{2}\.(\d{4})(\d{2})(\d{2})\.")
_NAMES_TRIED = 20


@dataclass
class _Speech:
    """What the lists say of a speech."""

    origin: str
    speaker: str = ""
    text: str = ""
    splits: set[str] = field(default_factory=set)


def locate(base: Path) -> Path | None:
    """Find the folder of the languages, whatever it is called, at or below `base`."""
    return find_root(base, lambda folder: any(_is_language(folder / language) for language in LANGUAGES))


def expected_files(root: Path) -> int:
    """Count the speeches that are listed for the languages that are at `root`."""
    return sum(len(_listed(root, language)) for language in _languages(root))


def entries(root: Path) -> Iterator[Entry]:
    """List the speeches that are there or that a list names.

    The column language is the folder's: the language of the speech. Speaker and text come from the lists that stand
    beside the audio, one folder a language of translation; a speech that none names has neither. The column splits
    names the parts that it belongs to, for all translations together. The column date is that of the sitting.

    Raises
    ------
    CorpusError
        If a list cannot be read, or lists that go line by line are not equally long or one of them is empty.
    """
    for language in _languages(root):
        listed = _listed(root, language)
        there = _audio(root / language / "audios")
        for name in sorted(listed.keys() | there.keys()):
            speech = listed.get(name) or _Speech(origin=f"{language}/audios/{there[name]}")
            date = _DATE.match(name)
            yield Entry(
                id=name,
                path=f"{language}/audios/{there.get(name, f'{name}.m4a')}",
                speaker=speech.speaker,
                text=speech.text,
                extra={
                    "language": language,
                    "date": "-".join(date.groups()) if date else "",
                    "splits": " ".join(split for split in _SPLITS if split in speech.splits),
                },
                origin=speech.origin,
            )


def _listed(root: Path, language: str) -> dict[str, _Speech]:
    """Gather what the lists of all translations say of the speeches in a language."""
    speeches: dict[str, _Speech] = {}
    for translation in LANGUAGES:
        for split in _SPLITS:
            folder = root / language / translation / split
            if not (folder / "speeches.lst").is_file():
                continue
            names = _lines(folder / "speeches.lst")
            speakers = _beside(names, folder / "speakers.lst")
            texts = _beside(names, folder / f"speeches.{language}")
            for number, (name, speaker, text) in enumerate(zip(names, speakers, texts, strict=True), start=1):
                if not name:
                    continue
                origin = f"{language}/{translation}/{split}/speeches.lst, line {number:,}"
                speech = speeches.setdefault(name, _Speech(origin))
                # A number in the address of a person: http://purl.org/linkedpolitics/EUmember_1026.
                speech.speaker = speech.speaker or speaker.rstrip("/").rpartition("/")[2]
                speech.text = speech.text or text
                speech.splits.add(split)
    return speeches


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in read_metadata(path).rstrip("\n").split("\n")]


def _beside(names: list[str], path: Path) -> list[str]:
    """Read the file whose lines belong to those of speeches.lst beside it; it may be absent."""
    if not path.exists():
        return [""] * len(names)
    lines = _lines(path)
    if any(names) and not any(lines):
        raise CorpusError(
            where=str(path),
            found="an empty list",
            wanted=f"{len(names):,} lines, a line a speech as in speeches.lst, or no such file",
            remedy="unpack the corpus again",
        )
    if len(lines) != len(names):
        raise CorpusError(
            where=f"{path}, line {min(len(lines), len(names)) + 1:,}",
            found=f"{len(lines):,} lines",
            wanted=f"{len(names):,}, a line a speech as in speeches.lst",
            remedy="unpack the corpus again",
        )
    return lines


def _audio(folder: Path) -> dict[str, str]:
    """Give the file of each speech by its name; of several, the first by suffix as listed."""
    files = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    found: dict[str, str] = {}
    for suffix in _SUFFIXES:
        for file in sorted(files):
            if file.lower().endswith(suffix):
                found.setdefault(file[: -len(suffix)], file)
    return found


def _languages(root: Path) -> list[str]:
    return [language for language in LANGUAGES if (root / language / "audios").is_dir()]


def _is_language(folder: Path) -> bool:
    if not (folder / "audios").is_dir():
        return False
    return any(path.name.lower().endswith(_SUFFIXES) for path in islice((folder / "audios").iterdir(), _NAMES_TRIED))


CORPUS = Corpus(
    name="europarl_st",
    title="Europarl-ST 1.1",
    homepage="https://www.mllp.upv.es/europarl-st/",
    licence=LICENCE,
    citation=(
        "Javier Iranzo-Sánchez, Joan Albert Silvestre-Cerdà, Javier Jorge, Nahuel Roselló, Adrià Giménez, Albert "
        "Sanchis, Jorge Civera and Alfons Juan, Europarl-ST: A Multilingual Corpus for Speech Translation of "
        "Parliamentary Debates, ICASSP 2020"
    ),
    expected_files=expected_files,
    extra_columns=("language", "date", "splits"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(Archive(url="https://www.mllp.upv.es/europarl-st/v1.1.tar.gz", size_bytes=20_000_000_000),),
    obtain="Download v1.1.tar.gz (about 20 GB) from https://www.mllp.upv.es/europarl-st/ and unpack it.",
    size_gb=20.0,
)
