"""Small trees in the layout of each corpus."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from corpora.indexing.table import CorpusIndex
from tests.corpora.trees.sounds import write_noise

TREES = Path(__file__).with_name("trees")


@pytest.fixture
def tree_makers(request: pytest.FixtureRequest) -> dict[str, Callable[[Path], Path]]:
    """Give the functions that write a small tree of a corpus below a folder, by corpus."""

    def copied(fixture: str, folder: Path) -> Path:
        index: CorpusIndex = request.getfixturevalue(fixture)
        return shutil.copytree(index.root, folder / index.corpus.name)

    embedded = {"demo": partial(copied, "demo_index"), "demo_scenes": partial(copied, "scenes_index")}
    names = [path.stem for path in TREES.glob("*.py")]
    modules = {name: import_module(f"tests.corpora.trees.{name}") for name in names}
    return {**embedded, **{name: module.small for name, module in modules.items() if hasattr(module, "small")}}


@pytest.fixture
def make_tree(tree_makers: dict[str, Callable[[Path], Path]]) -> Callable[[str, Path], Path]:
    """Give `make_tree(corpus, folder)`: a small tree of a corpus, in its released layout, below `folder`."""

    def make(corpus: str, folder: Path) -> Path:
        if corpus not in tree_makers:  # one test fails for want of it; the others would say the same
            pytest.skip(f"add a tree maker for {corpus!r} to tests/corpora/trees/")
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
