"""The rules of a property: one module of this folder for each builder, found by its name."""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module

import verification as room
from verification.clip import Clip, Row
from verification.findings import Ledger

Measured = Mapping[str, float]


class PropertyRules(ABC):
    """Measures a property anew on clips as they ship, without the code that built them.

    A builder `builders/NAME.py` is checked by the class `Rules` of `verification/NAME.py`. Rules are named
    `NAME.what`, and every application goes through `Ledger.expect`, which counts it. An exception other than
    `RowValueError` is a mistake in the rules: it ends the check of the dataset, and names the module.
    """

    @abstractmethod
    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip, and give the values that `summary` sums up.

        Raises
        ------
        RowValueError
            If the row lacks a value that a rule needs.
        """

    def add_row(self, row: Row) -> None:  # noqa: B027
        """Take every row of the dataset in turn, for what can only be judged over all; nothing by default."""

    def finish(self, ledger: Ledger) -> None:  # noqa: B027
        """Judge, once all rows are in; nothing by default."""

    def summary(self, measured: Sequence[Measured]) -> list[str]:  # noqa: ARG002
        """Sum up what was measured on all clips, in lines for people; nothing by default.

        Parameters
        ----------
        measured : sequence of mapping
            What `check_clip` gave for each clip: one at least.
        """
        return []


class PairRules(PropertyRules):
    """Rules of a construction whose groups are minimal pairs: the same sound once for each label."""

    @abstractmethod
    def check_pair(self, first: Clip, second: Clip, ledger: Ledger) -> None:
        """Check two clips of a group against each other: the first, and each of the others in turn.

        Raises
        ------
        RowValueError
            If a row lacks a value that a rule needs.
        """


def rules_of(operation: str) -> PropertyRules | None:
    """Find the rules for an operation: `volume.ramp/1` has those of `verification/volume.py`.

    Returns
    -------
    PropertyRules or None
        None if no module of that name has a class `Rules`.
    """
    name = operation.partition(".")[0]
    if name not in {module.name for module in pkgutil.iter_modules(room.__path__)}:
        return None
    kind = getattr(import_module(f"{room.__name__}.{name}"), "Rules", None)
    if not isinstance(kind, type) or not issubclass(kind, PropertyRules):
        return None
    rules: PropertyRules = kind()
    return rules
