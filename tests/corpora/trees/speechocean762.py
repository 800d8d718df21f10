"""Trees in the layout of speechocean762."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from tests.builders.voices import buzz
from tests.corpora.trees.sounds import tiny_wav

SENTENCE = ("accuracy", "completeness", "fluency", "prosodic", "total")
LEXICON = {
    "WE": ("W", "IY0"),
    "CALL": ("K", "AO0", "L"),
    "IT": ("IH0", "T"),
    "BEAR": ("B", "EH0", "R"),
    "ELEPHANT": ("EH1", "L", "IH0", "F", "AH0", "N", "T"),
    "MARK": ("M", "AA0", "R", "K"),
}

# Twenty sentences of one child in either split, by their real numbers.
TRAIN_NUMBERS = (11, 35, 53, 63, 69, 75, 89, 95, 106, 113, 115, 121, 122, 133, 135, 140, 145, 149, 168, 173)
TEST_NUMBERS = (12, 24, 40, 47, 49, 51, 54, 59, 67, 69, 79, 80, 97, 101, 116, 119, 145, 153, 154, 175)

# What the suite takes, step by step, and how many each step finds among what is left.
WRONG_STRESS, INCOMPLETE, INFLUENT, UNPROSODIC, INACCURATE = 207, 6, 332, 85, 179
HIGHER = {6: 700, 7: 1_000, 8: 1_250, 9: 900, 10: 341}

Speaker = tuple[str, str, str, str, tuple[int, ...]]  # split, number, sex, age, sentences


def small(folder: Path) -> Path:
    """Write 40 sentences of two children: four of each fault and of each accuracy from 6 on, at 16,000 Hz."""
    root = folder / "speechocean762"
    speakers: list[Speaker] = [("train", "0001", "m", "6", TRAIN_NUMBERS), ("test", "0003", "m", "6", TEST_NUMBERS)]
    rng = np.random.default_rng(762)
    kinds = [("stress", 4), ("completeness", 4), ("fluency", 4), ("prosodic", 4), ("accuracy", 4)]
    scores = _scores(rng, [*kinds, *((level, 4) for level in HIGHER)])
    utterances = _write_tables(root, speakers, scores)
    for number, path in enumerate(utterances):
        seconds = 0.8 + number / 100
        voice = buzz(180.0 + 5 * number, duration_s=seconds, sampling_rate=16_000, glide=0.1)
        soundfile.write(path, voice, 16_000, subtype="PCM_16")
    (root / "resource/lexicon.txt").write_text("WE\tW IY0\n", encoding="utf-8")
    (root / "resource/text-phone").write_text("000010011.0\tW_B IY0_E\n", encoding="utf-8")
    (root / "resource/scores-detail.json").write_text("{}", encoding="utf-8")
    return root


def full(folder: Path) -> Path:
    """Write 5,000 sentences of 250 speakers, with scores that give the published counts step by step."""
    root = folder / "speechocean762"
    rng = np.random.default_rng(763)
    numbers = rng.permutation(np.arange(1, 9_999))[:250]
    speakers: list[Speaker] = []
    for place, number in enumerate(sorted(map(int, numbers))):
        sentences = tuple(sorted(map(int, rng.permutation(np.arange(1, 380))[:20])))
        age = str(6 + place % 10 if place // 2 % 2 else 19 + place % 20)
        speakers.append((("train", "test")[place % 2], f"{number:04}", "mf"[place // 4 % 2], age, sentences))
    kinds = [
        ("stress", WRONG_STRESS),
        ("completeness", INCOMPLETE),
        ("fluency", INFLUENT),
        ("prosodic", UNPROSODIC),
        ("accuracy", INACCURATE),
    ]
    for number, path in enumerate(_write_tables(root, speakers, _scores(rng, [*kinds, *HIGHER.items()]))):
        tiny_wav(path, number)
    return root


def _scores(rng: np.random.Generator, kinds: Sequence[tuple[str | int, int]]) -> list[dict[str, Any]]:
    """Score as many sentences of each kind as are asked, in any order.

    A kind is what the first step that takes the sentence looks at, or the accuracy of one that no fault has.
    """
    kinds_in_order = [kind for kind, count in kinds for _ in range(count)]
    faults = [kind for kind, _ in kinds if isinstance(kind, str)]
    return [_score(rng, kinds_in_order[place], faults) for place in rng.permutation(len(kinds_in_order))]


def _score(rng: np.random.Generator, kind: str | int, faults: Sequence[str]) -> dict[str, Any]:
    """Score one sentence: it has the fault of its kind, none that is looked at before, and any that is after."""
    sentence = {"accuracy": kind if isinstance(kind, int) else int(rng.integers(6, 11)), "completeness": 10.0}
    sentence |= {"fluency": int(rng.integers(6, 11)), "prosodic": int(rng.integers(6, 11))}
    words = [str(word) for word in rng.permutation(list(LEXICON))[: 3 + int(rng.integers(3))]]
    wrong = faults[faults.index(kind) :] if isinstance(kind, str) else []
    for fault in wrong:
        if fault != "stress" and (fault == kind or (fault != "completeness" and rng.random() < 0.3)):
            sentence[fault] = round(float(rng.uniform(1, 9)), 1) if fault == "completeness" else int(rng.integers(2, 6))
    scored = [_word(rng, word, low=sentence["accuracy"] <= 5) for word in words]
    if kind == "stress":
        scored[0]["stress"] = 5
    return {"text": " ".join(words), **sentence, "total": sentence["accuracy"], "words": scored}


def _word(rng: np.random.Generator, word: str, *, low: bool) -> dict[str, Any]:
    accuracy = int(rng.integers(2, 6) if low else rng.integers(7, 11))
    phones = LEXICON[word]
    scores = [round(float(score), 1) for score in rng.uniform(0.2 if low else 1.4, 2.0, len(phones))]
    wrong = [
        {"canonical-phone": phone, "index": index, "pronounced-phone": "<unk>"}
        for index, (phone, score) in enumerate(zip(phones, scores, strict=True))
        if score < 0.5
    ]
    return {
        "accuracy": accuracy,
        "stress": 10,
        "total": accuracy,
        "text": word,
        "phones": list(phones),
        "phones-accuracy": scores,
        "mispronunciations": wrong,
    }


def _write_tables(root: Path, speakers: Sequence[Speaker], scores: Sequence[dict[str, Any]]) -> list[Path]:
    """Write what Kaldi wants to know of both splits, and the scores; give the path of each recording."""
    tables: dict[str, list[str]] = {}
    scored: dict[str, dict[str, Any]] = {}
    paths = []
    for split, speaker, sex, age, sentences in speakers:
        utterances = [f"0{speaker}{sentence:04}" for sentence in sentences]
        tables.setdefault(f"{split}/spk2gender", []).append(f"{speaker}\t{sex}")
        tables.setdefault(f"{split}/spk2age", []).append(f"{speaker}\t{age}")
        tables.setdefault(f"{split}/spk2utt", []).append(f"{speaker} {' '.join(utterances)}")
        (root / f"WAVE/SPEAKER{speaker}").mkdir(parents=True)
        for utterance in utterances:
            scored[utterance] = scores[len(scored)]
            path = f"WAVE/SPEAKER{speaker}/{utterance}.WAV"
            paths.append(root / path)
            tables.setdefault(f"{split}/wav.scp", []).append(f"{utterance}\t{path}")
            tables.setdefault(f"{split}/utt2spk", []).append(f"{utterance}\t{speaker}")
            tables.setdefault(f"{split}/text", []).append(f"{utterance}\t{scored[utterance]['text']}")
    for split in ("train", "test", "resource"):
        (root / split).mkdir()
    for name, lines in tables.items():
        (root / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    (root / "resource/scores.json").write_text(json.dumps(scored), encoding="utf-8")
    return paths
