"""The source of every module, and what it imports, without importing it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Imports go one way: a room may import those that stand before it.
ROOMS = (
    *("probe_signal", "manifests", "execution", "corpora", "builders", "recipes"),
    *("verification", "publishing", "evaluation"),
)
# Doors may reach across, but only inside the commands that need it.
DOORS = ("builders.commands.", "verification.commands.", "publishing.door", "evaluation.door")


@cache
def modules() -> dict[str, Path]:
    """Give the file of every module of the rooms, by dotted name."""
    found = {}
    for room in ROOMS:
        base = ROOT / "signal" if room == "probe_signal" else ROOT
        for path in sorted((base / room).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str) -> str:
    """Name the room that a module stands in."""
    return module.partition(".")[0]


def is_door(module: str) -> bool:
    """Say whether a module is a door."""
    return module.startswith(DOORS) or module.endswith(".__main__")


@cache
def tree(module: str) -> ast.Module:
    """Parse a module."""
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


@cache
def imports(module: str, *, everywhere: bool) -> frozenset[str]:
    """Name the modules that a module imports: when it is imported itself, or `everywhere`, in functions too.

    What stands under `if TYPE_CHECKING:` is not imported at all.
    """
    found: set[str] = set()
    waiting: list[ast.AST] = [tree(module)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            found.update(_imported(node))
        if everywhere or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return frozenset(found)


def _imported(node: ast.ImportFrom) -> set[str]:
    """Name what `from x import y` loads: `x.y` if that is a module of ours, else `x`."""
    base = node.module or ""
    whole = {f"{base}.{alias.name}" for alias in node.names} & modules().keys()
    return whole | ({base} if len(whole) < len(node.names) else set())


def ours(names: frozenset[str]) -> frozenset[str]:
    """Keep the modules of our own rooms."""
    return frozenset(name for name in names if room_of(name) in ROOMS)
