"""Watch the memory of this process and all that it starts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass

import psutil

_EVERY_S = 0.02
_MB = 1e6


@dataclass(frozen=True)
class Peak:
    """The most that was seen at one moment over all processes, in megabytes.

    Parameters
    ----------
    pss_mb : float
        Sum of the proportional set sizes: what is shared (libraries) counts once in all.
    rss_mb : float
        Sum of the resident set sizes: what is shared counts in every process.
    largest_rss_mb : float
        The largest process alone.
    moments : int
        How often it was looked.
    """

    pss_mb: float
    rss_mb: float
    largest_rss_mb: float
    moments: int

    def to_json(self) -> dict[str, float]:
        """Give the figures as JSON values."""
        return asdict(self)


def peak_of(work: Callable[[], object]) -> Peak:
    """Run `work` and look at the processes every fiftieth of a second meanwhile."""
    looks: list[tuple[float, list[float]]] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(_EVERY_S):
            looks.append(_look())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        work()
    finally:
        stop.set()
        watcher.join()
    return Peak(
        pss_mb=max(pss for pss, _ in looks),
        rss_mb=max(sum(rss) for _, rss in looks),
        largest_rss_mb=max(max(rss) for _, rss in looks),
        moments=len(looks),
    )


def _look() -> tuple[float, list[float]]:
    """Give the sum of PSS, and RSS one by one, of this process and its descendants."""
    here = psutil.Process()
    pss, rss = 0.0, []
    for process in [here, *here.children(recursive=True)]:
        with suppress(psutil.Error):  # it has ended meanwhile
            memory = process.memory_full_info()
            pss += getattr(memory, "pss", memory.rss) / _MB
            rss.append(memory.rss / _MB)
    return pss, rss
