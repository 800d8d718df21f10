"""What became of replies, and what limits the scores, a line for each task and model."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.reports.score import ReadHearing
from evaluation.reports.tasks import ScoreTable
from evaluation.reports.wording import HEARS, position_text, rate_text, wording_text


@dataclass(frozen=True, kw_only=True)
class ReplyRow:
    """One model on one task, in words; `is_first` begins a task."""

    task: str
    model: str
    is_first: bool
    items: int
    na: str
    refused: str
    missing: str
    position: str
    wording: str
    prefers: bool
    is_sensitive: bool
    hearing: tuple[ReadHearing, ...]
    unfit: str

    @property
    def is_flagged(self) -> bool:
        """Whether the score is not shown to come from the sound."""
        return any(each.reading != HEARS for each in self.hearing)


def reply_rows(table: ScoreTable) -> list[ReplyRow]:
    """Give the lines in the order of the table."""
    rows = []
    for task in table.tasks:
        for number, (model, score) in enumerate(task.scores.items()):
            found, replies = score.breakdown, score.replies
            unfit = [
                f"{len(ids):,} {what}"
                for ids, what in ((replies.repeated, "answered several times"), (replies.unknown, "unknown ids"))
                if ids
            ]
            rows.append(
                ReplyRow(
                    task=task.title,
                    model=model,
                    is_first=number == 0,
                    items=score.tally.items,
                    na=rate_text(score.na_rate),
                    refused=rate_text(score.tally.refusal_rate),
                    missing=rate_text(score.tally.missing_rate),
                    position=position_text(found.positions) if found else "–",
                    wording=wording_text(score),
                    prefers=found is not None and found.positions.preferred is not None,
                    is_sensitive=found is not None and found.instructions.is_sensitive,
                    hearing=score.hearing,
                    unfit=", ".join(unfit),
                )
            )
    return rows


def untried(table: ScoreTable) -> dict[str, list[str]]:
    """Give the tasks, by model, whose score was never held against one without the sound."""
    found: dict[str, list[str]] = {}
    for task in table.tasks:
        for model, score in task.scores.items():
            if not score.hearing:
                found.setdefault(model, []).append(task.title)
    return found
