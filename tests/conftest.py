"""What the tests of all rooms share: a cache folder of their own, and the demo corpus in it, made once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from corpora.demo import demo_root
from corpora.demo_scenes import scenes_root
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex
from execution.pool import available_cores

# The same examples everywhere: what passes here passes in CI. HYPOTHESIS_PROFILE=default draws new ones.
hypothesis.settings.register_profile("steady", derandomize=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the user's own cache out of the tests, and the tests out of it."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOUNDPROBE_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def demo_index(cache_folder: Path) -> CorpusIndex:
    """Index the demo corpus; the first test to ask waits while it is made."""
    return build_index(corpus_named("demo"), demo_root(workers=available_cores()))


@pytest.fixture(scope="session")
def scenes_index(cache_folder: Path) -> CorpusIndex:
    """Index the demo scenes; the first test to ask waits while they are made, and the demo corpus with them."""
    return build_index(corpus_named("demo_scenes"), scenes_root(workers=available_cores()))
