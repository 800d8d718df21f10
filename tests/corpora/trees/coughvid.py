"""Trees in the layout of COUGHVID 3."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile

from tests.corpora.trees.coughs import COUGH_RATE, cough, write_opus
from tests.corpora.trees.sounds import tiny_wav

EXPERTS = (1, 2, 3, 4)
PERSONAL = ("age", "gender", "respiratory_condition", "fever_muscle_pain", "status", "status_SSL")
SIGNS = ("dyspnea", "wheezing", "stridor", "choking", "congestion", "nothing")
JUDGED = ("quality", "cough_type", *SIGNS, "diagnosis", "severity")
HEADER = ("uuid", "datetime", "cough_detected", "latitude", "longitude", *PERSONAL)
COLUMNS = (*HEADER, *(f"{name}_{expert}" for expert in EXPERTS for name in JUDGED))

TYPES = ("wet", "dry", "unknown")
DIAGNOSES = ("COVID-19", "lower_infection", "upper_infection", "healthy_cough", "obstructive_disease")
SEVERITIES = ("mild", "pseudocough", "severe", "unknown")
STATUSES = ("healthy", "COVID-19", "symptomatic", "")

# Counts of the release: files by suffix, rows in all.
SUFFIXES = {".webm": 29_348, ".wav": 3_309, ".ogg": 1_777}
ROWS = sum(SUFFIXES.values())

Opinion = tuple[str, str, str, str]  # quality, cough type, diagnosis, severity
Opinions = dict[int, Opinion]  # by expert


def small(folder: Path) -> Path:
    """Write 24 coughs that one expert found good, and a few that the rules for labels leave out.

    There are at least three of every label. WebM, Ogg and WAV take turns.
    """
    labelled = [
        {1 + number % 4: ("good", TYPES[number % 2], DIAGNOSES[number // 2 % 4], SEVERITIES[number // 2 % 3])}
        for number in range(24)
    ]
    agreed: Opinions = dict.fromkeys(EXPERTS, ("ok", "wet", "COVID-19", "severe"))
    split: Opinions = {
        expert: ("ok", TYPES[expert % 2], DIAGNOSES[expert % 2], SEVERITIES[expert % 2]) for expert in EXPERTS
    }
    others: list[Opinions] = [agreed, split, {2: ("poor", "dry", "COVID-19", "mild")}, {}]
    root = folder / "coughvid_20211012"
    root.mkdir(parents=True)
    names = _uuids(28, seed=1)
    for number, name in enumerate(names):
        path = root / f"{name}{tuple(SUFFIXES)[number % 3]}"
        if path.suffix == ".wav":
            soundfile.write(path, cough(number), COUGH_RATE)
        else:
            write_opus(path, cough(number))
        path.with_suffix(".json").write_text("{}", encoding="utf-8")
    _write_table(root, names, [*labelled, *others])
    return root


def full(folder: Path) -> Path:
    """Write all 34,434 rows and files, with experts' labels from which the published counts can be drawn.

    By the rules of the suite: 198 coughs of COVID-19 (two by four experts), more than 200 of the other origins, more
    than 300 wet (eight by four experts) and dry, more than 170 of each severity.
    """
    root = folder / "coughvid_20211012"
    root.mkdir(parents=True)
    names = _uuids(ROWS, seed=3)
    rng = np.random.default_rng(3)
    suffixes = rng.permutation(np.repeat(list(SUFFIXES), list(SUFFIXES.values())))
    for number, (name, suffix) in enumerate(zip(names, suffixes, strict=True)):
        tiny_wav(root / f"{name}{suffix}", number)
    opinions: list[Opinions] = [{} for _ in names]
    labelled = [*_by_four(rng), *_by_one(rng), *_by_two()]
    for place, opinion in zip(rng.choice(ROWS, len(labelled), replace=False), labelled, strict=True):
        opinions[place] = opinion
    _write_table(root, names, opinions)
    return root


def _by_one(rng: np.random.Generator) -> Iterator[Opinions]:
    """Give what single experts say: 1,000 coughs of good quality, then 1,680 that are not."""
    origins = rng.permutation(np.repeat(DIAGNOSES, (196, 215, 225, 230, 134)))
    types = rng.permutation(np.repeat(TYPES, (320, 600, 80)))
    severities = rng.permutation(np.repeat(SEVERITIES, (420, 260, 180, 140)))
    for number, labels in enumerate(zip(types, origins, severities, strict=True)):
        yield {1 + number % 4: ("good", *map(str, labels))}
    for number in range(1_680):
        labels = TYPES[number % 3], DIAGNOSES[number % 5], SEVERITIES[number % 4]
        yield {1 + number % 4: (("ok", "ok", "poor", "no_cough")[number // 4 % 4], *labels)}


def _by_four(rng: np.random.Generator) -> Iterator[Opinions]:
    """Give what four experts say: three or four agree in few things."""
    types, origins, severities = (
        _votes(rng, labels, count) for labels, count in ((TYPES, 8), (DIAGNOSES, 2), (SEVERITIES, 5))
    )
    for votes in zip(types, origins, severities, strict=True):
        yield {expert: ("ok", *(vote[expert - 1] for vote in votes)) for expert in EXPERTS}


def _votes(rng: np.random.Generator, labels: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """Give 140 votes of four: for each label `count` that at least three share, then two against two."""
    decided = [(label, label, label, (label, labels[0])[number % 2]) for label in labels for number in range(count)]
    divided = [(labels[0], labels[1], labels[0], labels[1])] * (140 - len(decided))
    return [tuple(map(str, vote)) for vote in rng.permutation([*decided, *divided])]


def _by_two() -> Iterator[Opinions]:
    for number in range(12):
        label: Opinion = ("good", TYPES[number % 2], DIAGNOSES[number % 4], SEVERITIES[number % 3])
        yield dict.fromkeys(EXPERTS[: 2 + number % 2], label)


def _uuids(count: int, *, seed: int) -> list[str]:
    """Give uuids in ascending order, as the release has them."""
    digits = np.random.default_rng(seed).bytes(16 * count).hex()
    words = sorted(digits[start : start + 32] for start in range(0, len(digits), 32))
    return [f"{word[:8]}-{word[8:12]}-{word[12:16]}-{word[16:20]}-{word[20:]}" for word in words]


def _write_table(root: Path, names: Iterable[str], opinions: Iterable[Opinions]) -> None:
    with (root / "metadata_compiled.csv").open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink, lineterminator="\n")
        table.writerow(("", *COLUMNS))
        for number, (name, opinion) in enumerate(zip(names, opinions, strict=True)):
            table.writerow((number, *_row(number, name, opinion)))


def _row(number: int, name: str, opinions: Opinions) -> list[str]:
    status = STATUSES[number % 4]
    person = [f"{18 + number % 60}.0", ("male", "female", "other")[number % 3], "False", "True"] if status else [""] * 4
    row = [name, f"2020-04-{1 + number % 28:02}T10:22:39.177082+00:00", f"{number % 9_999 / 1e4:.4f}", "", ""]
    row += [*person, status, ""]
    for expert in EXPERTS:
        quality, cough_type, diagnosis, severity = opinions.get(expert, ("",) * 4)
        signs = [("", "False")[bool(quality)]] * len(SIGNS)
        row += [quality, cough_type, *signs, diagnosis, severity]
    return row
