"""The volume command at its full size against the script, as a user runs them: fresh processes, imports and all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.harness.result import Result, Settings
from benchmarks.harness.rounds import Contender, in_turns, pin_to_one_core
from benchmarks.material.volume_build import VolumeBuild

_SCRIPT = """
import sys
from pathlib import Path
from benchmarks.volume import straightforward_script
target, *sources = map(Path, sys.argv[1:])
straightforward_script(sources, target, loaded_once=False)
"""


def run(settings: Settings) -> Iterator[Result]:
    """Start both in turns on one core."""
    pairs, rounds = (40, 2) if settings.quick else (512, 3)
    pin_to_one_core()
    build = VolumeBuild.over_speech(settings.scratch, settings.demo, pairs=pairs)
    sources = sorted((build.root / "wavs").iterdir())[:pairs]
    recipe = ["build", "volume-perception", "--corpus", f"ljspeech={build.root}", "--allow-short", "--workers", "1"]
    ours = [sys.executable, "-m", "builders", *recipe, "--limit", str(pairs), "--out", str(build.out)]
    script = [sys.executable, "-c", _SCRIPT, str(settings.scratch / "script.parquet"), *map(str, sources)]
    run_quietly = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    times = in_turns(
        {
            "ours": Contender(work=partial(run_quietly, ours), prepare=build.forget_dataset),
            "script": Contender(work=partial(run_quietly, script)),
        },
        rounds=rounds,
    )
    yield Result(
        name="volume command: straightforward script",
        value=times.ratio("script", "ours"),
        unit="x",
        wanted=1.6,
        about="the script in a fresh process, imports and all / `soundprobe build volume-perception`",
        details={**times.details("script", "ours"), "items": 2 * pairs},
    )
