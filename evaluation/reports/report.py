"""Everything that a report tells, worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.reports.comparing import Pair, Uncompared, compared
from evaluation.reports.levels import Levels, sagi_levels
from evaluation.reports.score import Score
from evaluation.reports.tasks import ScoreTable, score_table
from evaluation.reports.wording import HEARS, beats_chance
from evaluation.reports.wordings import Aloud, Wordings, aloud, wordings
from verification.pages.wording import amount


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report.

    Parameters
    ----------
    table : ScoreTable
        Tasks and models.
    levels : Levels or None
        The profile, if a task is SAGI's.
    pairs : tuple of Pair
        Models against the first one.
    uncompared : tuple of Uncompared
        What could not be compared.
    wordings : tuple of Wordings
        Tasks that were asked in several wordings.
    aloud : tuple of Aloud
        Tasks that were asked in writing and aloud.
    """

    table: ScoreTable
    levels: Levels | None
    pairs: tuple[Pair, ...]
    uncompared: tuple[Uncompared, ...]
    wordings: tuple[Wordings, ...] = ()
    aloud: tuple[Aloud, ...] = ()

    @property
    def title(self) -> str:
        """What the report is of."""
        models, tasks = self.table.models, amount(len(self.table.tasks), "task")
        return f"{models[0] if len(models) == 1 else f'{len(models):,} models'} on {tasks}"

    def headline(self, model: str) -> str:
        """Say on how many tasks a model is above chance, and on how many its score is not shown to be hearing."""
        scores = [task.scores[model] for task in self.table.tasks if model in task.scores]
        known = [beats for score in scores if (beats := beats_chance(score)) is not None]
        flagged = sum(any(each.reading != HEARS for each in score.hearing) for score in scores)
        tried = sum(bool(score.hearing) for score in scores)
        told = [f"above chance on {sum(known):,} of {amount(len(known), 'task')}"] if known else []
        if len(scores) > len(known):
            told.append(f"scored by another measure on {amount(len(scores) - len(known), 'task')}")
        if flagged:
            told.append(f"not shown to hear on {flagged:,} of {tried:,} that were tried without the sound")
        return "; ".join(told)


def make_report(scores: Sequence[Score], *, seed: int = 0) -> Report:
    """Work out a report.

    Parameters
    ----------
    scores : sequence of Score
        At least one, as `read_scores` reads them.
    seed : int
        Of resampling.
    """
    table = score_table(scores)
    pairs, uncompared = compared(table, seed=seed)
    return Report(
        table=table,
        levels=sagi_levels(table),
        pairs=pairs,
        uncompared=uncompared,
        wordings=wordings(table, seed=seed),
        aloud=aloud(table, seed=seed),
    )
