"""Threads that nobody waits for at the end: an endpoint that hangs must not keep a run that was stopped alive."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Crew(Generic[T]):
    """So many threads that take one call after another.

    A `ThreadPoolExecutor` joins its threads when it is shut down and once more when Python ends; these are daemons,
    and are left to themselves.

    Parameters
    ----------
    size : int
        Calls at a time.
    """

    def __init__(self, size: int) -> None:
        self._calls: SimpleQueue[tuple[Callable[[], T], Future[T]] | None] = SimpleQueue()
        self._size = size
        for _ in range(size):
            Thread(target=self._work, daemon=True).start()

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Have a call made; its future tells what it gave or raised."""
        future: Future[T] = Future()
        self._calls.put((call, future))
        return future

    def dismiss(self) -> None:
        """Let each thread end after the call that it is at."""
        for _ in range(self._size):
            self._calls.put(None)

    def _work(self) -> None:
        while (item := self._calls.get()) is not None:
            call, future = item
            try:
                given = call()
            except BaseException as error:  # noqa: BLE001  whoever asked hears of it
                future.set_exception(error)
            else:
                future.set_result(given)
