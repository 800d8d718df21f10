"""One progress bar for everything that takes long."""

from __future__ import annotations

import sys
from types import TracebackType


class Progress:
    """A progress bar on the terminal; silent when standard error is not a terminal.

    Parameters
    ----------
    title : str
        What is being done.
    total : int
        How many units there are.
    unit : str
        What is counted.
    """

    def __init__(self, title: str, *, total: int, unit: str) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=total,
            desc=title,
            unit=f" {unit}",
            disable=not sys.stderr.isatty(),
            leave=False,
            dynamic_ncols=True,
        )

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def advance(self, count: int = 1) -> None:
        """Count `count` more units as done."""
        self._bar.update(count)
