"""What a property is to an audit: something to measure on a clip, and a verdict over a row's label."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verification.listening.facts import Sound
from verification.opening.entry import Entry

Values = Mapping[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """What a measurement says of a label.

    Parameters
    ----------
    holds : bool or None
        None if the measurement decides nothing (no voiced frame, a label in words that are not understood).
    answer : str
        The label that the measurement gives, spelt as the row spells it; empty if none.
    found, wanted : str
        For people: the value measured, and what the label asks for.
    """

    holds: bool | None
    answer: str = ""
    found: str
    wanted: str


class Property(ABC):
    """A property of the signal that questions are asked about.

    A module of `verification/truth/` declares one as `PROPERTY`; dropping a file in registers it.

    Attributes
    ----------
    name : str
        What `--task` takes, such as `level-direction`.
    title : str
        In words.
    operations : tuple of str
        Operations of builders whose items ask for it, without the version: `volume.ramp`.
    inherent : mapping of str to str
        Feature families, or features, that are the property, with the reason: cheating by them is no cheating.
    columns : tuple of str
        Columns, in lower case, that state the property as a number: they document the label and give nothing away.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    operations: ClassVar[tuple[str, ...]] = ()
    inherent: ClassVar[Mapping[str, str]] = {}
    columns: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def measure(self, sound: Sound) -> Values:
        """Measure the property on a clip: a pure function. Names carry their units."""

    @abstractmethod
    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold what was measured against the label (and what the row's metadata declare)."""
