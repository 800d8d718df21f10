"""Judge many replies at once, with a bounded number of threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from evaluation.errors import JudgeError
from evaluation.judging.metered import CapError

WORKERS = 8

_GIVE_UP_AFTER = 5  # calls in a row that failed: the judge is down, or its key is wrong

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(kw_only=True)
class Judged(Generic[Result]):
    """What came of many replies.

    Parameters
    ----------
    results : dict of str to object
        By id, in the order of the jobs.
    not_reached : dict of str to str
        Ids for which every call failed, and how.
    not_asked : list of str
        Ids that a cap left out, in the order of the jobs.
    stopped : str
        Which cap was reached; empty if none.
    """

    results: dict[str, Result] = field(default_factory=dict)
    not_reached: dict[str, str] = field(default_factory=dict)
    not_asked: list[str] = field(default_factory=list)
    stopped: str = ""


def judge_many(
    jobs: Mapping[str, Job],
    one: Callable[[Job], Result],
    *,
    workers: int = WORKERS,
    on_done: Callable[[int, int], None] | None = None,
) -> Judged[Result]:
    """Judge each job in a thread of a pool.

    Where a cap is reached, the rest is still gone through: what the cache knows costs nothing. Ctrl-C ends the waiting
    at once; calls under way finish, or are ended by their judge, and every reply that came is in the cache.

    Parameters
    ----------
    jobs : mapping of str to object
        By id.
    one : callable
        Judges a job; called from several threads at once.
    workers : int
        Threads.
    on_done : callable or None
        Told how many are done, and how many there are.

    Raises
    ------
    JudgeError
        If five jobs in a row could not reach the judge.
    ValueError
        If `workers` is not positive.
    """
    if workers < 1:
        raise ValueError(f"found {workers} workers, wanted at least 1")
    judged: Judged[Result] = Judged()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="judge")
    waiting = iter(jobs.items())
    flights: dict[Future[Result], str] = {}
    failed_in_a_row = done = 0
    try:
        while True:
            for name, job in islice(waiting, 2 * workers - len(flights)):
                flights[pool.submit(one, job)] = name
            if not flights:
                break
            for flight in wait(flights, return_when=FIRST_COMPLETED).done:
                failed = _take(judged, flights.pop(flight), flight)
                failed_in_a_row = failed_in_a_row + 1 if failed else 0
                if failed and failed_in_a_row == _GIVE_UP_AFTER:
                    raise failed
                done += 1
                if on_done is not None:
                    on_done(done, len(jobs))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return _in_order(judged, jobs)


def _take(judged: Judged[Result], name: str, flight: Future[Result]) -> JudgeError | None:
    try:
        judged.results[name] = flight.result()
    except CapError as error:
        judged.not_asked.append(name)
        judged.stopped = error.found
    except JudgeError as error:
        judged.not_reached[name] = error.found
        return error
    return None


def _in_order(judged: Judged[Result], jobs: Mapping[str, Job]) -> Judged[Result]:
    judged.results = {name: judged.results[name] for name in jobs if name in judged.results}
    judged.not_reached = {name: judged.not_reached[name] for name in jobs if name in judged.not_reached}
    left_out = set(judged.not_asked)
    judged.not_asked = [name for name in jobs if name in left_out]
    return judged
