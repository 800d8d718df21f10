"""A Hub on loopback, a small release, and nobody's own token or cache."""

import os
import shutil
from pathlib import Path

import pytest

from tests.publishing.hub.server import TOKEN, Hub
from tests.publishing.releases.life import build


@pytest.fixture(scope="session")
def built_release(tmp_path_factory, demo_index):
    folder = tmp_path_factory.mktemp("to-publish")
    assert demo_index.table.num_rows == 48
    assert build(folder).exit_code == 0
    return folder / "out" / "small-1.0.0"


@pytest.fixture
def release(built_release, tmp_path):
    """A copy that may be damaged."""
    return Path(shutil.copytree(built_release, tmp_path / "built" / "small-1.0.0"))


@pytest.fixture
def hub(tmp_path):
    with Hub(tmp_path / "hub") as server:
        yield server
    assert server.errors == []


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch, tmp_path):
    from huggingface_hub import constants

    for name in [name for name in os.environ if name.startswith(("HF_", "HUGGING"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "hf" / "token"))
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hf" / "hub"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOUNDPROBE_CORPORA", raising=False)


@pytest.fixture
def waits(monkeypatch):
    """Nobody waits; what would have been waited for is noted, in seconds."""
    noted = []
    monkeypatch.setattr("time.sleep", noted.append)
    return noted
