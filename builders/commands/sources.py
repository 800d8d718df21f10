"""Decide which corpus a recipe is built from, and index each corpus once a command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import SourceOptions
from manifests.errors import CorpusError

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex

DEMO = "demo"


@dataclass
class Sources:
    """The corpora at hand.

    Parameters
    ----------
    options : SourceOptions
        What the user said.
    workers : int
        Processes for reading a corpus.
    """

    options: SourceOptions
    workers: int
    _indexes: dict[str, CorpusIndex] = field(default_factory=dict)
    _roots: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from corpora.indexing.registry import corpus_named, locate_all

        for name in [*self.options.given, *filter(None, [self.options.source])]:
            corpus_named(name)
        found = locate_all(self.options.below) if self.options.below is not None else {}
        if self.options.below is not None and not found:
            click.echo(f"note: no corpus that soundprobe knows lies below {self.options.below}", err=True)
        self._roots = {**found, **self.options.given}

    def require_use(self, recipes: Sequence[Recipe]) -> None:
        """Refuse a corpus that the user pointed at and none of the recipes would read.

        Raises
        ------
        CorpusError
            If there is one: a path that is passed over in silence looks like one that was used.
        """
        needed = {self.options.source or recipe.corpus for recipe in recipes if recipe.corpus is not None}
        if needed - set(self._roots):
            needed.add(DEMO)
        idle = sorted(set(self.options.given) - needed)
        if idle:
            raise CorpusError(
                where=f"--corpus {idle[0]}={self.options.given[idle[0]]}",
                found=f"no recipe here that reads {idle[0]}",
                wanted=", ".join(sorted(name for name in needed if name)) or "no corpus: everything is synthesised",
                remedy=f"leave it out, or pass --source {idle[0]} to take clips from it instead",
            )

    def status(self, name: str) -> str:
        """Say whether a corpus is here, by looking."""
        from corpora.indexing.registry import corpus_named

        root = self._roots.get(name)
        if root is None:
            return "made at build time" if name == DEMO else "not here"
        return "here" if corpus_named(name).locate(root) is not None else f"not found at {root}"

    def where(self, name: str) -> Path | None:
        """Say where a corpus lies, if the user or the search said so."""
        return self._roots.get(name)

    def for_recipe(self, recipe: Recipe) -> CorpusIndex | None:
        """Index the corpus that a recipe is built from, and say which it is.

        Raises
        ------
        CorpusError
            If the corpus is not there, not in its layout, or damaged.
        """
        from corpora.indexing.registry import corpus_named

        if recipe.corpus is None:
            click.echo(f"{recipe.name}: everything is synthesised; no corpus is needed")
            return None
        wanted = corpus_named(self.options.source or recipe.corpus).name
        if wanted not in self._roots and wanted != DEMO:
            if self.options.source is not None:
                corpus = corpus_named(wanted)
                raise CorpusError(
                    where=f"--source {wanted}",
                    found="no word of where it lies",
                    wanted=f"{corpus.title}: {corpus.layout}",
                    remedy=f"say where with --corpus {wanted}=PATH or --corpora DIR; it is at {corpus.homepage}",
                )
            click.echo(
                f"{recipe.name}: {wanted} is not here (--corpus {wanted}=PATH says where); using the demo corpus"
            )
            wanted = DEMO
        index = self._index(wanted, self._roots.get(wanted))
        click.echo(f"{recipe.name}: {index.table.num_rows:,} clips of {index.corpus.title}")
        return index

    def may_fall_short(self, index: CorpusIndex | None) -> bool:
        """Say whether a smaller set will do: the demo corpus is there to show, not to fill a benchmark."""
        return self.options.allow_short or (index is not None and index.corpus.name == DEMO)

    def _index(self, name: str, root: Path | None) -> CorpusIndex:
        from corpora.indexing.build import build_index
        from corpora.indexing.registry import corpus_named

        if name not in self._indexes:
            if root is None:
                from corpora.demo import demo_root

                root = demo_root(workers=self.workers)
            index = build_index(
                corpus_named(name), root, allow_damaged=self.options.allow_damaged, workers=self.workers
            )
            for notice in (*index.notices, *_other_rates(index)):
                click.echo(f"note: {notice}", err=True)
            self._indexes[name] = index
        return self._indexes[name]


def _other_rates(index: CorpusIndex) -> list[str]:
    """Say how many recordings have another sampling rate than the corpus is published at: those were resampled."""
    from verification.listening.published import published_rate

    published = published_rate(index.corpus.name)
    if published is None:
        return []
    rates = Counter(index.table.column("sampling_rate").to_pylist())
    others = {rate: count for rate, count in sorted(rates.items()) if rate != published}
    if not others:
        return []
    told = ", ".join(
        f"{count:,} of {index.table.num_rows:,} recordings at {rate:,} Hz" for rate, count in others.items()
    )
    return [
        f"{index.corpus.name}: {told}; the corpus is published at {published:,} Hz, so these are resampled copies, and "
        "what is built from them differs from what its originals give"
    ]
