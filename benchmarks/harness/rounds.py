"""Time several ways of doing one thing in turns, so that a busy machine cannot favour one of them."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

import psutil

from benchmarks.harness.isolation import FreshProcess


def _nothing() -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Contender:
    """One way of doing it, in functions that another process can be sent.

    Parameters
    ----------
    work : callable
        What is timed.
    prepare : callable
        What is done before every round, untimed.
    """

    work: Callable[[], object]
    prepare: Callable[[], object] = _nothing


@dataclass(frozen=True)
class Rounds:
    """Seconds of every contender in every round: by the clock, and of processor time, worker processes included."""

    wall_s: Mapping[str, list[float]]
    cpu_s: Mapping[str, list[float]]

    def ratio(self, baseline: str, contender: str) -> float:
        """Say how many times as long `baseline` takes, by the clock: the median over the rounds."""
        return _ratio(self.wall_s[baseline], self.wall_s[contender])

    def details(self, baseline: str, contender: str) -> dict[str, Any]:
        """Give the numbers behind the ratio."""
        pairs = zip(self.wall_s[baseline], self.wall_s[contender], strict=True)
        ratios = sorted(one / other for one, other in pairs)
        return {
            "baseline_s": median(self.wall_s[baseline]),
            "contender_s": median(self.wall_s[contender]),
            "lowest_ratio": ratios[0],
            "highest_ratio": ratios[-1],
            "cpu_ratio": _ratio(self.cpu_s[baseline], self.cpu_s[contender]),
            "rounds": len(ratios),
        }


def in_turns(contenders: Mapping[str, Contender], *, rounds: int) -> Rounds:
    """Run every contender once a round, in an order that turns.

    Each has a process of its own, so that none gains by what another imported, cached or left in the allocator
    (which alone can make WORLD's dio twice as fast), and runs once untimed before: imports are nobody's merit.

    Parameters
    ----------
    contenders : mapping
        By name.
    rounds : int
        How many rounds are timed.
    """
    names = list(contenders)
    wall_s: dict[str, list[float]] = {name: [] for name in names}
    cpu_s: dict[str, list[float]] = {name: [] for name in names}
    with ExitStack() as stack:
        processes = {name: stack.enter_context(FreshProcess()) for name in names}
        for number in range(-1, rounds):
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                wall, cpu = processes[name].call(_timed, contenders[name])
                if number >= 0:
                    wall_s[name].append(wall)
                    cpu_s[name].append(cpu)
    return Rounds(wall_s, cpu_s)


def pin_to_one_core() -> int | None:
    """Keep this process, and all that it starts from now on, on one core; None where that cannot be done."""
    process = psutil.Process()
    if not hasattr(process, "cpu_affinity"):
        return None
    core = max(process.cpu_affinity())
    process.cpu_affinity([core])
    return core


def _timed(contender: Contender) -> tuple[float, float]:
    contender.prepare()
    gc.collect()
    wall, cpu = time.perf_counter(), _processor_s()
    contender.work()
    return time.perf_counter() - wall, _processor_s() - cpu


def _processor_s() -> float:
    """Give the processor time of this process and of those that it started and saw end."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _ratio(baseline_s: list[float], contender_s: list[float]) -> float:
    return median(one / other for one, other in zip(baseline_s, contender_s, strict=True))
