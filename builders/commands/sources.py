"""Decide which corpus a recipe is built from, and index each corpus once a command."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import SourceOptions

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
        self._roots = {**found, **self.options.given}

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
        if recipe.corpus is None:
            click.echo(f"{recipe.name}: everything is synthesised; no corpus is needed")
            return None
        wanted = self.options.source or recipe.corpus
        root = self._roots.get(wanted)
        if root is None and wanted != DEMO:
            click.echo(
                f"{recipe.name}: {wanted} is not here (say where: --corpus {wanted}=PATH); using the demo corpus"
            )
        name = wanted if root is not None else DEMO
        index = self._index(name, root)
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
            for notice in index.notices:
                click.echo(f"note: {notice}", err=True)
            self._indexes[name] = index
        return self._indexes[name]
