"""What a construction may draw from while it plans: source clips, their measurements, and generators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor
from typing import Any

import numpy as np

from builders.engine.analysis import Analysis, Request, Values, run_analysis
from builders.engine.construction import MAX_DURATION_S
from corpora.indexing.parts import how_to_complete
from corpora.indexing.registry import embedded_names
from corpora.indexing.table import CorpusIndex
from manifests.counting import counted
from manifests.digest import stable_hash
from manifests.errors import PlanError, RecipeError
from manifests.rows import SourceRef
from manifests.seeding import item_generator

_SYNTHESISED = "synthesised"


@dataclass(frozen=True, kw_only=True)
class SourceClip:
    """A usable recording: its reference (at most 30 s of it) and its index row."""

    ref: SourceRef
    row: Mapping[str, Any]

    @property
    def duration_s(self) -> float:
        """Length of the stretch that is used."""
        return self.ref.frames / self.ref.sampling_rate

    @property
    def content(self) -> tuple[str, int, int]:
        """What the stretch holds: of the same samples under another header, or in another container, the same."""
        return self.row.get("pcm_sha256") or self.ref.sha256, self.ref.start_frame, self.row["frames"]

    @property
    def is_whole(self) -> bool:
        """Whether nothing was cut off to keep to the longest clip: what is said in it is still true."""
        return bool(self.ref.frames == self.row["frames"])


@dataclass(frozen=True, kw_only=True)
class Supply:
    """What a plan is made from.

    Parameters
    ----------
    recipe : str
        The recipe's name: draws hang on it.
    target : str
        The recipe as commands name it, for messages; its name if this is empty.
    seed : int
        The release seed.
    per_label : int
        Items wanted for each label; of an open task, in all.
    counts : mapping of str to int
        Items wanted for each label of a set that is not balanced; empty if it is.
    allow_short : bool
        Whether a smaller, still balanced set will do.
    index : CorpusIndex or None
        The source corpus.
    others : tuple of CorpusIndex
        Further corpora that the recipe draws from.
    max_duration_s : float
        What is cut off longer recordings: 30 s, less what comes before the clip.
    stand_in : bool
        Whether the corpus stands in for the recipe's own (so a list of its ids cannot be met).
    workers : int
        Processes for measuring clips.
    is_open : bool
        Whether answers are texts of their own: then `per_label` counts all items.
    without : frozenset of str
        Ids of recordings that the user wants left out.
    notes : list of str
        What the construction wants said of this build on the card.
    """

    recipe: str
    seed: int
    per_label: int
    allow_short: bool
    counts: Mapping[str, int] = field(default_factory=dict)
    index: CorpusIndex | None = None
    others: tuple[CorpusIndex, ...] = ()
    max_duration_s: float = MAX_DURATION_S
    stand_in: bool = False
    is_open: bool = False
    workers: int = 1
    without: frozenset[str] = frozenset()
    notes: list[str] = field(default_factory=list)
    target: str = ""

    @property
    def named(self) -> str:
        """Where an error is: the recipe, as commands name it."""
        return f"recipe {self.target or self.recipe}"

    def generator(self, key: str) -> np.random.Generator:
        """Make the generator of one item or group."""
        return item_generator(self.seed, self.recipe, key)

    def shuffled(self, clips: Sequence[SourceClip]) -> list[SourceClip]:
        """Put clips into an order that depends on the seed and each clip's id, not on the other clips."""
        return sorted(clips, key=lambda clip: stable_hash(self.seed, self.recipe, "order", clip.ref.item))

    def wanted(self, label: str) -> int:
        """Say how many items a label is to get."""
        return self.counts.get(label, self.per_label)

    def clips(self, *, min_duration_s: float, duplicates: bool = False, corpus: str = "") -> list[SourceClip]:
        """List the source clips of at least `min_duration_s`, by id, each cut to 30 s.

        Parameters
        ----------
        min_duration_s : float
            Shorter recordings are left out.
        duplicates : bool
            Whether recordings of the same content are all listed; otherwise the first by id is.
        corpus : str
            Of a recipe that draws from several, which one; empty for the recipe's own.

        Raises
        ------
        PlanError
            If the recipe has no such corpus, nothing in it is long enough, or all of that was left out on request.
        """
        index = self._corpus(corpus)
        rows = [row for row in index.rows() if row["id"] not in self.without]
        clips = [source_clip(row, index, max_duration_s=self.max_duration_s) for row in rows]
        if not duplicates:
            clips = list({clip.content: clip for clip in reversed(clips)}.values())
        long_enough = [clip for clip in clips if clip.duration_s >= min_duration_s]
        if not long_enough:
            left_out = self._left_out((index,))
            found = f"{counted(len(clips), 'clip')}, none of {min_duration_s:g} s or more"
            raise PlanError(
                where=f"{self.named}: corpus {index.corpus.name} at {index.root}",
                found=f"{found}{left_out}" if clips or not left_out else f"no clip{left_out}",
                wanted=f"clips of at least {min_duration_s:g} s",
                remedy="leave out fewer recordings" if left_out else "check that this is the right folder",
            )
        return sorted(long_enough, key=lambda clip: clip.ref.item)

    def require_columns(self, names: Iterable[str], *, corpora: Sequence[str] = ("",)) -> None:
        """Refuse corpora that say nothing of what a construction goes by.

        Parameters
        ----------
        names : iterable of str
            Columns of an index.
        corpora : sequence of str
            Which corpora; empty for the recipe's own. Each column must be in one of them.

        Raises
        ------
        RecipeError
            If one is in none: most likely the user let another corpus take the place of the recipe's own.
        """
        if missing := self.missing_columns(names, corpora=corpora):
            indexes = [self._corpus(name) for name in corpora]
            known = {column for index in indexes for column in index.table.column_names}
            raise RecipeError(
                where=f"{self.named}: corpus {' and '.join(index.corpus.name for index in indexes)}",
                found=f"no column {', '.join(missing)} in its index",
                wanted=f"a corpus that tells this; it has {', '.join(sorted(known))}",
                remedy="take another corpus, or the recipe's own (without --source)",
            )

    def missing_columns(self, names: Iterable[str], *, corpora: Sequence[str] = ("",)) -> list[str]:
        """Give those columns that the indexes of no such corpus have."""
        known = {column for name in corpora for column in self._corpus(name).table.column_names}
        return [name for name in dict.fromkeys(names) if name not in known]

    def measure(self, analysis: Analysis, requests: Sequence[Request], *, doing: str) -> list[Values]:
        """Measure clips of one corpus; values that were measured before come from the cache.

        Raises
        ------
        AudioError
            If a file cannot be read any more.
        """
        index = self._corpus(requests[0].ref.corpus if requests else "")
        title = f"{self.recipe}: {doing}"
        return run_analysis(analysis, requests, root=index.root, title=title, workers=self.workers)

    def first_fitting(
        self, queue: Sequence[SourceClip], attempt: Callable[[Sequence[SourceClip]], Sequence[Values | None]]
    ) -> list[tuple[SourceClip, Values]]:
        """Take clips from the front of a queue until there are enough that fit.

        Parameters
        ----------
        queue : sequence of SourceClip
            In order of preference.
        attempt : callable
            Gives the values of each clip that fits, and None for one that does not.

        Returns
        -------
        list of (SourceClip, values)
            At most `per_label`, in the order of the queue.
        """
        chosen: list[tuple[SourceClip, Values]] = []
        start = 0
        while start < len(queue) and len(chosen) < self.per_label:
            batch = queue[start : start + self.per_label - len(chosen)]
            start += len(batch)
            tried = zip(batch, attempt(batch), strict=True)
            chosen += [(clip, values) for clip, values in tried if values is not None]
        return chosen

    def enough(self, available: int, *, of_what: str, label: str = "") -> int:
        """Say how many items a label gets, given how many are available for the scarcest label.

        Parameters
        ----------
        available : int
            How many there are.
        of_what : str
            What they are, for the message.
        label : str
            Of a set that is not balanced, whose items are counted.

        Raises
        ------
        PlanError
            If there are fewer than the recipe asks for and a smaller set was not allowed, or none at all.
        """
        wanted = self.wanted(label)
        if available >= wanted:
            return wanted
        if available and self.allow_short:
            return available
        place = f" from {self.index.corpus.name} at {self.index.root}" if self.index is not None else ""
        whom = label or "each label"
        shorter = ", or pass --allow-short for a smaller balanced set" if available else ""
        raise PlanError(
            where=f"{self.named}{place}",
            found=f"{available:,} {of_what}{self._left_out(self._indexes)}",
            wanted=f"{'at least one' if self.allow_short else f'{wanted:,}'}{'' if self.is_open else f' for {whom}'}",
            remedy=f"{self.how_to_complete()}{shorter}",
        )

    def how_to_complete(self) -> str:
        """Say what brings more clips: the parts of the corpora that are lacking, else all of the recipe's own."""
        if not self._indexes:
            return "get the whole corpus"
        lacking = next(filter(None, (how_to_complete(index.parts()) for index in self._indexes)), "")
        own = self._indexes[0].corpus
        if own.name == _SYNTHESISED:
            whole = f"let another engine speak (--engine), or give its speech with --corpus {_SYNTHESISED}=DIR"
        elif own.name in embedded_names():
            whole = f"say where the recipe's own corpus lies, with --corpus NAME=PATH: {own.title} is small"
        else:
            whole = f"get the whole corpus ({own.homepage})"
        return lacking or whole

    @property
    def _indexes(self) -> tuple[CorpusIndex, ...]:
        return tuple(index for index in (self.index, *self.others) if index is not None)

    def _left_out(self, indexes: Sequence[CorpusIndex]) -> str:
        """Say how many recordings of some corpora the user wanted left out; empty if none."""
        ids = {name for index in indexes for name in index.table.column("id").to_pylist()} if self.without else set()
        count = len(ids & self.without)
        return f"; --without or --screened leaves out {counted(count, 'recording')}" if count else ""

    def _corpus(self, name: str = "") -> CorpusIndex:
        index = next((each for each in self._indexes if not name or each.corpus.name == name), None)
        if index is None:
            raise PlanError(
                where=self.named,
                found=f"a construction that needs clips of {name or 'a corpus'}, but no such corpus",
                wanted="a corpus in the recipe",
                remedy="set the recipe's `corpus`, and `also` for further ones",
            )
        return index


def source_clip(row: Mapping[str, Any], index: CorpusIndex, *, max_duration_s: float = MAX_DURATION_S) -> SourceClip:
    """Refer to a recording of an index: its first 30 s at most, as the audio contract allows."""
    rate = row["sampling_rate"]
    ref = SourceRef(
        corpus=index.corpus.name,
        item=row["id"],
        path=row["path"],
        sha256=row["sha256"],
        sampling_rate=rate,
        start_frame=row["start_frame"],
        frames=min(row["frames"], floor(max_duration_s * rate)),
        speaker=row["speaker"] or "",
        sex=row["sex"] or "",
        licence=row["licence"],
    )
    return SourceClip(ref=ref, row=row)
