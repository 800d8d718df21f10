"""Decide which corpus a recipe is built from, and index each corpus once a command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import DEFAULT_ENGINE, SourceOptions
from corpora.indexing.registry import embedded_names, embedded_root
from manifests.counting import counted
from manifests.errors import AbsentCorpusError, CorpusError

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex
    from corpora.synthesis.engines.protocol import Synthesizer

SYNTHESISED = "synthesised"


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
    _passed_over: Path | None = None

    def __post_init__(self) -> None:
        from corpora.indexing.registry import corpus_named, locate_all

        for name in [*self.options.given, *filter(None, [self.options.source])]:
            corpus_named(name)
        found = locate_all(self.options.below) if self.options.below is not None else {}
        if self.options.below is not None and not found:
            click.echo(f"note: no corpus that soundprobe knows lies below {self.options.below}", err=True)
        self._roots = {**found, **self.options.given}
        if self.options.engine is not None:
            self._choose_engine(self.options.engine)

    def _choose_engine(self, engine: str) -> None:
        """Let an engine that the user named speak, rather than take a folder that the search found."""
        from corpora.synthesis.engines.registry import engine_named

        name = engine_named(engine).name
        if SYNTHESISED in self.options.given:
            folder = self.options.given[SYNTHESISED]
            raise CorpusError(
                where=f"--engine and --corpus {SYNTHESISED}={folder}",
                found=f"two sources of speech: {name}, and a folder",
                wanted="one of them",
                remedy="leave out --engine to take the speech in the folder, or --corpus to have it spoken anew",
            )
        self._passed_over = self._roots.pop(SYNTHESISED, None)

    def require_use(self, recipes: Sequence[Recipe]) -> None:
        """Refuse a corpus that the user pointed at and none of the recipes would read.

        Raises
        ------
        CorpusError
            If there is one: a path that is passed over in silence looks like one that was used.
        """
        needed = {name for recipe in recipes for name in self._read_by(recipe)}
        stand_ins = {recipe.stand_in for recipe in recipes if set(self._names(recipe)) - set(self._roots)}
        needed |= {name for name in stand_ins if name}
        idle = sorted(set(self.options.given) - needed)
        if idle:
            raise CorpusError(
                where=f"--corpus {idle[0]}={self.options.given[idle[0]]}",
                found=f"no recipe here that reads {idle[0]}",
                wanted=", ".join(sorted(needed)) or "no corpus: everything is synthesised",
                remedy=f"leave it out, or pass --source {idle[0]} to take clips from it instead",
            )

    def require_all(self, recipes: Sequence[Recipe]) -> None:
        """Refuse, before anything is made, recipes of which one cannot be made.

        Raises
        ------
        AbsentCorpusError
            If a corpus is not here and nothing can stand in for it, or no engine can speak as a recipe wants: all that
            is missing is named.
        CorpusError
            If a corpus is not where the user says.
        """
        from corpora.indexing.layout import corpus_root
        from corpora.indexing.registry import corpus_named

        absent: list[AbsentCorpusError] = []
        lacking: dict[str, None] = {}
        waiting: list[str] = []
        for recipe in recipes:
            names, missing = self._chosen(recipe)
            if missing:
                lacking |= dict.fromkeys(missing)
                waiting.append(recipe.target)
                continue
            for name in filter(self._roots.get, names):
                corpus_root(corpus_named(name), self._roots[name])
            if SYNTHESISED not in self._roots and (recipe.spoken or SYNTHESISED in names):
                try:
                    self._engine_for(recipe)
                except AbsentCorpusError as error:
                    absent.append(error)
        if lacking:
            absent.insert(0, _absent(waiting, list(lacking)))
        if absent:
            raise AbsentCorpusError(
                where="; ".join(error.where for error in absent),
                found="; ".join(error.found for error in absent),
                wanted="; ".join(error.wanted for error in absent),
                remedy=f"{'; '.join(error.remedy for error in absent)}; or name only recipes that can be made",
            )

    def status(self, name: str) -> str:
        """Say whether a corpus is here, by looking."""
        from corpora.indexing.registry import corpus_named

        root = self._roots.get(name)
        if root is None:
            return "made at build time" if name in (SYNTHESISED, *embedded_names()) else "not here"
        return "here" if corpus_named(name).locate(root) is not None else f"not found at {root}"

    def for_recipe(self, recipe: Recipe) -> tuple[CorpusIndex, ...]:
        """Index the corpora that a recipe is built from, its own first, and say which they are.

        Raises
        ------
        AbsentCorpusError
            If a corpus is not here and nothing can stand in for it.
        CorpusError
            If a corpus is not where the user says, not in its layout, or damaged; or if speech cannot be made.
        """
        found = [self._named(name, recipe) for name in self._at_hand(recipe)]
        if recipe.spoken and SYNTHESISED not in {index.corpus.name for index in found}:
            found.append(self._named(SYNTHESISED, recipe))
        for index in found:
            click.echo(f"{recipe.name}: {counted(index.table.num_rows, 'clip')} of {index.corpus.title}")
        if not found:
            click.echo(f"{recipe.name}: everything is synthesised; no corpus is needed")
        return tuple(found)

    def may_fall_short(self, indexes: Sequence[CorpusIndex]) -> bool:
        """Say whether a smaller set will do: an embedded corpus is there to show, not to fill a benchmark."""
        return self.options.allow_short or any(index.corpus.name in embedded_names() for index in indexes)

    def _names(self, recipe: Recipe) -> tuple[str, ...]:
        own, *also = recipe.corpora or ("",)
        return tuple(filter(None, (own and (self.options.source or own), *also)))

    def _read_by(self, recipe: Recipe) -> set[str]:
        """Name the corpora that a recipe reads; what speaks its question counts."""
        return {*self._names(recipe), *([SYNTHESISED] if recipe.spoken else [])}

    def _at_hand(self, recipe: Recipe) -> tuple[str, ...]:
        """Name the corpora to read, and say so if an embedded one stands in."""
        names, missing = self._chosen(recipe)
        if missing:
            raise _absent([recipe.target], missing)
        own = self._own(recipe)
        absent = [name for name in own if self.status(name) == "not here"]
        if absent:
            click.echo(
                f"{recipe.name}: {absent[0]} is not here (--corpus {absent[0]}=PATH says where); "
                f"using {'the demo corpus' if recipe.stand_in == 'demo' else recipe.stand_in}"
            )
        return names

    def _own(self, recipe: Recipe) -> tuple[str, ...]:
        from corpora.indexing.registry import corpus_named

        return tuple(corpus_named(name).name for name in self._names(recipe))

    def _chosen(self, recipe: Recipe) -> tuple[tuple[str, ...], list[str]]:
        """Name the corpora to read: the recipe's, or the embedded one that stands in for them; and what is missing."""
        from corpora.indexing.registry import corpus_named

        names = self._own(recipe)
        absent = [name for name in names if self.status(name) == "not here"]
        if not absent:
            return names, []
        if self.options.source is not None and absent[0] == names[0]:
            corpus = corpus_named(names[0])
            raise CorpusError(
                where=f"--source {names[0]}",
                found="no word of where it lies",
                wanted=f"{corpus.title}: {corpus.layout}",
                remedy=f"say where with --corpus {names[0]}=PATH or --corpora DIR; it is at {corpus.homepage}",
            )
        return ((), absent) if recipe.stand_in is None else ((recipe.stand_in,), [])

    def _named(self, name: str, recipe: Recipe) -> CorpusIndex:
        if name == SYNTHESISED and name not in self._roots:
            return self._spoken(recipe)
        root = self._roots.get(name)
        if name == SYNTHESISED:
            click.echo(f"{recipe.name}: speech taken from {root}")
        if name not in self._indexes:
            self._indexes[name] = self._read(name, root or embedded_root(name, workers=self.workers))
        return self._indexes[name]

    def _spoken(self, recipe: Recipe) -> CorpusIndex:
        from corpora.synthesis.spoken import synthesised_tree

        engine, script = self._engine_for(recipe), recipe.script()
        rather = f", as --engine says, and not from {self._passed_over}" if self._passed_over else ""
        click.echo(f"{recipe.name}: speech by {engine.name}{rather}")
        return self._read(SYNTHESISED, synthesised_tree(script, engine=engine, workers=self.workers))

    def _engine_for(self, recipe: Recipe) -> Synthesizer:
        from corpora.synthesis.engines.registry import engine_named

        engine = engine_named(self.options.engine or DEFAULT_ENGINE)
        style = next((line.style for line in recipe.script() if line.style), "")
        if style and not engine.styles:
            raise _without_style(recipe, engine.name, style)
        return engine

    def _read(self, name: str, root: Path) -> CorpusIndex:
        from corpora.indexing.build import build_index
        from corpora.indexing.registry import corpus_named

        index = build_index(corpus_named(name), root, allow_damaged=self.options.allow_damaged, workers=self.workers)
        for notice in (*index.notices, *_other_rates(index)):
            click.echo(f"note: {notice}", err=True)
        return index


def _without_style(recipe: Recipe, engine: str, style: str) -> AbsentCorpusError:
    return AbsentCorpusError(
        where=f"recipe {recipe.target}",
        found=f"{engine}, which cannot speak in a style such as {style}",
        wanted="an engine that follows a style, or speech made elsewhere",
        remedy="name one with --engine 'openai:URL?model=NAME&voice=NAME&styles=1', or a folder with --corpus "
        "synthesised=DIR; see docs/sagi.md",
    )


def _absent(targets: Sequence[str], names: Sequence[str]) -> AbsentCorpusError:
    from corpora.indexing.registry import corpus_named

    corpora = [corpus_named(name) for name in names]
    fetched = [f"`soundprobe fetch {corpus.name}`" for corpus in corpora if corpus.archives]
    by_hand = [
        f"{corpus.name}: {(corpus.obtain or corpus.terms()).rstrip('.')}" for corpus in corpora if not corpus.archives
    ]
    return AbsentCorpusError(
        where=f"recipe{'s' * (len(targets) > 1)} {', '.join(targets)}",
        found=f"no {' and no '.join(names)} here, and nothing that could stand in",
        wanted="; ".join(f"{corpus.title} ({corpus.licence.title})" for corpus in corpora),
        remedy=f"{'; '.join((*fetched, *by_hand))}; then say where with "
        f"{' '.join(f'--corpus {name}=PATH' for name in names)} or --corpora DIR",
    )


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
