"""A small release, made once: binaural and volume from the demo corpus, without the check that takes its time."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.publishing.releases.life import build


@dataclass(frozen=True)
class Made:
    """Where a release and its record lie."""

    release: Path
    record: Path


@pytest.fixture(scope="session")
def made_once(tmp_path_factory, demo_index):
    folder = tmp_path_factory.mktemp("release")
    assert demo_index.table.num_rows == 48
    assert build(folder).exit_code == 0
    return Made(folder / "out" / "small-1.0.0", folder / "records" / "small-1.0.0")


@pytest.fixture
def made(made_once, tmp_path):
    """A copy that may be damaged."""
    release = shutil.copytree(made_once.release, tmp_path / "out" / "small-1.0.0")
    record = shutil.copytree(made_once.record, tmp_path / "records" / "small-1.0.0")
    return Made(Path(release), Path(record))


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch, tmp_path):
    """Stand where no build folder is, and the user's own corpora are not seen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOUNDPROBE_CORPORA", raising=False)
