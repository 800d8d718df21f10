"""Paired differences as places on an axis from -1 to 1, and as words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.reports.comparing import Pair
from evaluation.reports.wording import difference_text, p_text
from verification.pages.measures import Interval
from verification.pages.scales import Scale
from verification.pages.wording import amount

_UNIT = Scale(-1.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One comparison; `interval` is None where the difference is of no share and has no axis."""

    task: str
    first: str
    second: str
    interval: Interval | None
    value: str
    p: str
    better: str
    counts: str


def differences(pairs: Iterable[Pair]) -> list[Difference]:
    """Give comparisons in their order."""
    return [_difference(pair) for pair in pairs]


def _difference(pair: Pair) -> Difference:
    made = pair.made
    value = difference_text(made.difference, is_share=pair.is_share)
    left = f"; {amount(made.left_out, 'question')} without a score of both left out" if made.left_out else ""
    return Difference(
        task=pair.task,
        first=pair.first,
        second=pair.second,
        interval=_interval(pair, value) if pair.is_share and made.difference.is_known else None,
        value=value,
        p=p_text(pair.p_holm),
        better=pair.better,
        counts=(
            f"{amount(made.items, 'question')} in {amount(made.difference.groups, 'group')}: the first scored more "
            f"on {made.first_higher:,}, the second on {made.second_higher:,}{left}"
        ),
    )


def _interval(pair: Pair, words: str) -> Interval:
    found = pair.made.difference
    return Interval(
        low=_UNIT.place(found.low),
        value=_UNIT.place(found.value),
        high=_UNIT.place(found.high),
        line=_UNIT.place(0.0),
        alt=f"{pair.first} less {pair.second}: {words}",
    )
