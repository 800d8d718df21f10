"""Map a pure function over jobs, in order, with bounded memory, in one process or in several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import resource_tracker
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, TypeVar

from execution.allocator import keep_freed_memory
from execution.threads import single_threaded_children
from execution.ticks import adopt, shared_counter
from manifests.errors import SoundprobeError

Job = TypeVar("Job")
Result = TypeVar("Result")

# Jobs in flight for each worker: one running, one waiting, so that no worker idles and memory stays flat.
_AHEAD = 2


class WorkerError(SoundprobeError):
    """A worker process ended without an answer."""


def available_cores() -> int:
    """Count the cores that this process may use (a container or `taskset` may allow fewer than exist)."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_jobs(function: Callable[[Job], Result], jobs: Iterable[Job], *, workers: int) -> Iterator[Result]:
    """Yield `function(job)` for each job, in the order of the jobs.

    Parameters
    ----------
    function : callable
        A pure function that a fresh process can import (spawn, not fork: it is the same on every platform
        and inherits no locks or threads).
    jobs : iterable
        Taken as they are needed: at most two a worker are in flight.
    workers : int
        Processes to use; 1 runs everything in this process.

    Raises
    ------
    WorkerError
        If a worker process dies (killed, or out of memory).
    """
    remaining = iter(jobs)
    first = list(islice(remaining, workers)) if workers > 1 else []
    if len(first) <= 1:
        keep_freed_memory()
        yield from map(function, chain(first, remaining))
        return
    with single_threaded_children():
        kept = _pool_for(workers)
        pool = kept.pool
        try:
            with _deaf_to_ctrl_c():
                pending: deque[Future[Result]] = deque(pool.submit(function, job) for job in first)
            pending.extend(pool.submit(function, job) for job in islice(remaining, workers * (_AHEAD - 1)))
            while pending:
                result = pending.popleft().result()
                pending.extend(pool.submit(function, job) for job in islice(remaining, 1))
                yield result
        except BrokenProcessPool as error:
            _forget(kept)
            raise WorkerError(
                where="a worker process",
                found="that it ended without an answer (killed, or out of memory)",
                wanted=f"{workers} workers that finish their jobs",
                remedy="run it again: finished work is kept; use fewer --workers if memory is short",
            ) from error
        except BaseException:
            # Stopped or failed: nobody waits for the jobs under way, and what they write is whole or nothing.
            for worker in set(multiprocessing.active_children()) - kept.strangers:
                worker.terminate()
            _forget(kept)
            raise


@dataclass(frozen=True)
class _Kept:
    """A pool that waits for the next jobs: a command maps several times, and starting workers takes half a second."""

    made_for: tuple[Any, ...]
    pool: ProcessPoolExecutor
    strangers: frozenset[Any]


_waiting: list[_Kept] = []


def _pool_for(workers: int) -> _Kept:
    """Give the pool that waits, or a new one if that was made for other workers, another folder or environment."""
    made_for = (workers, str(Path.cwd()), tuple(sorted(os.environ.items())))
    if _waiting and _waiting[0].made_for == made_for:
        return _waiting[0]
    for old in _waiting:
        _forget(old)
    pool = ProcessPoolExecutor(
        max_workers=workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start_worker,
        initargs=(shared_counter(),),
    )
    kept = _Kept(made_for, pool, frozenset(multiprocessing.active_children()))
    _waiting.append(kept)
    # A process that multiprocessing itself started waits, at its end, for its children before the executor's own exit
    # hook would let them go: without this it would wait for ever.
    Finalize(None, _forget, args=(kept,), exitpriority=100)
    return kept


def _forget(kept: _Kept) -> None:
    if kept in _waiting:
        _waiting.remove(kept)
    kept.pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Start workers that leave Ctrl-C to the parent from their first instruction on; the parent hears it later."""
    resource_tracker.ensure_running()  # it unblocks the signal after it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(counter: Any) -> None:
    """Leave Ctrl-C to the parent, and end when the parent does, even if it was killed."""
    adopt(counter)
    keep_freed_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
