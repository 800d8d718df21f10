"""Turn drafts into items: ids, instructions, balanced order of options, order in the dataset."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from builders.engine.construction import Draft, scalars
from builders.engine.recipe import Recipe
from builders.engine.spoken import asked_aloud, instruction_refs, room_left_s
from builders.engine.supply import Supply
from corpora.indexing.table import CorpusIndex
from manifests.counting import counted
from manifests.digest import opaque_id, stable_hash
from manifests.errors import RecipeError
from manifests.record import OPEN_COUNT
from manifests.rows import PlanItem

_NAMED = 5  # of the ids that are in no corpus


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The items of one dataset, in the dataset's order, and what they were planned from."""

    recipe: Recipe
    seed: int
    items: tuple[PlanItem, ...]
    indexes: tuple[CorpusIndex, ...]
    notes: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """Count items by label, in the recipe's order; of an open task, all of them."""
        if self.recipe.is_open:
            return {OPEN_COUNT: len(self.items)}
        found = Counter(item.label for item in self.items)
        return {label: found[label] for label in self.recipe.options}


def plan(
    recipe: Recipe,
    index: CorpusIndex | None,
    *,
    others: tuple[CorpusIndex, ...] = (),
    seed: int,
    per_label: int | None = None,
    allow_short: bool = False,
    without: frozenset[str] = frozenset(),
    workers: int = 1,
) -> Plan:
    """Plan a dataset: every choice and every random draw happens here.

    Parameters
    ----------
    recipe : Recipe
        What to build.
    index : CorpusIndex or None
        The source corpus; it may be another than the recipe's own (a stand-in).
    others : tuple of CorpusIndex
        Further corpora: those that the recipe draws from also, and what was synthesised for it.
    seed : int
        The release seed.
    per_label : int, optional
        Fewer (or more) items a label than the recipe asks for.
    allow_short : bool
        Accept a smaller balanced set when the corpus cannot give more.
    without : frozenset of str
        Ids of recordings to leave out.
    workers : int
        Processes for the analysis of source clips.

    Raises
    ------
    PlanError
        If the corpus cannot meet the recipe.
    RecipeError
        If the construction drafts what cannot be a balanced set.
    """
    indexes = (*((index,) if index is not None else ()), *others)
    spoken = instruction_refs(recipe, indexes)
    supply = Supply(
        recipe=recipe.draws,
        target=recipe.target,
        seed=seed,
        per_label=per_label or recipe.per_label,
        counts={label: min(count, per_label or count) for label, count in recipe.counts},
        allow_short=allow_short,
        index=index,
        others=others,
        max_duration_s=room_left_s(spoken),
        stand_in=index is not None and index.corpus.name != recipe.corpus,
        without=without,
        is_open=recipe.is_open,
        workers=workers,
    )
    try:
        drafts = recipe.construction.draft(supply)
        _require_balance(recipe, drafts)
        orders = _option_orders(recipe, drafts, supply)
        items = [asked_aloud(_item(recipe, seed, draft, orders[draft.key]), recipe, spoken) for draft in drafts]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise RecipeError(
            where=f"recipe {recipe.target}: {recipe.construction.operation}",
            found=f"{type(error).__name__}: {error}",
            wanted="a plan",
            remedy="correct the construction's `draft`",
        ) from error
    # The members of a pair stand together; other groups do not, or a run of one speaker would be a run of one label.
    paired = recipe.construction.paired
    items.sort(key=lambda item: (item.group, item.id) if paired else (item.id,))
    supply.notes.extend(_left_out_notes(indexes, without - recipe.construction.own_ids()))
    notes = (*_notes(recipe, indexes, Counter(draft.label for draft in drafts)), *supply.notes)
    return Plan(recipe=recipe, seed=seed, items=tuple(items), indexes=indexes, notes=notes)


def _item(recipe: Recipe, seed: int, draft: Draft, options: tuple[str, ...]) -> PlanItem:
    return PlanItem(
        id=opaque_id(seed, recipe.draws, "item", draft.key),
        group=opaque_id(seed, recipe.draws, "group", draft.group),
        label=draft.label,
        instruction=recipe.instruction(options),
        options=options,
        operation=recipe.construction.operation,
        sources=draft.sources,
        parameters=scalars(draft.parameters),
    )


def _require_balance(recipe: Recipe, drafts: Sequence[Draft]) -> None:
    keys = Counter(draft.key for draft in drafts)
    twice = [key for key, count in keys.items() if count > 1]
    problem = _imbalance(recipe, Counter(draft.label for draft in drafts))
    if twice:
        problem = problem or (
            f"{counted(len(twice), 'key')} used twice, such as {twice[0]!r}",
            "a key of its own for every item",
        )
    if problem is not None:
        raise RecipeError(
            where=f"recipe {recipe.target}: {recipe.construction.operation}",
            found=problem[0],
            wanted=problem[1],
            remedy="correct the construction's `draft`",
        )


def _imbalance(recipe: Recipe, counts: Counter[str]) -> tuple[str, str] | None:
    if recipe.is_open:
        empty = sum(count for label, count in counts.items() if not label.strip())
        found = f"{counted(empty, 'item')} without an answer" if counts else "no items"
        return None if counts and not empty else (found, "items, each with an answer of its own")
    found = f"labels {dict(counts)}"
    if set(counts) == set(recipe.options):
        over = [label for label, count in recipe.counts if counts[label] > count]
        if recipe.counts:
            return (found, f"at most {dict(recipe.counts)}") if over else None
        if len(set(counts.values())) == 1:
            return None
    return found, f"equally many of each of {list(recipe.options)}"


def _option_orders(recipe: Recipe, drafts: Sequence[Draft], supply: Supply) -> dict[str, tuple[str, ...]]:
    """Rotate the options so that the right answer stands in every place equally often, for every label.

    The members of a minimal pair share one order: then their instructions are the same word for word, and
    only the audio can tell them apart. Units are ranked by a hash of their own, and each rotation takes an equal
    run of ranks: the balance is exact to within one, and a unit that is added moves one other at each border of runs
    at most.
    """
    rotations = recipe.rotations()
    units: dict[tuple[str, str], list[str]] = defaultdict(list)
    for draft in drafts:
        stream = "" if recipe.is_open else draft.label
        unit = ("", draft.group) if recipe.construction.paired else (stream, draft.key)
        units[unit].append(draft.key)
    streams: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for unit in units:
        streams[unit[0]].append(unit)
    orders: dict[str, tuple[str, ...]] = {}
    for members in streams.values():
        members.sort(key=lambda unit: stable_hash(supply.seed, supply.recipe, "options", *unit))
        for place, unit in enumerate(members):
            orders.update(dict.fromkeys(units[unit], rotations[place * len(rotations) // len(members)]))
    return orders


def _notes(recipe: Recipe, indexes: Sequence[CorpusIndex], counts: Counter[str]) -> tuple[str, ...]:
    notes = []
    if indexes and indexes[0].corpus.name != recipe.corpus and recipe.corpus is not None:
        notes.append(f"made from {indexes[0].corpus.title} in place of the recipe's corpus, {recipe.corpus}")
    notes += _size_notes(recipe, counts)
    for index in indexes:
        if index.damaged:
            names = ", ".join(damage.path for damage in index.damaged)
            count = counted(len(index.damaged), "damaged recording")
            notes.append(f"{count} of {index.corpus.name} left out: {names}")
    return tuple(notes)


def _left_out_notes(indexes: Sequence[CorpusIndex], without: frozenset[str]) -> list[str]:
    """Say which recordings were left out on request, and which ids name none."""
    left_out = sorted(without & ids_of(indexes))
    unknown = sorted(without - set(left_out)) if indexes else []
    notes = [f"left out on request: {', '.join(left_out)}"] if left_out else []
    if unknown:
        named = ", ".join(unknown[:_NAMED]) + (f" and {len(unknown) - _NAMED:,} more" if len(unknown) > _NAMED else "")
        verb = "is" if len(unknown) == 1 else "are"
        of = f"of {counted(len(without), 'id')} to leave out"
        notes.append(f"{of}, {len(unknown):,} {verb} in no corpus used here: {named}")
    return notes


def ids_of(indexes: Sequence[CorpusIndex]) -> frozenset[str]:
    """Give the ids of all recordings of some corpora."""
    return frozenset(name for index in indexes for name in index.table.column("id").to_pylist())


def _size_notes(recipe: Recipe, counts: Counter[str]) -> list[str]:
    if recipe.is_open:
        total = counts.total()
        told = f"{counted(total, 'item')}; the recipe asks for {recipe.per_label:,}"
        return [told] if total != recipe.per_label else []
    wanted = recipe.wanted()
    if recipe.counts:
        return [
            f"{counted(counts[label], 'item')} of {label}; the published set has {count:,}"
            for label, count in wanted.items()
            if counts[label] != count
        ]
    per_label = min(counts.values())
    told = f"{counted(per_label, 'item')} a label; the recipe asks for {recipe.per_label:,}"
    return [told] if per_label != recipe.per_label else []
