"""What was said, by a model or by a judge."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a model or a judge said.

    Parameters
    ----------
    text : str
        Word for word.
    input_tokens, output_tokens : int
        As its endpoint counts them; 0 if it does not.
    cost_usd : float or None
        What it cost; None if that is not known.
    """

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
