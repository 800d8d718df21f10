"""Count finished units from inside jobs, wherever they run, so that a bar moves while a long job is under way."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

# One counter a process: in a worker it is the parent's, shared when the worker started.
_shared: list[Any] = []


def tick() -> None:
    """Count one unit as done; does nothing if nobody is counting."""
    for counter in _shared:
        with counter.get_lock():
            counter.value += 1


@contextmanager
def counting() -> Iterator[Synchronized[int]]:
    """Count the ticks of this process, and of workers that start inside the block."""
    counter: Synchronized[int] = multiprocessing.get_context("spawn").Value("q", 0)
    _shared.append(counter)
    try:
        yield counter
    finally:
        _shared.remove(counter)


def shared_counters() -> list[Any]:
    """Give the counters that a new worker should share."""
    return list(_shared)


def adopt(counters: list[Any]) -> None:
    """Share the parent's counters: called once, when a worker starts."""
    _shared[:] = counters
