"""speechocean762: 5,000 English sentences read by 250 Mandarin speakers, each scored by five experts.

What the layout rests on: the owner's README and `wav.scp`, `spk2age` and `spk2gender` at
https://github.com/jimbozhang/speechocean762. Earlier copies have `scores.json` beside `train/`, and phones as one
text rather than a list; both are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from corpora.indexing.kaldi import read_pairs
from corpora.indexing.layout import find_root
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from corpora.indexing.strict_json import Repeating, fault_in, read_json
from manifests.errors import CorpusError
from manifests.printable import printable

EXPECTED_FILES = 5_000
LAYOUT = "a folder with train/wav.scp, test/wav.scp, WAVE/SPEAKER0001/000010011.WAV ... and resource/scores.json"

LICENCE = Licence(
    spdx="CC-BY-4.0",
    summary="attribution",
    url="https://creativecommons.org/licenses/by/4.0/",
    attribution="speechocean762 by Xiaomi Corporation and SpeechOcean (2021), https://www.openslr.org/101/",
    redistribution=True,
    commercial_use=True,
    share_alike=False,
)

ORIGIN = Origin(
    languages=("en",),
    variety="English of learners whose mother tongue is Mandarin, read aloud.",
    speakers="250 speakers, half of them children, 20 sentences each; age and sex are stated.",
    situation="Short sentences read into a mobile phone held about 20 cm from the mouth, in quiet rooms.",
)

SPLITS = ("train", "test")
SCORES = ("accuracy", "completeness", "fluency", "prosodic", "total")
_PLACES = ("resource/scores.json", "scores.json")
_SEXES = {"f": "female", "m": "male"}
_AGE = re.compile(r"\d{1,3}", re.ASCII)
_WORD = re.compile(r"[\w'’.,!?-]*[^\W_][\w'’.,!?-]*")
_STRESSES = (5, 10)  # wrong, right
_HIGHEST, _HIGHEST_PHONE = 10, 2


def locate(base: Path) -> Path | None:
    """Find the folder speechocean762, whatever it is called, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the utterances that wav.scp of either split names.

    Age and sex may be absent. The column `words` is the list of the scored words as compact JSON, each as
    scores.json has it.

    Raises
    ------
    CorpusError
        If a table or scores.json cannot be read, or an utterance has no text, speaker or scores, scores that no expert
        gives, or another text than its scored words.
    """
    place = next(name for name in _PLACES if (root / name).is_file())
    scores = _scores(root / place)
    for split in SPLITS:
        folder = root / split
        texts, speakers = read_pairs(folder / "text"), read_pairs(folder / "utt2spk")
        sexes, ages = _optional(folder / "spk2gender"), _optional(folder / "spk2age")
        for utterance, (path, number) in read_pairs(folder / "wav.scp").items():
            line = f"{split}/wav.scp, line {number:,}"
            for table, name in ((texts, f"{split}/text"), (speakers, f"{split}/utt2spk"), (scores, place)):
                if utterance not in table:
                    raise _bad(f"{root / line}", f"{utterance}, which {name} lacks", "a row of it there too")
            speaker = speakers[utterance][0]
            scored = _scored(root / place, utterance, scores[utterance])
            text, text_line = texts[utterance]
            _require_same(f"{folder / 'text'}, line {text_line:,}, {utterance}", text, scored)
            yield Entry(
                id=utterance,
                path=path,
                speaker=speaker,
                sex=_SEXES.get(sexes.get(speaker, ("", 0))[0].lower(), ""),
                age=_age(ages, speaker, folder / "spk2age"),
                text=text,
                extra={"split": split, **_columns(scored)},
                origin=line,
            )


def _scores(path: Path) -> Mapping[str, Any]:
    scores = read_json(path, wanted="scores by utterance")
    if not isinstance(scores, dict):
        raise _bad(f"{path}", "JSON of another kind", "scores by utterance")
    if isinstance(scores, Repeating):
        raise _bad(f"{path}", f"the utterance {printable(scores.repeated)} twice", "each once")
    return scores


def _scored(path: Path, utterance: str, scored: Any) -> Mapping[str, Any]:
    """Give the scores of an utterance and of its words as they stand, if experts can have given them."""
    where = f"{path}, {utterance}"
    if not isinstance(scored, dict):
        raise _bad(where, "no scores", f"{', '.join(SCORES)} and words")
    if fault := fault_in(scored):
        raise _bad(where, fault, "each score once, as a number, and words in one line of text")
    for name in SCORES:
        if not _is_score(scored.get(name)):
            raise _bad(where, f"{name} {_shown(scored.get(name))}", "a number from 0 to 10")
    words = scored.get("words")
    if not isinstance(words, list) or not words or not all(isinstance(word, dict) for word in words):
        raise _bad(where, "no list of words", "words, each with text, accuracy, stress, phones and phones-accuracy")
    for number, word in enumerate(words, start=1):
        _require_word(f"{where}, word {number:,}", word)
    if "text" in scored:
        _require_same(where, scored["text"], scored)
    return scored


def _require_word(where: str, word: Mapping[str, Any]) -> None:
    text, stress, phones = word.get("text"), word.get("stress"), word.get("phones-accuracy", [0])
    if not isinstance(text, str) or not _WORD.fullmatch(text):
        raise _bad(where, f"the text {_shown(text)}", "a word, as MARK or I'M")
    if isinstance(stress, bool) or stress not in _STRESSES:
        raise _bad(where, f"stress {_shown(stress)}", "10 (right) or 5 (wrong)")
    for name in ("accuracy", "total"):
        if name in word and not _is_score(word[name]):
            raise _bad(where, f"{name} {_shown(word[name])}", "a number from 0 to 10")
    if not isinstance(phones, list) or not phones or not all(_is_score(each, _HIGHEST_PHONE) for each in phones):
        raise _bad(where, f"phones-accuracy {_shown(phones)}", "a list of numbers from 0 to 2")


def _is_score(value: Any, highest: int = _HIGHEST) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= highest


def _shown(value: Any) -> str:
    return printable(repr(value))


def _require_same(where: str, text: Any, scored: Mapping[str, Any]) -> None:
    """Refuse a text whose scored words are others, as where one table is shifted against the other."""
    words = " ".join(word["text"] for word in scored["words"])
    if not isinstance(text, str) or _letters(text) != _letters(words):
        raise _bad(where, f"{_shown(text)}, whose scored words are {_shown(words)}", "the same words in both")


def _letters(text: str) -> str:
    """Leave case, punctuation and blanks out."""
    return "".join(filter(str.isalnum, text.casefold()))


def _columns(scored: Mapping[str, Any]) -> dict[str, str]:
    """Give the scores of an utterance and of its words as text."""
    scores = {name: f"{scored[name]:g}" for name in SCORES}
    return {**scores, "words": json.dumps(scored["words"], ensure_ascii=False, separators=(",", ":"))}


def _optional(path: Path) -> dict[str, tuple[str, int]]:
    return read_pairs(path) if path.is_file() else {}


def _age(ages: Mapping[str, tuple[str, int]], speaker: str, path: Path) -> float | None:
    if speaker not in ages:
        return None
    text, number = ages[speaker]
    if not _AGE.fullmatch(text):
        raise _bad(f"{path}, line {number:,}", f"the age {_shown(text)}", "whole years")
    return float(text)


def _is_root(folder: Path) -> bool:
    tables = (folder / split / "wav.scp" for split in SPLITS)
    return all(table.is_file() for table in tables) and any((folder / place).is_file() for place in _PLACES)


def _bad(where: str, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=where, found=found, wanted=wanted, remedy="unpack the corpus again")


CORPUS = Corpus(
    name="speechocean762",
    title="speechocean762",
    homepage="https://www.openslr.org/101/",
    licence=LICENCE,
    citation=(
        "Junbo Zhang et al., speechocean762: An Open-Source Non-native English Speech Corpus For Pronunciation "
        "Assessment, Interspeech 2021"
    ),
    expected_files=EXPECTED_FILES,
    extra_columns=("split", *SCORES, "words"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=(Archive(url="https://www.openslr.org/resources/101/speechocean762.tar.gz", size_bytes=520_000_000),),
    obtain="Download speechocean762.tar.gz from https://www.openslr.org/101/ and unpack it.",
    size_gb=0.7,
)
