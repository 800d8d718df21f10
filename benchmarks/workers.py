"""Two worker processes against one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

from benchmarks.harness.result import Result, Settings
from benchmarks.harness.rounds import Contender, in_turns
from benchmarks.material.volume_build import VolumeBuild

_FULL_SIZE = 512  # pairs of volume-perception


def run(settings: Settings) -> Iterator[Result]:
    """Time the volume build at its full size, and at twice that: starting workers costs the same."""
    sizes = (_FULL_SIZE // 4,) if settings.quick else (_FULL_SIZE, 2 * _FULL_SIZE)
    for pairs in sizes:
        build = VolumeBuild.over_speech(settings.scratch / str(pairs), settings.demo, pairs=pairs)
        build.build()
        times = in_turns(
            {
                f"{workers}": Contender(work=partial(build.build, workers=workers), prepare=build.forget_dataset)
                for workers in (1, 2)
            },
            rounds=3,
        )
        yield Result(
            name=f"workers: {2 * pairs:,} volume items",
            value=times.ratio("1", "2"),
            unit="x",
            wanted=1.7 if pairs == max(sizes) else None,
            about="a build with one process / with two, started for it",
            details={**times.details("1", "2"), "cores": len(os.sched_getaffinity(0))},
        )
