"""speechocean762: 5,000 English sentences read by 250 Mandarin speakers, each scored by five experts.

What the layout rests on: the owner's README and `wav.scp`, `spk2age` and `spk2gender` at
https://github.com/jimbozhang/speechocean762. Earlier copies have `scores.json` beside `train/`, and phones as one
text rather than a list; both are read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from corpora.indexing.kaldi import read_pairs
from corpora.indexing.layout import find_root
from corpora.indexing.metadata import read_metadata
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin
from manifests.errors import CorpusError

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
        If a table or scores.json cannot be read, or an utterance has no text, speaker or scores.
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
            yield Entry(
                id=utterance,
                path=path,
                speaker=speaker,
                sex=_SEXES.get(sexes.get(speaker, ("", 0))[0].lower(), ""),
                age=_age(ages, speaker, folder / "spk2age"),
                text=texts[utterance][0],
                extra={"split": split, **_columns(root / place, utterance, scores[utterance])},
                origin=line,
            )


def _scores(path: Path) -> Mapping[str, Any]:
    try:
        scores = json.loads(read_metadata(path), parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise _bad(f"{path}, line {error.lineno:,}", f"no JSON ({error.msg})", "scores by utterance") from error
    except (RecursionError, ValueError) as error:
        raise _bad(
            f"{path}", "JSON that nests too deep, or NaN or another number that is none", "scores by utterance"
        ) from error
    if not isinstance(scores, dict):
        raise _bad(f"{path}", "JSON of another kind", "scores by utterance")
    return scores


def _no_number(name: str) -> float:
    raise ValueError(name)


def _columns(path: Path, utterance: str, scored: object) -> dict[str, str]:
    """Give the scores of an utterance and of its words as text."""
    where = f"{path}, {utterance}"
    if not isinstance(scored, dict):
        raise _bad(where, "no scores", f"{', '.join(SCORES)} and words")
    columns = {}
    for name in SCORES:
        score = scored.get(name)
        if not isinstance(score, int | float) or isinstance(score, bool) or not math.isfinite(score):
            raise _bad(where, f"{name} {score!r}", "a number from 0 to 10")
        columns[name] = f"{score:g}"
    words = scored.get("words")
    if not isinstance(words, list) or not words or not all(isinstance(word, dict) for word in words):
        raise _bad(where, "no list of words", "words, each with text, accuracy, stress, phones and phones-accuracy")
    return {**columns, "words": json.dumps(words, ensure_ascii=False, separators=(",", ":"))}


def _optional(path: Path) -> dict[str, tuple[str, int]]:
    return read_pairs(path) if path.is_file() else {}


def _age(ages: Mapping[str, tuple[str, int]], speaker: str, path: Path) -> float | None:
    if speaker not in ages:
        return None
    text, number = ages[speaker]
    if not text.isdecimal():
        raise _bad(f"{path}, line {number:,}", f"the age {text!r}", "whole years")
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
