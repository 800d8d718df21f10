"""One progress bar for everything that takes long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from execution.ticks import shared_counter

_LOOK_EVERY_S = 0.2


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

    @contextmanager
    def following_ticks(self) -> Iterator[None]:
        """Move the bar by the ticks of jobs that run inside the block, also in workers that start there."""
        if self._bar.disable:
            yield
            return
        stop = threading.Event()
        counter = shared_counter()
        before = self._bar.n - counter.get_obj().value

        def follow() -> None:
            while not stop.wait(_LOOK_EVERY_S):  # without the lock: a worker may have died holding it
                self._bar.update(before + counter.get_obj().value - self._bar.n)

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield
        finally:
            stop.set()
            follower.join()
