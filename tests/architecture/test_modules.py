"""The size and the shape of modules."""

import ast

import pytest

from tests.architecture.source import ROOMS, ROOT, modules, tree

LONGEST = 350


@pytest.mark.parametrize("module", modules())
def test_a_module_holds_one_idea_and_says_which(module):
    text = modules()[module].read_text(encoding="utf-8")
    assert len(text.splitlines()) < LONGEST
    assert ast.get_docstring(tree(module))


def test_most_modules_are_short():
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in modules().values())
    assert lengths[len(lengths) // 2] <= 150


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_a_typed_package(room):
    folder = ROOT / ("signal/probe_signal" if room == "probe_signal" else room)
    assert (folder / "py.typed").is_file()
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", modules())
def test_no_module_draws_from_a_generator_that_everybody_shares(module):
    shared = {"random", "np.random.seed", "np.random.rand", "np.random.randn", "np.random.normal", "np.random.uniform"}
    used = {ast.unparse(node) for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)}
    imported = {alias.name for node in ast.walk(tree(module)) if isinstance(node, ast.Import) for alias in node.names}
    assert not (used | imported) & shared


@pytest.mark.parametrize("module", modules())
def test_no_module_uses_the_hash_that_differs_by_process(module):
    calls = {
        node.func.id
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert "hash" not in calls
