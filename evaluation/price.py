"""What tokens cost."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evaluation.errors import ModelError

_FRAME_TOKENS = 64  # what a chat format puts around a message; real ones take fewer than 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """The price of a model, as its provider lists it.

    Parameters
    ----------
    input_usd, output_usd : float
        US dollars for a million tokens.

    Raises
    ------
    ModelError
        If a price is negative or not finite: no cap could be held to it.
    """

    input_usd: float
    output_usd: float

    def __post_init__(self) -> None:
        for name in ("input_usd", "output_usd"):
            value = getattr(self, name)
            if not 0.0 <= value < math.inf:
                raise ModelError(
                    where="--prices",
                    found=f"{value:g} USD for a million tokens",
                    wanted="a price, not negative",
                    remedy="give both prices as the provider lists them",
                )

    def of(self, *, input_tokens: int, output_tokens: int) -> float:
        """Give the cost of a call in US dollars."""
        return (input_tokens * self.input_usd + output_tokens * self.output_usd) / 1e6

    def at_most(self, prompt: str, *, output_tokens: int) -> float:
        """Bound the cost of a call in US dollars: a token is never shorter than a byte."""
        return self.of(input_tokens=len(prompt.encode()) + _FRAME_TOKENS, output_tokens=output_tokens)
