"""Which corpora there are: the modules of the folder `corpora/`."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from pathlib import Path

import corpora as room
from corpora.indexing.faults import import_fault
from corpora.indexing.model import Corpus
from manifests.errors import CorpusError

# The corpora that are made on this machine when needed, and what makes each.
_EMBEDDED = {"demo": "corpora.demo:demo_root", "demo_scenes": "corpora.demo_scenes:scenes_root"}


def corpora() -> Mapping[str, Corpus]:
    """Give every corpus by name, sorted.

    Raises
    ------
    CorpusError
        If a module in the folder cannot be imported or declares no corpus of its own name.
    """
    return {name: _declared(name) for name in _names()}


def corpora_or_faults() -> Mapping[str, Corpus | CorpusError]:
    """Give every corpus by name, sorted; in place of one whose module is broken, what is wrong with it."""
    found: dict[str, Corpus | CorpusError] = {}
    for name in _names():
        try:
            found[name] = _declared(name)
        except CorpusError as error:
            found[name] = error
    return found


def corpus_named(name: str) -> Corpus:
    """Give one corpus.

    Raises
    ------
    CorpusError
        If there is none of that name, or its module is broken.
    """
    known = _names()
    if name in known:
        return _declared(name)
    near = difflib.get_close_matches(name.lower().replace("-", "_"), known, n=1)
    raise CorpusError(
        where=f"corpus {name!r}",
        found="no corpus of that name",
        wanted=f"one of {', '.join(known)}",
        remedy=f"did you mean {near[0]!r}?" if near else "give one of these names",
    )


def embedded_names() -> tuple[str, ...]:
    """Name the corpora that are made on this machine when needed."""
    return tuple(_EMBEDDED)


def embedded_root(name: str, *, workers: int) -> Path:
    """Give the folder of an embedded corpus; make it first if it is not there.

    Raises
    ------
    SoundprobeError
        If it cannot be made.
    """
    module, _, function = _EMBEDDED[name].partition(":")
    root: Path = getattr(importlib.import_module(module), function)(workers=workers)
    return root


def locate_all(base: Path) -> dict[str, Path]:
    """Give the roots of the corpora that lie at or below `base`, by name; never an embedded one.

    Raises
    ------
    CorpusError
        If `base` is not a folder.
    """
    if not base.is_dir():
        raise CorpusError(
            where=str(base),
            found="a file" if base.exists() else "no such folder",
            wanted="the folder that the corpora lie in",
            remedy="give --corpora a folder that exists",
        )
    roots = {name: corpus.locate(base) for name, corpus in corpora().items() if name not in _EMBEDDED}
    return {name: root for name, root in roots.items() if root is not None}


def _names() -> list[str]:
    return sorted(found.name for found in pkgutil.iter_modules(room.__path__) if not found.ispkg)


def _declared(name: str) -> Corpus:
    file, wanted = f"corpora/{name}.py", f"CORPUS = Corpus(name={name!r}, ...)"
    try:
        module = importlib.import_module(f"{room.__name__}.{name}")
    except (Exception, SystemExit) as error:  # someone's module: it may do anything
        place, found = import_fault(f"{room.__name__}.{name}", error)
        raise CorpusError(where=f"{file}{place}", found=found, wanted=wanted, remedy=f"correct {file}") from error
    corpus = getattr(module, "CORPUS", None)
    if isinstance(corpus, Corpus) and corpus.name == name:
        return corpus
    raise CorpusError(
        where=file,
        found="no CORPUS" if corpus is None else "a CORPUS of another kind or name",
        wanted=wanted,
        remedy="declare it, or move the module out of the folder of corpora",
    )
