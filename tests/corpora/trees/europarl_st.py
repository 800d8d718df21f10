"""Trees in the layout of Europarl-ST 1.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from tests.corpora.trees.murmurs import murmur
from tests.corpora.trees.sounds import tiny_wav

# The release does not say how many speeches it has of each language; these are enough for any recipe.
FULL = {"de": 700, "en": 1_500, "es": 600, "fr": 700, "it": 600, "nl": 100, "pl": 100, "pt": 100, "ro": 100}
_RATE = 44_100
_SPLITS = ("train", "dev", "test")


def small(folder: Path) -> Path:
    """Write three speeches in each of five languages, by three speakers, and two in Portuguese; real M4A."""
    root = folder / "v1.1"
    for language in ("de", "en", "es", "fr", "it", "pt"):
        names = list(_names(language, 2 if language == "pt" else 3))
        for number, name in enumerate(names):
            write_m4a(
                root / language / "audios" / f"{name}.m4a",
                murmur(name, f0_hz=110.0 + 40 * number, seconds=1.1, sampling_rate=_RATE),
            )
        for translation in {"de", "en", "fr"} - {language}:
            lists = {split: [name] for split, name in zip(_SPLITS, names, strict=False)}
            write_lists(root, language, translation, lists)
    return root


def full(folder: Path) -> Path:
    """Write 4,500 speeches in nine languages, of one second each."""
    root = folder / "v1.1"
    numbers = count()
    for language, speeches in FULL.items():
        names = list(_names(language, speeches))
        (root / language / "audios").mkdir(parents=True)
        for name in names:
            tiny_wav(root / language / "audios" / f"{name}.m4a", next(numbers))
        tenth = speeches // 10
        lists = {"train": names[: -2 * tenth], "dev": names[-2 * tenth : -tenth], "test": names[-tenth:]}
        for translation in ("en", "es") if language not in {"en", "es"} else ("de", "fr"):
            write_lists(root, language, translation, lists)
    return root


def write_m4a(path: Path, samples) -> Path:
    """Write AAC in M4A; the same samples give the same bytes."""
    import av

    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w", format="ipod", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream("aac", rate=_RATE, layout="mono")
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        frame = av.AudioFrame.from_ndarray(samples[np.newaxis].astype(np.float32), format="fltp", layout="mono")
        frame.sample_rate = _RATE
        for part in (frame, None):
            container.mux(stream.encode(part))
    return path


def write_lists(root: Path, language: str, translation: str, lists: Mapping[str, Sequence[str]]) -> None:
    for split, names in lists.items():
        folder = root / language / translation / split
        folder.mkdir(parents=True)
        speakers = [f"http://purl.org/linkedpolitics/EUmember_{1_000 + _number(name)}" for name in names]
        columns = {
            "speeches.lst": names,
            "speakers.lst": speakers,
            f"speeches.{language}": [f"Text of {name}." for name in names],
            f"speeches.{translation}": [f"Translation of {name}." for name in names],
            f"segments.{language}": [f"Text of {name}." for name in names],
            "segments.lst": [f"{name} 0.00 0.80" for name in names],
            "url.lst": [f"https://www.europarl.europa.eu/{name}" for name in names],
        }
        for file, lines in columns.items():
            (folder / file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _names(language: str, speeches: int) -> Iterator[str]:
    """Give names as en.20080924.31.3-243: language, sitting, item of the agenda, speech."""
    for number in range(speeches):
        yield f"{language}.2008{1 + number // 270 % 12:02}{1 + number // 10 % 27:02}.{number % 10 + 1}-{number:03}"


def _number(name: str) -> int:
    return int(name.rpartition("-")[2]) % 300
