"""A server, waits that take no time, and a corpus of two files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpora.indexing.layout import find_root
from corpora.indexing.model import Archive, Corpus, Entry, Licence
from execution.patience import Patience
from tests.corpora.fetching.server import Shelf, serving


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with serving() as offered:
        yield offered


class Waits(list[float]):
    """The waits between attempts, which are not waited; `then` happens meanwhile."""

    then: Callable[[], object] = staticmethod(lambda: None)

    def wait(self, wait_s: float) -> None:
        self.append(wait_s)
        self.then()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    waited = Waits()
    monkeypatch.setattr("corpora.fetching.retrying.PATIENCE", Patience(sleep=waited.wait))
    return waited


@pytest.fixture
def corpus_of() -> Callable[..., Corpus]:
    """Give `corpus_of(*archives)`, a corpus of a.wav and b.wav below a folder `two`."""

    def make(*archives: Archive, **fields: object) -> Corpus:
        licence = Licence(
            spdx="CC-BY-NC-4.0",
            summary="attribution, no commercial use",
            url="https://example.org/terms",
            attribution="Two",
            redistribution=True,
            commercial_use=False,
            share_alike=False,
        )

        def locate(base: Path) -> Path | None:
            return find_root(base, lambda folder: (folder / "two.txt").is_file())

        def entries(root: Path) -> list[Entry]:
            names = (root / "two.txt").read_text().split()
            return [Entry(id=name, path=f"{name}.wav") for name in names]

        told = {"size_gb": 0.001, "expected_files": 2, "obtain": "Write to two@example.org."} | fields
        return Corpus(
            name="two",
            title="Two Sounds",
            homepage="https://example.org/two",
            licence=licence,
            citation="Nobody, Two Sounds",
            layout="two.txt, a.wav, b.wav",
            locate=locate,
            entries=entries,
            archives=archives,
            **told,
        )

    return make
