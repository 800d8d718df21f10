"""The three tasks of Level 2, small, built once."""

import pytest

from evaluation.sets.question_set import open_questions
from tests.builders.running import built

TASKS = {"volume-perception": 24, "pitch-perception": 12, "binaural-effect-perception": 40}


@pytest.fixture(scope="session")
def small_level2(tmp_path_factory, demo_index):
    """A folder that holds them."""
    folder = tmp_path_factory.mktemp("level2")
    assert demo_index.table.num_rows == 48
    for name, per_label in TASKS.items():
        built("build", name, "--out", folder, "--limit", per_label, "--workers", 1)
    return folder


@pytest.fixture(scope="session")
def asked(small_level2):
    """The question sets by name."""
    return {name: open_questions(small_level2 / name) for name in TASKS}
