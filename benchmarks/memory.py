"""The memory of a whole build, whether it grows with the number of items, and what the longest clips take."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness.isolation import FreshProcess
from benchmarks.harness.memory import Peak, peak_of
from benchmarks.harness.result import Result, Settings
from benchmarks.material.speech import joined_speech
from benchmarks.material.tree import write_ljspeech

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex

_WORKERS = 2
_SMALL, _LARGE = 1_000, 20_000
_MOST_MB = 400.0
_SHORT_S = (0.1, 0.3)
_LONG_S = (29.0, 31.0)  # about the audio contract's limit, and what Speech Accent Archive's recordings last
_LONG_CLIPS = 16  # two jobs of analysis, or one of the workers would have nothing to do


def run(settings: Settings) -> Iterator[Result]:
    """Build with two workers and watch every process: few and many short clips, and the longest there are."""
    large = _LARGE // 10 if settings.quick else _LARGE
    few, many = (_peak(build_binaural, settings.scratch / str(items), items) for items in (_SMALL, large))
    details = {"few": few.to_json(), "many": many.to_json(), "workers": _WORKERS}
    yield _total(f"{large:,} binaural items", many)
    yield Result(
        name=f"memory: {large:,} items against {_SMALL:,}",
        value=many.pss_mb / few.pss_mb,
        unit="x",
        bound="at most",
        wanted=1.15,
        about="the same sum for the larger build / for the smaller",
        details=details,
    )
    if not settings.quick:
        names = (f"LJ001-{number:04d}" for number in range(_LONG_CLIPS))
        clips = joined_speech(settings.demo, count=_LONG_CLIPS, duration_s=_LONG_S)
        root = write_ljspeech(settings.scratch / "LJSpeech-1.1", names, clips)
        os.environ["SOUNDPROBE_CACHE"] = str(settings.scratch / "cache")
        # Told only: two vocoders with the spectra of 30 s are the most that the audio contract lets a build need.
        peak = _peak(build_matched, settings.scratch / "matched", root)
        yield _total("pitch-matched, clips of 30 s", peak, wanted=None)


def _total(what: str, peak: Peak, *, wanted: float | None = _MOST_MB) -> Result:
    return Result(
        name=f"memory: {what}",
        value=peak.pss_mb,
        unit="MB",
        bound="at most",
        wanted=wanted,
        about=f"largest sum of the PSS of a build and its {_WORKERS} workers at any moment",
        details=peak.to_json(),
    )


def build_binaural(folder: Path, items: int) -> None:
    """Build short binaural clips, which need no corpus."""
    from builders.binaural import OneEar
    from recipes.catalogue.registry import find

    (recipe,) = find("sagi/binaural-effect-perception")
    _build(replace(recipe, per_label=items // 2, construction=OneEar(duration_s=_SHORT_S)), None, folder)


def build_matched(folder: Path, root: Path) -> None:
    """Index, plan and build pairs by WORLD's vocoder, whose spectra are the largest arrays of all."""
    from corpora.indexing.build import build_index
    from corpora.indexing.registry import corpus_named
    from recipes.catalogue.registry import find

    (recipe,) = find("sagi/pitch-matched")
    index = build_index(corpus_named("ljspeech"), root, workers=_WORKERS)
    _build(replace(recipe, per_label=_LONG_CLIPS), index, folder)


def _build(recipe: Recipe, index: CorpusIndex | None, out: Path) -> None:
    from builders.engine.build import build_dataset
    from builders.engine.planning import plan
    from manifests.layout import DatasetPaths
    from publishing.cards.writing import built_card

    planned = plan(recipe, index, seed=1, allow_short=True, workers=_WORKERS)
    card = partial(built_card, recipe, DatasetPaths(out, recipe.name))
    build_dataset(planned, out=out, workers=_WORKERS, card=card)


def _peak(build: Callable[..., object], *arguments: object) -> Peak:
    """Watch a build in a process that has done nothing else."""
    with FreshProcess() as process:
        return process.call(peak_of, partial(build, *arguments))
