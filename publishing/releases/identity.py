"""Name, version and date of a release, as a user gives them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from manifests.errors import OutputError

RECORDS = Path("manifests") / "releases"
RELEASES = Path("build") / "releases"


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Which release it is.

    Parameters
    ----------
    name, version : str
        Lower-case words joined by hyphens; a semantic version.
    date : str or None
        YYYY-MM-DD; None for today, or the day on which the same release was built before.

    Raises
    ------
    OutputError
        If one of them is of another form.
    """

    name: str
    version: str
    date: str | None = None

    def __post_init__(self) -> None:
        from manifests.release_record.fields import release_date, release_name, release_version

        _hold("--name", self.name, release_name)
        _hold("--version", self.version, release_version)
        if self.date is not None:
            _hold("--date", self.date, release_date)

    @property
    def title(self) -> str:
        """The name of the release's folder."""
        return f"{self.name}-{self.version}"


def today() -> str:
    """Give today's date, the same all over the world."""
    return dt.datetime.now(dt.UTC).date().isoformat()


def _hold(option: str, value: str, rule: Callable[[str], str]) -> None:
    try:
        rule(value)
    except ValueError as error:
        raise OutputError(
            where=f"{option} {value[:100]!r}",
            found="what cannot name a release",
            wanted=_WANTED[option],
            remedy=f"give another {option}",
        ) from error


_WANTED = {
    "--name": "lower-case words or digits joined by hyphens, such as sagi-level2-demo",
    "--version": "a semantic version, such as 1.0.0 or 1.1.0-rc.1",
    "--date": "a date, YYYY-MM-DD",
}
