"""Sets that ask about the same clips: in several wordings, and aloud (the SAGI paper's Tables 14 and 15, App. C.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation.certainty.multiplicity import holm
from evaluation.certainty.pairing import earned, rightness
from evaluation.certainty.rewording import Reworded, reworded
from evaluation.reports.comparing import Pair, paired_scores
from evaluation.reports.score import Score
from evaluation.reports.tasks import ScoreTable, Task


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One wording: the set that has it, and the question."""

    dataset: str
    instruction: str


@dataclass(frozen=True, kw_only=True)
class Wordings:
    """A task in all its wordings.

    Parameters
    ----------
    title : str
        The task's.
    rows : tuple of Asked
        The wordings, its own first.
    models : mapping of str to Reworded
        By model, those that were scored in every wording of `rows`; keys of `means` are the names of the sets.
    partly : tuple of str
        Models that were scored in some of them only, and are not compared.
    is_share : bool
        Whether scores are of 1, and are told in per cent.
    """

    title: str
    rows: tuple[Asked, ...]
    models: Mapping[str, Reworded]
    partly: tuple[str, ...]
    is_share: bool


@dataclass(frozen=True, kw_only=True)
class Aloud:
    """A model on one task, asked in writing and aloud: the pair is the written set less the spoken one."""

    title: str
    model: str
    pair: Pair


def wordings(table: ScoreTable, *, seed: int = 0) -> tuple[Wordings, ...]:
    """Give the tasks that models were scored on in two wordings or more.

    Parameters
    ----------
    table : ScoreTable
        Scores; those without `items`, or of sets that are not ours, are in no wording.
    seed : int
        Of resampling.
    """
    families: dict[tuple[str, str], list[Task]] = {}
    for task in table.tasks:
        variant = task.any_score.variant
        if variant and not variant.spoken:
            families.setdefault((variant.base, task.any_score.measure), []).append(task)
    return tuple(_family(tasks, table.models, seed=seed) for tasks in families.values() if len(tasks) > 1)


def aloud(table: ScoreTable, *, seed: int = 0) -> tuple[Aloud, ...]:
    """Hold each spoken set against the written one that asks the same of the same clips, model by model.

    Parameters
    ----------
    table : ScoreTable
        As for `wordings`.
    seed : int
        Of resampling.

    Returns
    -------
    tuple of Aloud
        With p corrected for their number (Holm).
    """
    written = {_key(task): task for task in table.tasks if task.any_score.variant and not _is_spoken(task)}
    found = []
    for task in table.tasks:
        twin = written.get(_key(task)) if _is_spoken(task) else None
        for model, spoken in task.scores.items() if twin else ():
            one = twin.scores.get(model) if twin else None
            if one is not None and one.items and spoken.items:
                pair = paired_scores(spoken.dataset, one, spoken, seed=seed)
                found.append(Aloud(title=twin.title if twin else "", model=model, pair=pair))
    corrected = holm({str(place): each.pair.made.p_value for place, each in enumerate(found)})
    return tuple(
        replace(each, pair=replace(each.pair, p_holm=corrected[str(place)])) for place, each in enumerate(found)
    )


def _key(task: Task) -> tuple[str, str, str]:
    score = task.any_score
    variant = score.variant
    return (variant.base, variant.instruction, score.measure) if variant else (score.dataset, "", score.measure)


def _is_spoken(task: Task) -> bool:
    variant = task.any_score.variant
    return variant is not None and variant.spoken


def _family(tasks: Sequence[Task], models: Sequence[str], *, seed: int) -> Wordings:
    ordered = sorted(tasks, key=lambda task: task.any_score.is_reworded)
    first = ordered[0].any_score
    whole = [model for model in models if all(_items(task, model) for task in ordered)]
    some = [model for model in models if any(model in task.scores for task in ordered)]
    return Wordings(
        title=ordered[0].title,
        rows=tuple(
            Asked(dataset=score.dataset, instruction=score.variant.instruction if score.variant else "")
            for score in (task.any_score for task in ordered)
        ),
        models={model: _reworded([task.scores[model] for task in ordered], seed=seed) for model in whole},
        partly=tuple(model for model in some if model not in whole),
        is_share=first.is_share,
    )


def _items(task: Task, model: str) -> bool:
    score = task.scores.get(model)
    return score is not None and bool(score.items)


def _reworded(scores: Sequence[Score], *, seed: int) -> Reworded:
    measure = rightness if scores[0].is_choice else earned
    by_id = {score.dataset: {item.id: measure(item.verdict) for item in score.items or ()} for score in scores}
    groups = {item.id: item.group or "" for score in scores for item in score.items or ()}
    return reworded(by_id, groups, bounds=scores[0].bounds, seed=seed)
