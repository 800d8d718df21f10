"""Count finished units from inside jobs, wherever they run, so that a bar moves while a long job is under way."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

# One counter for a process and all its workers; it only ever grows. In a worker it is the parent's.
_counter: list[Any] = []


def tick() -> None:
    """Count one unit as done; does nothing if nobody has asked for the counter."""
    for counter in _counter:
        with counter.get_lock():
            counter.value += 1


def shared_counter() -> Synchronized[int]:
    """Give the counter, to be followed or handed to a new worker."""
    if not _counter:
        _counter.append(multiprocessing.get_context("spawn").Value("q", 0))
    counter: Synchronized[int] = _counter[0]
    return counter


def adopt(counter: Any) -> None:
    """Count with the parent's counter: called once, when a worker starts."""
    _counter[:] = [counter]
