"""Find benchmarks by listing the folder."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import benchmarks as room
from benchmarks.harness.result import Result, Settings


def benchmark_names() -> list[str]:
    """Name the benchmarks: every plain module of `benchmarks/`."""
    return sorted(
        module.name for module in pkgutil.iter_modules(room.__path__) if not module.ispkg and module.name != "__main__"
    )


def run_benchmark(name: str, settings: Settings) -> list[Result]:
    """Run one benchmark: the generator `run` of its module."""
    return list(import_module(f"{room.__name__}.{name}").run(settings))
