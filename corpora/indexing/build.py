"""Make the index of a corpus: what its metadata name, joined with what its files truly hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from corpora.indexing.entries import listed, read_entries
from corpora.indexing.facts import audio_facts
from corpora.indexing.layout import corpus_root
from corpora.indexing.model import Corpus, Entry
from corpora.indexing.parts import how_to_complete, parts_found, parts_text
from corpora.indexing.scan import AudioFacts
from corpora.indexing.table import CorpusIndex, Damage, index_schema
from manifests.errors import CorpusError


def build_index(corpus: Corpus, root: Path, *, allow_damaged: bool = False, workers: int = 1) -> CorpusIndex:
    """Index the recordings of `corpus` at or below `root`.

    Parameters
    ----------
    corpus : Corpus
        Its declaration.
    root : pathlib.Path
        Its folder, or one above it.
    allow_damaged : bool
        Leave out the recordings that are missing or damaged instead of refusing.
    workers : int
        Processes that read the files.

    Returns
    -------
    CorpusIndex
        Sorted by id. A size other than expected is only noticed: whether there are recordings enough
        depends on the recipe.

    Raises
    ------
    CorpusError
        If the folder is not this corpus, its metadata cannot be read, an id or a path in them cannot be used, two
        recordings share an id, or some recordings are missing or damaged (all of them listed by name, unless
        `allow_damaged`).
    """
    root = corpus_root(corpus, root)
    entries = read_entries(corpus, root)
    paths = [root / entry.path for entry in entries]
    files = list(dict.fromkeys(paths))  # one song holds many annotated lines
    facts = dict(zip(files, audio_facts(files, title=f"reading {corpus.name}", workers=workers), strict=True))
    found = [(entry, _stretch_of(entry, facts[path])) for entry, path in zip(entries, paths, strict=True)]
    unusable = [Damage(entry.path, fact.damage) for entry, fact in found if fact.damage]
    damaged = tuple(sorted(unusable, key=lambda damage: damage.path))
    usable = len(entries) - len(damaged)
    if (damaged and not allow_damaged) or not usable:
        raise _unusable(corpus, root, damaged, named=len(entries))
    rows = [_row(corpus, entry, fact) for entry, fact in found if not fact.damage]
    return CorpusIndex(
        corpus=corpus,
        root=root,
        table=pa.Table.from_pylist(rows, schema=index_schema(corpus)),
        damaged=damaged,
        notices=tuple(_notices(corpus, root, damaged, rows=rows)),
    )


def _stretch_of(entry: Entry, fact: AudioFacts) -> AudioFacts:
    """Narrow the facts of a file to the stretch that an entry names; one outside the file counts as damage."""
    if fact.damage or (entry.start_s == 0.0 and entry.end_s is None):
        return fact
    whole_s = fact.frames / fact.sampling_rate
    end_s = whole_s if entry.end_s is None else entry.end_s
    if 0.0 <= entry.start_s < end_s < whole_s + 1.0:  # whatever is far outside has no number of samples: inf, NaN
        start, end = round(entry.start_s * fact.sampling_rate), round(end_s * fact.sampling_rate)
        if start < end <= fact.frames:
            return replace(fact, frames=end - start)
    until = "its end" if entry.end_s is None else f"{entry.end_s:g} s"
    return replace(fact, damage=f"{entry.id} is said to run from {entry.start_s:g} s to {until} of {whole_s:g} s")


def _row(corpus: Corpus, entry: Entry, fact: AudioFacts) -> dict[str, Any]:
    return {
        "id": entry.id,
        "path": entry.path,
        "sha256": fact.sha256,
        "pcm_sha256": fact.pcm_sha256,
        "start_frame": round(entry.start_s * fact.sampling_rate),
        "frames": fact.frames,
        "sampling_rate": fact.sampling_rate,
        "channels": fact.channels,
        "speaker": entry.speaker,
        "sex": entry.sex,
        "age": entry.age,
        "text": entry.text,
        "licence": entry.licence or corpus.licence.spdx,
    } | {name: entry.extra.get(name, "") for name in corpus.extra_columns}


def _unusable(corpus: Corpus, root: Path, damaged: Sequence[Damage], *, named: int) -> CorpusError:
    if not damaged:
        return CorpusError(
            where=str(root),
            found="no recordings",
            wanted=f"{corpus.title}: {corpus.layout}",
            remedy=f"{corpus.terms()}; unpack all of it",
        )
    lines = listed([f"{damage.path}: {damage.reason}" for damage in damaged], separator="\n    ")
    remedy = f"get them again ({corpus.terms()})"
    if len(damaged) < named:
        remedy += ", or leave them out with --allow-damaged"
    return CorpusError(
        where=str(root),
        found=f"{len(damaged):,} of {named:,} recordings missing or damaged:\n    {lines}",
        wanted="every recording that its metadata name, whole",
        remedy=remedy,
    )


def _notices(corpus: Corpus, root: Path, damaged: Sequence[Damage], *, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    notices = []
    expected, usable = corpus.expected_at(root), len(rows)
    parts = parts_found(corpus, (row[corpus.part_column] for row in rows))
    if usable < expected:
        told = f" ({parts_text(parts)})" if parts else ""
        rest = how_to_complete(parts) or f"`soundprobe corpora {corpus.name}` says how to get the rest"
        notices.append(f"{corpus.name}: {usable:,} of {expected:,} recordings{told}; {rest}")
    elif usable > expected:
        notices.append(f"{corpus.name}: {usable:,} recordings; {expected:,} were expected")
    if damaged:
        lines = [f"{damage.path} ({damage.reason})" for damage in damaged]
        notices.append(f"{corpus.name}: left out {len(damaged):,} missing or damaged: {listed(lines, separator=', ')}")
    return notices
