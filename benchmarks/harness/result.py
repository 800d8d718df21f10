"""What a benchmark gives, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

Bound = Literal["at least", "at most"]


@dataclass(frozen=True, kw_only=True)
class Result:
    """One figure, and whether it is what was wanted.

    Parameters
    ----------
    name : str
        The benchmark and what it compares, such as `volume: codec floor`.
    value : float
        The figure: a ratio (`unit` is `x`), or a share, seconds or megabytes.
    unit : str
        `x`, `%`, `s` or `MB`.
    bound : str
        Whether `wanted` is the least or the most that will do.
    wanted : float or None
        None for a figure that is only told.
    about : str
        In one line: what is divided by what.
    details : mapping
        The numbers behind it.
    """

    name: str
    value: float
    unit: str
    bound: Bound = "at least"
    wanted: float | None
    about: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether the figure is what was wanted; one that is only told holds."""
        if self.wanted is None:
            return True
        return self.value >= self.wanted if self.bound == "at least" else self.value <= self.wanted

    def to_json(self) -> dict[str, Any]:
        """Give the result as JSON values."""
        return {**asdict(self), "holds": self.holds}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What every benchmark is told.

    Parameters
    ----------
    quick : bool
        Smaller sizes: a look, not a figure to publish.
    scratch : pathlib.Path
        A folder for whatever it writes; removed afterwards.
    demo : pathlib.Path
        The root of the demo corpus, of which the speech-like clips are made.
    corpora : mapping
        Real corpora named by the user, by name.
    """

    quick: bool
    scratch: Path
    demo: Path
    corpora: Mapping[str, Path] = field(default_factory=dict)
