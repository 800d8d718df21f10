"""The volume recipe over a made-up LJSpeech: the tree, and the build as the command makes it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.material.speech import joined_speech
from benchmarks.material.tree import write_ljspeech

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe

# LJSpeech's clips last 6.57 s on average.
_DURATION_S = (3.0, 10.0)
_SPARE = 0.1  # clips beyond those that are needed, for some in which the ramp cannot be heard


def _ids() -> Iterator[str]:
    """Name clips: first as the recipe lists them, so that the command finds what it asks for, then without end."""
    from builders.volume import VolumeRamp
    from recipes.catalogue.registry import find

    (recipe,) = find("sagi/volume-perception")
    if isinstance(recipe.construction, VolumeRamp):
        yield from recipe.construction.source_ids
    yield from (f"LJ100-{number:04d}" for number in count())


@dataclass(frozen=True)
class VolumeBuild:
    """A volume build of `pairs` clips in both directions, in a folder of its own.

    The cache that it uses is its own too: `SOUNDPROBE_CACHE` is set when it is made.
    """

    folder: Path
    pairs: int

    @classmethod
    def over_speech(
        cls, folder: Path, demo: Path, *, pairs: int, duration_s: tuple[float, float] = _DURATION_S
    ) -> VolumeBuild:
        """Make the tree and the build over it."""
        build = cls(folder, pairs)
        clips = pairs + round(pairs * _SPARE)
        write_ljspeech(build.root, islice(_ids(), clips), joined_speech(demo, count=clips, duration_s=duration_s))
        os.environ["SOUNDPROBE_CACHE"] = str(build.cache)
        return build

    @property
    def root(self) -> Path:
        """The corpus."""
        return self.folder / "LJSpeech-1.1"

    @property
    def out(self) -> Path:
        """Where the dataset goes."""
        return self.folder / "out"

    @property
    def cache(self) -> Path:
        """What is remembered between builds."""
        return self.folder / "cache"

    def recipe(self) -> Recipe:
        """Give the recipe with another number of items, of whatever clips there are."""
        from builders.volume import VolumeRamp
        from recipes.catalogue.registry import find

        (recipe,) = find("sagi/volume-perception")
        return replace(recipe, per_label=self.pairs, construction=VolumeRamp())

    def forget_build(self) -> None:
        """Remove what was built; what was learnt of the recordings stays."""
        shutil.rmtree(self.out, ignore_errors=True)

    def forget_dataset(self) -> None:
        """Remove what was built and what was learnt of ramps; the index stays warm."""
        self.forget_build()
        (self.cache / "analyses.sqlite").unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Remove what was built and all that was learnt."""
        self.forget_dataset()
        shutil.rmtree(self.cache, ignore_errors=True)

    def build(self, *, workers: int = 1) -> int:
        """Index, plan, render and write; gives the number of items."""
        from builders.engine.build import build_dataset
        from builders.engine.planning import plan
        from corpora.indexing.build import build_index
        from corpora.indexing.registry import corpus_named
        from manifests.layout import DatasetPaths
        from publishing.cards.writing import built_card

        recipe = self.recipe()
        index = build_index(corpus_named("ljspeech"), self.root, workers=workers)
        planned = plan(recipe, index, seed=1, workers=workers)
        card = partial(built_card, recipe, DatasetPaths(self.out, recipe.name))
        return build_dataset(planned, out=self.out, workers=workers, card=card).rendered

    def sources(self) -> list[Path]:
        """Name the files of the clips that the build uses."""
        from manifests.layout import DatasetPaths
        from manifests.record import read_items

        items = read_items(DatasetPaths(self.out, self.recipe().name).items)
        return sorted({self.root / item.sources[0].path for item in items})
