"""Treat clips, measure the property again, and see whether the labels still hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from execution.pool import map_jobs
from execution.ticks import tick
from verification.listening.clip import listen
from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.survival.choosing import choose
from verification.survival.interval import wilson
from verification.survival.matrix import SurvivalRow
from verification.survival.registry import treatments as all_treatments
from verification.survival.registry import treatments_named
from verification.survival.remarked import Done, Remarked
from verification.survival.treatment import Treatment
from verification.survival.verdict import NOT_EVEN_UNTREATED, Guessing, verdict
from verification.truth.property import Property


@dataclass(frozen=True, kw_only=True, slots=True)
class _Job:
    entry: Entry
    property: Property
    treatments: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Outcome:
    """Whether the label holds, untreated and after each treatment; None where the measurement decides nothing."""

    heard: bool
    untreated: bool | None = None
    holds: Mapping[str, bool | None] = field(default_factory=dict)
    done: Mapping[str, Done] = field(default_factory=dict)


def survive(
    entries: Sequence[Entry],
    property: Property,  # noqa: A002
    *,
    workers: int,
    treatments: Sequence[str] | None = None,
    most_items: int = 100,
) -> tuple[SurvivalRow, ...]:
    """Measure whether the labels still hold after each treatment.

    The first clip of a row is treated; the stems that it was mixed from are not given to the property, before or
    after, because no model gets them. A clip that cannot be decoded, is empty or holds NaN or infinity is left out.

    Parameters
    ----------
    entries : sequence of Entry
        The set, or a sample of it.
    property : Property
        What the questions are about. Its class must be importable by a worker if there are several.
    workers : int
        Processes. Each clip counts one tick (`execution.ticks`).
    treatments : sequence of str, optional
        Names; all by default.
    most_items : int
        Rows to treat at most; which ones is settled by `verification.survival.choosing.choose`.

    Returns
    -------
    tuple of SurvivalRow
        In the order of the table; empty if no row could be treated.

    Raises
    ------
    TreatmentError
        If there is no treatment of one of the names.
    """
    wanted = all_treatments() if treatments is None else treatments_named(treatments)
    chosen = choose(entries, most_items=most_items)
    jobs = (_Job(entry=entry, property=property, treatments=tuple(wanted)) for entry in chosen)
    everything = list(zip(chosen, map_jobs(_measured, jobs, workers=workers), strict=True))
    heard = [(entry, outcome) for entry, outcome in everything if outcome.heard]
    if not heard:
        return ()
    guessing = Guessing.at([entry for entry, _ in heard], entries)
    outcomes = [outcome for _, outcome in heard]
    left_out = len(everything) - len(heard)
    return tuple(_row(treatment, outcomes, guessing=guessing, left_out=left_out) for treatment in wanted.values())


def _measured(job: _Job) -> _Outcome:
    _, decoded = listen(job.entry.audio[0])
    outcome = _Outcome(heard=False)
    if decoded is not None and decoded.samples.size and np.isfinite(decoded.samples).all():
        outcome = _treated(job, Sound(samples=decoded.samples, sampling_rate=decoded.sampling_rate))
    tick()
    return outcome


def _treated(job: _Job, sound: Sound) -> _Outcome:
    holds: dict[str, bool | None] = {}
    done: dict[str, Done] = {}
    for name, treatment in treatments_named(job.treatments).items():
        arrived, done[name] = _apply(treatment, sound)
        holds[name] = _holds(job, arrived)
    return _Outcome(heard=True, untreated=_holds(job, sound), holds=holds, done=done)


def _apply(treatment: Treatment, sound: Sound) -> tuple[Sound, Done]:
    return treatment.treat(sound) if isinstance(treatment, Remarked) else (treatment.apply(sound), {})


def _holds(job: _Job, sound: Sound) -> bool | None:
    return job.property.judge(job.property.measure(sound), job.entry).holds


def _row(treatment: Treatment, outcomes: Sequence[_Outcome], *, guessing: Guessing, left_out: int) -> SurvivalRow:
    verdicts = [outcome.holds[treatment.name] for outcome in outcomes]
    items, holds = len(verdicts), sum(value is True for value in verdicts)
    untreated = sum(outcome.untreated is True for outcome in outcomes)
    low, high = wilson(holds, items)
    measurable = wilson(untreated, items)[0] > guessing.best
    remarks = []
    if isinstance(treatment, Remarked):
        remarks.append(treatment.remark([outcome.done[treatment.name] for outcome in outcomes]))
    undecided = sum(value is None for value in verdicts)
    if undecided:
        remarks.append(f"the measurement decides nothing for {undecided} of {items} clips")
    if left_out:
        remarks.append(f"{left_out} {'clip' if left_out == 1 else 'clips'} left out: not decoded, empty or not finite")
    if not measurable:
        remarks.append(NOT_EVEN_UNTREATED)
    return SurvivalRow(
        treatment=treatment.name,
        title=treatment.title,
        items=items,
        holds=holds,
        share=holds / items,
        low=low,
        high=high,
        untreated=untreated / items,
        chance=guessing.chance,
        verdict=verdict(holds / items, low, untreated=untreated / items, guessing=guessing),
        note="; ".join(remarks),
    )
