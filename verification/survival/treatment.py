"""What a front end does to a clip."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from verification.listening.facts import Sound


class Treatment(ABC):
    """Something that happens to a clip on its way into a model.

    A module of `verification/survival/treatments/` declares one as `TREATMENT`; dropping a file in registers it.

    Attributes
    ----------
    name : str
        Such as `mono`.
    title : str
        In words, for a table.
    order : int
        Its place in the table.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    order: ClassVar[int]

    @abstractmethod
    def apply(self, sound: Sound) -> Sound:
        """Give what arrives: a pure function."""
