"""Small trees in the layout of each corpus."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from corpora.indexing.table import CorpusIndex

SAA_HEADER = "age,age_onset,birthplace,filename,native_language,sex,speakerid,country,file_missing?,,,"
SAA_ROWS = [
    '27,9,"virginia, south africa",afrikaans1,afrikaans,female,1,south africa,FALSE,,,',
    '40,5,"pretoria, south africa",afrikaans2,afrikaans,male,2,south africa,FALSE,,,',
    '24,12,"koussi, senegal",balanta,balanta,male,788,senegal,TRUE,,,',
    '15.5,12,"bamako, mali",bambara1,bambara,female,29,mali,FALSE,,,',
    '25,21,"vientiane, laos, ",lao2,lao,female,249,,FALSE,,,',
    '28,14,"monrovia, liberia",liberian,liberian,female,1771,liberia,TRUE,,,',
    '38,5,"monrovia, liberia",liberian,liberian,female,2141,liberia,TRUE,,,',
    '37,24,"bilwi, puerto cabezas, nicaragua",nicaragua,nicaragua,male,2097,nicaragua,TRUE,,,',
    '41,15,"bilwi, puerto cabezas, nicaragua",nicaragua,nicaragua,male,2084,nicaragua,FALSE,,,',
    "52,7,\"riverside, small malaita, solomon islands\",sa'a1,sa'a,male,1200,solomon islands,FALSE,,,",
    '28,11,"colombo, sri lanka",sinhalese2,sinhalese,female,318,sri lanka,TRUE,,,',
    '33,4,"colombo, sri lanka",sinhalese1,sinhalese,female,317,sri lanka,FALSE,,,',
    "0,0,,synthesized1,synthesized,male,355,,FALSE,,,",
    '65,35,"taipei, taiwan",taiwanese7,taiwanese,famale,1864,taiwan,FALSE,,,',
]
SAA_RECORDED = ("afrikaans1", "afrikaans2", "bambara1", "lao2", "sa'a1", "synthesized1", "taiwanese7")
LJ_CLIPS = ("LJ001-0001", "LJ001-0002", "LJ003-0066", "LJ042-0094", "LJ050-0278")


def write_noise(path: Path, *, seconds: float = 0.1, sampling_rate: int = 16_000, seed: int = 0) -> Path:
    """Write a little noise of its own; nobody looks for pitch in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = np.random.default_rng([seed, *path.stem.encode()]).normal(0.0, 0.1, round(seconds * sampling_rate))
    soundfile.write(path, samples, sampling_rate)
    return path


def make_ljspeech(folder: Path) -> Path:
    root = folder / "LJSpeech-1.1"
    for clip in LJ_CLIPS:
        write_noise(root / "wavs" / f"{clip}.wav", sampling_rate=22_050)
    lines = [f'{clip}|He said "{number} of 5|He said "{number} of five' for number, clip in enumerate(LJ_CLIPS)]
    (root / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (root / "README").write_text("The LJ Speech Dataset", encoding="utf-8")
    return root


def make_librispeech(folder: Path) -> Path:
    root = folder / "LibriSpeech"
    for split, speaker, chapter in (("test-clean", "61", "70968"), ("test-other", "1688", "142285")):
        for number in range(3):
            write_noise(root / split / speaker / chapter / f"{speaker}-{chapter}-{number:04}.flac")
    transcript = "".join(f"61-70968-{number:04} HE WAS NUMBER {number}\n" for number in range(3))
    (root / "test-clean/61/70968/61-70968.trans.txt").write_text(transcript, encoding="utf-8")
    speakers = "; a comment | F | here\n61   | M | test-clean       |  8.08 | Paul-Gabriel Wiener\n"
    (root / "SPEAKERS.TXT").write_text(speakers, encoding="utf-8")
    (root / "test-other/1688/142285/._1688-142285-0000.flac").write_bytes(b"made by a Mac")
    return root


def make_speech_accent_archive(folder: Path) -> Path:
    root = folder / "speech-accent-archive"
    for name in SAA_RECORDED:
        write_noise(root / "recordings" / "recordings" / f"{name}.mp3", seconds=0.5)
    (root / "speakers_all.csv").write_text("\n".join([SAA_HEADER, *SAA_ROWS, ""]), encoding="utf-8")
    (root / "reading-passage.txt").write_text("A paragraph\nof English.\n", encoding="utf-8")
    return root


@pytest.fixture
def tree_makers(request: pytest.FixtureRequest) -> dict[str, Callable[[Path], Path]]:
    """Give the functions that write a small tree of a corpus below a folder, by corpus."""

    def make_demo(folder: Path) -> Path:
        index: CorpusIndex = request.getfixturevalue("demo_index")
        return shutil.copytree(index.root, folder / "demo")

    return {
        "demo": make_demo,
        "librispeech": make_librispeech,
        "ljspeech": make_ljspeech,
        "speech_accent_archive": make_speech_accent_archive,
    }


@pytest.fixture
def make_tree(tree_makers: dict[str, Callable[[Path], Path]]) -> Callable[[str, Path], Path]:
    """Give `make_tree(corpus, folder)`: a small tree of a corpus, in its released layout, below `folder`."""

    def make(corpus: str, folder: Path) -> Path:
        if corpus not in tree_makers:  # one test fails for want of it; the others would say the same
            pytest.skip(f"add a tree maker for {corpus!r} to tests/corpora/conftest.py")
        return tree_makers[corpus](folder)

    return make


@pytest.fixture
def noise() -> Callable[..., Path]:
    """Give `noise(path)`, which writes a tenth of a second of sound."""
    return write_noise


@pytest.fixture
def shuffled_listings(monkeypatch: pytest.MonkeyPatch) -> Callable[..., contextlib.AbstractContextManager[None]]:
    """Give `shuffled_listings(seed=1)`, within which folders list their files in another order."""
    listdir, scandir = os.listdir, os.scandir

    @contextlib.contextmanager
    def shuffled(*, seed: int) -> Iterator[None]:
        order = random.Random(seed)

        def shuffle(items: list) -> list:
            return order.sample(items, len(items))

        def listed(path: str = ".") -> list[str]:
            return shuffle(sorted(listdir(path)))

        @contextlib.contextmanager
        def scanned(path: str = ".") -> Iterator[Iterator[os.DirEntry]]:
            with scandir(path) as entries:
                yield iter(shuffle(sorted(entries, key=lambda entry: entry.name)))

        with monkeypatch.context() as patch:
            patch.setattr(os, "listdir", listed)
            patch.setattr(os, "scandir", scanned)
            yield

    return shuffled
