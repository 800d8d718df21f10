"""How every corpus stands on this machine, also one whose module is broken, and which recipes use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from manifests.errors import CorpusError

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.fetching.standing import Standing
    from corpora.indexing.model import Corpus


class Undeclared(NamedTuple):
    """A corpus whose module is broken: its name is all that is known of it."""

    name: str
    fault: CorpusError
    state: str = "broken"


@dataclass(frozen=True, kw_only=True)
class Known:
    """A corpus with its users.

    Parameters
    ----------
    name : str
        Its name.
    standing : Standing or Undeclared
        How it stands.
    used_by : tuple of str
        The recipes that are made from it.
    stands_in_for : tuple of str
        The recipes for which it is taken where their own corpus is not here.
    """

    name: str
    standing: Standing | Undeclared
    used_by: tuple[str, ...] = ()
    stands_in_for: tuple[str, ...] = ()


def known_corpora(*, given: Mapping[str, Path], below: Path | None, only: Iterable[str] = ()) -> list[Known]:
    """Look for corpora.

    Parameters
    ----------
    given : mapping of str to pathlib.Path
        Where single ones lie.
    below : pathlib.Path or None
        The folder to look below.
    only : iterable of str
        Which corpora, in this order; empty for all.

    Raises
    ------
    CorpusError
        If a name is none of a corpus.
    """
    from corpora.fetching.standing import standing_of
    from corpora.indexing.registry import corpora_or_faults, corpus_named
    from recipes.catalogue.registry import recipes

    found = corpora_or_faults()
    asked = tuple(dict.fromkeys(only)) or tuple(found)
    for name in {*given, *asked} - found.keys():
        corpus_named(name)

    def look(name: str, corpus: Corpus | CorpusError) -> Standing | Undeclared:
        if isinstance(corpus, CorpusError):
            return Undeclared(name, corpus)
        return standing_of(corpus, given=given.get(name), below=below)

    everything = tuple(recipes().values())
    return [
        Known(
            name=name,
            standing=look(name, found[name]),
            used_by=tuple(recipe.target for recipe in everything if name in recipe.corpora),
            stands_in_for=tuple(recipe.target for recipe in everything if _stands_in(name, recipe)),
        )
        for name in asked
    ]


def _stands_in(name: str, recipe: Recipe) -> bool:
    """Say whether a corpus is taken for a recipe whose own is not here: one that the build makes always is."""
    from corpora.fetching.standing import made_names

    return recipe.stand_in == name and not set(recipe.corpora) <= set(made_names())
