"""A score card for people at a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.certainty.hearing import Hearing
from evaluation.certainty.interval import Interval
from evaluation.replies.joining import Joined
from evaluation.scoring.card import Breakdown, ScoreCard
from evaluation.verdicts import Outcome
from manifests.printable import printable
from verification.lines import wrapped

DAGGER = "†"
_MOST_IDS, _LONGEST_ID = 5, 64
_SENSITIVE = "instructions differ by more than chance"


def card_lines(card: ScoreCard, *, width: int) -> Iterator[str]:
    """Write a card: the score first, then what limits it."""
    level = f" (level {card.level})" if card.level else ""
    yield f"{card.title}{level}{f' {DAGGER}' if card.departures else ''}: {card.model}"
    yield from wrapped(f"{card.scoring.measure}: {_value(card)}", width, first="  ", rest="    ")
    if card.departures:
        yield from wrapped(departures_text(card.departures), width, first="  ", rest="    ")
    for line in (*_limits(card), *_hearing_lines(card.hearings), *_breakdown_lines(card.breakdown)):
        yield from wrapped(line, width, first="  ", rest="    ")
    if card.ran_with:
        line = f"these are replies under the control {card.ran_with}, not to the audio as it is"
        yield from wrapped(line, width, first="  ", rest="    ")
    lines = [*join_lines(card.joined)]
    lines += [f"{name}: {line}" for name, joined in card.control_joins.items() for line in join_lines(joined)]
    for line in lines:
        yield from wrapped(line, width, first="  ", rest="    ")


def departures_text(departures: Sequence[str]) -> str:
    """Say why a score is no match for the paper's."""
    return f"{DAGGER} not comparable with the paper: {'; '.join(departures)}"


def interval_text(interval: Interval, *, percent: bool) -> str:
    """Write a value with its interval."""
    scale, unit = (100.0, " %") if percent else (1.0, "")
    if interval.value != interval.value:  # NaN
        return f"none ({interval.note})" if interval.note else "none"
    text = f"{scale * interval.value:.1f}{unit}" if percent else f"{interval.value:.3g}"
    if interval.is_known:
        between = (f"{scale * end:.1f}" if percent else f"{end:.3g}" for end in (interval.low, interval.high))
        text += f" ({' to '.join(between)})"
    return text


def join_lines(joined: Joined) -> Iterator[str]:
    """Name the replies that do not fit."""
    if joined.missing:
        yield f"no reply to {len(joined.missing):,} questions: {some(joined.missing)}"
    if joined.repeated:
        yield f"several replies to {len(joined.repeated):,} questions, the first counts: {some(list(joined.repeated))}"
    if joined.unknown:
        yield f"replies to {len(joined.unknown):,} ids that are no question's: {some(joined.unknown)}"


def _value(card: ScoreCard) -> str:
    percent = card.scoring.unit == "share"
    said = interval_text(card.value, percent=percent)
    groups = card.value.groups
    return f"{said}, {card.value.items:,} questions in {groups:,} groups" if groups else said


def _limits(card: ScoreCard) -> Iterator[str]:
    counts = card.tally.outcomes
    told = [f"{counts[each]:,} {each.value}" for each in Outcome if counts[each]]
    if card.scoring.value is None:
        chance = card.tally.chance
        yield (
            f"chance {100 * chance.guessing:.1f} %, always the first {100 * chance.first:.1f} %, always the most "
            f"frequent {100 * chance.majority:.1f} %"
        )
        yield ", ".join(told)
    else:
        yield f"N/A: {100 * card.scoring.na_rate:.1f} % of {card.tally.items:,}"
    yield from _judge_lines(card)
    yield from _transcript_lines(card.scoring.details)
    if card.scoring.details.get("lacks_asr"):
        yield f"{_why_no_asr(card)}: by the paper's rule this is no speech recognition"


def _why_no_asr(card: ScoreCard) -> str:
    if not math.isnan(card.value.value):
        return "the mean over completed transcripts is not below 0.8"
    if any(verdict.chosen.strip() for verdict in card.scoring.verdicts):
        return "no transcript is completed, so that there is no mean"
    return "nothing was transcribed"


def _transcript_lines(details: Mapping[str, Any]) -> Iterator[str]:
    if "lengths" not in details:
        return
    shares = {name: details[name]["value"] for name in ("completed", "corpus", "rates", "hallucinated")}
    told = {name: "none" if value is None else f"{100 * value:.1f} %" for name, value in shares.items()}
    yield (
        f"mean over completed transcripts; {told['completed']} are completed (rate below 1); over the whole corpus "
        f"{told['corpus']}, mean of all {told['rates']}; hallucinated {told['hallucinated']}"
    )
    lengths = details["lengths"]
    yield (
        f"of {lengths['poor']:,} with a rate above 20 %, {lengths['truncated']:,} are truncated and "
        f"{lengths['over_long']:,} over-long"
    )


def _judge_lines(card: ScoreCard) -> Iterator[str]:
    details = card.scoring.details
    if "judge" in details:
        yield f"judge {details['judge']}, prompt {details['prompt']['name']} {details['prompt']['version']}"
        yield details["calls"]
    if (agreement := details.get("agreement_with_rules")) is not None:
        same, kappa = agreement["same"], agreement["kappa"]
        told = f"the judge agrees with the rules on {100 * same['value']:.1f} % of {agreement['compared']:,}"
        known = kappa is not None and kappa["value"] is not None
        yield f"{told} (Cohen's kappa {kappa['value']:.2f})" if known else told
    unjudged = [verdict for verdict in card.scoring.verdicts if verdict.outcome is Outcome.UNJUDGED]
    if unjudged:
        yield (
            f"not judged, and counted as not right: {len(unjudged):,} ({unjudged[0].reason}): "
            f"{some([verdict.id for verdict in unjudged])}"
        )
    for what in ("not_reached", "not_asked"):
        if left := list(details.get(what, ())):
            yield f"{what.replace('_', ' ')}: {len(left):,}: {some(left)}"


def _hearing_lines(hearings: Sequence[Hearing]) -> Iterator[str]:
    for hearing in hearings:
        yield f"{hearing.control}: {hearing.explanation}"


def _breakdown_lines(breakdown: Breakdown | None) -> Iterator[str]:
    if breakdown is None:
        return
    if breakdown.positions.preferred is not None:
        place = breakdown.positions.preferred
        yield f"prefers option {place} (p = {breakdown.positions.p_value:.2g})"
    if breakdown.instructions.is_sensitive:
        yield (
            f"{_SENSITIVE}: {100 * breakdown.instructions.spread:.0f} points between the best and the worst wording "
            f"(p = {breakdown.instructions.p_value:.2g})"
        )


def some(ids: Sequence[str]) -> str:
    """Name the first few."""
    shown = ", ".join(printable(name, most=_LONGEST_ID) for name in ids[:_MOST_IDS])
    return f"{shown}, and {len(ids) - _MOST_IDS:,} more" if len(ids) > _MOST_IDS else shown
