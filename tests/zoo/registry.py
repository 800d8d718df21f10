"""Finds the clean sets and the defects by listing their folders: dropping a file in registers it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.zoo.planted import CleanSet, Defect

_HERE = Path(__file__).parent


def _modules(folder: str) -> list[ModuleType]:
    names = sorted(path.stem for path in (_HERE / folder).glob("[!_]*.py"))
    return [import_module(f"tests.zoo.{folder}.{name}") for name in names]


@cache
def clean_sets() -> dict[str, CleanSet]:
    return {module.CLEAN.name: module.CLEAN for module in _modules("clean")}


@cache
def defects() -> dict[str, Defect]:
    found = [defect for module in _modules("defects") for defect in module.DEFECTS]
    by_name = {defect.name: defect for defect in found}
    if len(by_name) != len(found):
        raise ValueError("two defects of one name")
    return by_name
