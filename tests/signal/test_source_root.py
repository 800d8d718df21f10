"""`signal/` is a source root and never a package; what lies in it keeps to arrays."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIGNAL = ROOT / "signal"
MODULES = sorted((SIGNAL / "probe_signal").rglob("*.py"))

STANDARD_LIBRARY = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "types",
    "typing",
}
LIGHT = {"numpy", "probe_signal", "soxr"}
HEAVY = {"audiomentations", "librosa", "pyroomacoustics", "pyworld", "scipy"}
SEEDED_BY_THE_CALLER = {"BitGenerator", "Generator", "Philox", "SeedSequence"}
FILE_FUNCTIONS = {"open", "exec", "eval", "__import__"}
NUMPY_FILES = {"fromfile", "genfromtxt", "load", "loadtxt", "memmap", "save", "savetxt", "savez", "tofile"}


def imports(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(str(node.module).partition(".")[0])
    return found


def forbidden_uses(tree: ast.AST) -> list[str]:
    """Files opened, and numpy.random's global functions, by what the source says."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FILE_FUNCTIONS:
            found.append(node.func.id)
        if isinstance(node, ast.Attribute):
            if node.attr in NUMPY_FILES:
                found.append(ast.unparse(node))
            if ast.unparse(node.value) in {"np.random", "numpy.random"} and node.attr not in SEEDED_BY_THE_CALLER:
                found.append(ast.unparse(node))
        if isinstance(node, ast.ImportFrom) and node.module in {"numpy.random", "random"}:
            found.append(node.module)
    return found


def run_at_the_root(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_signal_is_no_package() -> None:
    assert (SIGNAL / "probe_signal" / "__init__.py").is_file()
    assert not list(SIGNAL.glob("__init__.*"))
    assert not list(SIGNAL.glob("*.py"))


def test_import_signal_at_the_root_is_the_standard_library() -> None:
    found = run_at_the_root("import signal, sys; print(signal.__file__); assert signal.SIGTERM")
    assert not Path(found).is_relative_to(SIGNAL)
    assert Path(found).name == "signal.py"


def test_what_needs_signal_runs_at_the_root() -> None:
    code = (
        "import asyncio, multiprocessing, subprocess, sys\n"
        "if __name__ == '__main__':\n"
        "    print(asyncio.run(asyncio.sleep(0, 'awake')), multiprocessing.get_context('spawn').Event().is_set())\n"
    )
    assert run_at_the_root(code) == "awake False"


def test_importing_everything_loads_nothing_heavy() -> None:
    names = [f"probe_signal.{path.stem}" for path in MODULES if path.stem != "__init__"]
    code = (
        "import sys, importlib\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    assert run_at_the_root(code) == "[]"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_module_is_arrays_in_arrays_out(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert imports(tree) <= STANDARD_LIBRARY | LIGHT | HEAVY
    assert forbidden_uses(tree) == []


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nnp.random.seed(0)",
        "import numpy as np\nx = np.random.normal(size=3)",
        "import numpy as np\nx = np.random.default_rng()",
        "from numpy.random import rand",
        "with open('x') as f: pass",
        "import numpy as np\nnp.load('x.npy')",
    ],
)
def test_the_guard_sees_what_it_should(source: str) -> None:
    assert forbidden_uses(ast.parse(source))


def test_the_guard_sees_other_rooms() -> None:
    source = "def f():\n    from manifests.errors import SoundprobeError\n    import soundfile"
    assert imports(ast.parse(source)) == {"manifests", "soundfile"}
