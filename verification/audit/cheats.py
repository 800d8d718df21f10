"""Say how well answering without the property went, for people at a terminal."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from verification.lines import wrapped
from verification.shortcuts.score import SIGNIFICANT, SMALLEST, FamilyScore


def cheat_lines(scores: Sequence[FamilyScore], *, width: int, leaking: Container[str]) -> Iterator[str]:
    """Write the scores: families that leak, those that do not, those that cannot tell, the property itself.

    Parameters
    ----------
    scores : sequence of FamilyScore
        In the order in which they were tried; no lines if there are none.
    width : int
        Longest line.
    leaking : container of str
        Families of which there is a finding.
    """
    if not scores:
        return
    said = "answering without the property: balanced accuracy, its 95 % interval, p corrected for the number of tries"
    yield from wrapped(f"{said} (chance is {scores[0].chance:.3g})", width, first="  ", rest="    ")
    rule = f"a shortcut: p < {SIGNIFICANT}, and the interval {SMALLEST} above chance; below chance is none"
    yield from wrapped(rule, width, first="  ", rest="    ")
    counted = [score for score in scores if score.tells and not score.inherent]
    counted.sort(key=lambda score: -score.balanced_accuracy if score.family in leaking else 1.0)
    column = max(map(len, (score.family for score in counted)), default=0)
    for score in counted:
        text = f"{score.family:<{column}}  {_figures(score)}"
        text += ", a shortcut" if score.family in leaking else ""
        text += f" ({score.note})" if score.note else ""
        yield from wrapped(text, width, first="    ", rest=" " * 6)
    for note, families in _by_reason((score.note, score.family) for score in scores if not score.tells):
        yield from wrapped(f"{', '.join(families)}: {note}", width, first="    ", rest="      ")
    yield from _inherent([score for score in scores if score.inherent], width)


def _figures(score: FamilyScore) -> str:
    return f"{score.balanced_accuracy:.2f} ({score.low:.2f} to {score.high:.2f}), p = {score.p_family:.3f}"


def _inherent(scores: Sequence[FamilyScore], width: int) -> Iterator[str]:
    """List what is the property itself, each reason once."""
    if not scores:
        return
    yield from wrapped("answering by the property itself, which is no shortcut:", width, first="  ", rest="    ")
    told = ((score.inherent, f"{score.family} {score.balanced_accuracy:.2f}") for score in scores)
    for reason, families in _by_reason(told):
        yield from wrapped(f"{', '.join(families)}: {reason}", width, first="    ", rest="      ")


def _by_reason(pairs: Iterator[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    gathered: dict[str, list[str]] = {}
    for reason, family in pairs:
        gathered.setdefault(reason, []).append(family)
    return list(gathered.items())
