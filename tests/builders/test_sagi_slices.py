"""Every task of SAGI, built from a small tree in its corpus's layout, and checked: no error."""

import pytest

from recipes.catalogue.registry import find
from tests.builders.running import built
from tests.builders.sagi import COUNTS, tree_of

FOR_DEFAULTS = {"synthesised"}  # made at build time


@pytest.mark.parametrize("name", COUNTS)
def test_a_slice_builds_and_holds(name, tmp_path):
    (recipe,) = find(f"sagi/{name}")
    if name == "emotion-translation":
        pytest.skip("its engine must follow a style: see tests/builders/test_translation.py")
    where = []
    for corpus in recipe.corpora:
        if corpus not in FOR_DEFAULTS:
            where += ["--corpus", f"{corpus}={tree_of(corpus, 'small', tmp_path / corpus)}"]
    built("build", recipe.target, *where, "--limit", 4, "--allow-short", "--out", tmp_path / "out")
    assert "all hold" in built("check", tmp_path / "out", "--quick").output
