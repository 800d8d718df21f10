"""References and hypotheses side by side, read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from evaluation.metrics.errors import MetricError

References = Sequence[str]
Hypotheses = Sequence[str | None]
Read = TypeVar("Read")

_SHOWN = 60  # characters of a reference in a message


def check_lengths(references: References, hypotheses: Hypotheses) -> None:
    """Require a hypothesis, or None, for every reference.

    Raises
    ------
    MetricError
        If there are more of one than of the other.
    """
    if len(references) != len(hypotheses):
        raise MetricError(
            where="replies to measure",
            found=f"{len(references)} references and {len(hypotheses)} hypotheses",
            wanted="one hypothesis, or None, for each reference",
            remedy="give None where no reply came",
        )


def read_pairs(
    references: References, hypotheses: Hypotheses, read: Callable[[str], Read | None], *, kind: str
) -> list[tuple[Read, Read] | None]:
    """Read both sides; None where the hypothesis is None or is not of that kind, which is N/A.

    Parameters
    ----------
    references, hypotheses : sequence of str
        As the set and the replies have them.
    read : callable
        Gives None for what it cannot read.
    kind : str
        What it reads, for the message.

    Raises
    ------
    MetricError
        If a reference cannot be read, or the lengths differ.
    """
    check_lengths(references, hypotheses)
    pairs: list[tuple[Read, Read] | None] = []
    for at, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        expected = read(reference)
        if expected is None:
            raise MetricError(
                where=f"reference {at + 1} of {len(references)}",
                found=repr(reference[:_SHOWN]),
                wanted=kind,
                remedy="choose a measure that suits this set's references, or correct the reference",
            )
        given = None if hypothesis is None else read(hypothesis)
        pairs.append(None if given is None else (expected, given))
    return pairs
