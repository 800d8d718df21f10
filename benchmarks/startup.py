"""How long a user waits for `--help`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.harness.result import Result, Settings

_COMMANDS: tuple[tuple[str, ...], ...] = (("--help",), ("build", "--help"))


def run(settings: Settings) -> Iterator[Result]:
    """Start fresh processes in turns: the commands, and a Python that does nothing."""
    rounds = 5 if settings.quick else 21
    programs: dict[tuple[str, ...], list[str]] = {(): [sys.executable, "-c", "pass"]}
    programs |= {words: [sys.executable, "-m", "builders", *words] for words in _COMMANDS}
    seconds: dict[tuple[str, ...], list[float]] = {words: [] for words in programs}
    for number in range(-1, rounds):
        for words, program in programs.items():
            started = time.perf_counter()
            subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
            if number >= 0:
                seconds[words].append(time.perf_counter() - started)
    for words in _COMMANDS:
        yield Result(
            name=f"startup: soundprobe {' '.join(words)}",
            value=median(seconds[words]),
            unit="s",
            bound="at most",
            wanted=0.4,
            about="from start to end of a fresh process",
            details={
                "slowest_s": max(seconds[words]),
                "empty_python_s": median(seconds[()]),
                "rounds": rounds,
            },
        )
