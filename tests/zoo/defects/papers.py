"""instance.json, README.md and LICENSE that contradict each other or leave out what is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.zoo.clean.instance import CLEAN, INSTANCE, VERSION, write_instance
from tests.zoo.planted import SET, Defect, Planted

_OTHER_VERSION = "1b" * 20
_LICENCE = """Attribution-NonCommercial 4.0 International

Creative Commons Attribution-NonCommercial 4.0 International Public License (CC BY-NC 4.0)
"""


def _planter(rule: str, *, licence: str = "", **changes: object) -> Callable[[Path], Planted]:
    def plant(root: Path) -> Planted:
        version = str(changes.get("readme_version", VERSION))
        instance = {key: changes.get(key, value) for key, value in INSTANCE.items() if key != changes.get("without")}
        path = write_instance(root, CLEAN.rows(), instance=instance, version=version)
        if licence:
            (root / "LICENSE").write_text(licence)
        return Planted(path=path, expected=frozenset({(rule, SET)}), task=CLEAN.task, style=CLEAN.style)

    return plant


DEFECTS = (
    Defect("a blank version", 2, _planter("card.version", version="", readme_version="")),
    Defect("a version that is no commit", 2, _planter("card.version", version="main", readme_version="main")),
    Defect("another version in the README", 2, _planter("card.version", readme_version=_OTHER_VERSION)),
    Defect("an instance without metrics", 2, _planter("card.instance", without="metrics")),
    Defect("another licence than the card's", 12, _planter("card.licence", licence=_LICENCE)),
)
