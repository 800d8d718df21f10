"""Corpora at full size and the datasets built from them: each made once for all tests of this room."""

import pytest

from recipes.catalogue.registry import find
from tests.builders.running import built
from tests.builders.trees import archive_tree, ljspeech_tree


@pytest.fixture(scope="session", autouse=True)
def _settings():
    """The user's own corpora stay out; memory that a tracker asks for again and again stays with the process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SOUNDPROBE_CORPORA", raising=False)
        patch.setenv("MALLOC_MMAP_THRESHOLD_", str(1 << 30))
        patch.setenv("MALLOC_TRIM_THRESHOLD_", str(1 << 30))
        yield


@pytest.fixture
def fresh_cache(monkeypatch, tmp_path):
    """Start with nothing measured."""
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "fresh-cache"))


@pytest.fixture(scope="session")
def listed_ids():
    """The 512 clips that the paper's authors released."""
    (recipe,) = find("sagi/volume-perception")
    return recipe.construction.source_ids


@pytest.fixture(scope="session")
def ljspeech(tmp_path_factory, listed_ids):
    """The listed clips and two others, in LJSpeech's layout."""
    ids = sorted([*listed_ids, "LJ999-0001", "LJ999-0002"])
    return ljspeech_tree(tmp_path_factory.mktemp("corpora") / "LJSpeech-1.1", ids)


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """Two thousand rows in the layout of Kaggle's Speech Accent Archive."""
    return archive_tree(tmp_path_factory.mktemp("archive"), rows=2000)


@pytest.fixture(scope="session")
def volume_out(tmp_path_factory, ljspeech):
    """The volume dataset at full size, made by one process."""
    out = tmp_path_factory.mktemp("volume")
    built("build", "volume-perception", "--corpus", f"ljspeech={ljspeech}", "--out", out, "--workers", 1)
    return out


@pytest.fixture(scope="session")
def binaural_out(tmp_path_factory):
    """The binaural dataset at full size, made by one process."""
    out = tmp_path_factory.mktemp("binaural")
    built("build", "binaural-effect-perception", "--out", out, "--workers", 1)
    return out


@pytest.fixture(scope="session")
def pitch_out(tmp_path_factory, archive):
    """The pitch dataset at full size."""
    out = tmp_path_factory.mktemp("pitch")
    built("build", "pitch-perception", "--corpus", f"speech_accent_archive={archive}", "--out", out, "--workers", 2)
    return out
