"""Scores in words, the same in every form of the report."""

from __future__ import annotations

import math

from evaluation.certainty.hearing import Reading
from evaluation.certainty.interval import Interval
from evaluation.reports.score import ReadHearing, ReadPositions, Score
from evaluation.reports.tasks import Task
from evaluation.scoring.measures import SAGI_CER, SAGI_WER
from evaluation.scoring.terminal import interval_text
from verification.pages.wording import p_value

HEARS = Reading.HEARS
_TITLES = {
    "choice": "accuracy, strict choice",
    SAGI_WER: "mean WER of completed transcripts (WER below 1)",
    SAGI_CER: "mean CER of completed transcripts (CER below 1)",
}


def measure_text(task: Task) -> str:
    """Name the measure, its unit where it is no share, and which way it is better."""
    score = task.any_score
    title = _TITLES.get(score.measure) or str(score.details.get("title") or score.measure)
    unit = {"share": "", "points": ", points of 4"}.get(score.unit, f", {score.unit}" if score.unit else "")
    return f"{title}{unit}; {score.direction} is better"


def value_text(value: float | None, unit: str) -> str:
    """Write a value in its unit; × where there is none, as the papers do."""
    if value is None or math.isnan(value):
        return "×"
    return f"{100 * value:.1f} %" if unit == "share" else f"{value:.3g}"


def score_text(score: Score) -> str:
    """Write a score with its 95 % interval."""
    return interval_text(score.value, percent=score.is_share)


def ends_text(interval: Interval, *, percent: bool) -> str:
    """Write the ends of an interval; empty if there is none."""
    if not interval.is_known:
        return ""
    scale, digits = (100.0, ".1f") if percent else (1.0, ".3g")
    return f"{scale * interval.low:{digits}} to {scale * interval.high:{digits}}"


def difference_text(interval: Interval, *, is_share: bool) -> str:
    """Write a difference with its interval; of shares in points."""
    if math.isnan(interval.value) or not is_share:
        return interval_text(interval, percent=False)
    ends = f" ({points_text(interval.low)} to {points_text(interval.high)})" if interval.is_known else ""
    return f"{points_text(interval.value)} points{ends}"


def points_text(share: float) -> str:
    """Write a difference of shares in points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def mean_text(value: float) -> str:
    """Write a mean on the scale of `rescaling`."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def mean_ends_text(low: float | None, high: float | None) -> str:
    """Write the interval of such a mean; empty if there is none."""
    return "" if low is None or high is None else f"{mean_text(low)} to {mean_text(high)}"


def rate_text(share: float | None) -> str:
    """Write a rate: 0 only if there is none."""
    if share is None:
        return "–"
    return "0 %" if share == 0 else "< 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def position_text(positions: ReadPositions) -> str:
    """Say whether the model prefers options for where they stand."""
    if not positions.items:
        return "nothing chosen"
    place = positions.preferred
    if place is None:
        return "none shown"
    excess = positions.excess.get(place)
    more = f", {points_text(excess)} points" if excess is not None else ""
    return f"option {place}{more} (p {_p(positions.p_value)})"


def wording_text(score: Score) -> str:
    """Say whether the wording of the instruction matters."""
    if score.breakdown is None:
        return "–"
    found = score.breakdown.instructions
    if len(found.accuracies) < 2:
        return "one wording"
    if not found.is_sensitive:
        return f"no, {len(found.accuracies)} wordings"
    return f"yes, {100 * found.spread:.0f} points apart (p {_p(found.p_value)})"


def hearing_text(hearings: tuple[ReadHearing, ...]) -> str:
    """Give the readings of all controls; a dash if none was run."""
    return "; ".join(f"{each.control}: {each.reading}" for each in hearings) or "not tried"


def beats_chance(score: Score) -> bool | None:
    """Whether the whole interval lies above what is scored without listening; None where there is no such level."""
    best = score.tally.chance.best
    return None if math.isnan(best) or not score.is_choice else score.value.low > best


def p_text(value: float) -> str:
    """Write p with its sign of comparison."""
    return f"p {_p(value)}"


def _p(value: float) -> str:
    text = p_value(value)
    return text if text.startswith("<") else f"= {text}"
