"""What tokens cost."""

from __future__ import annotations

from dataclasses import dataclass

_FRAME_TOKENS = 64  # what a chat format puts around a message; real ones take fewer than 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """The price of a model, as its provider lists it.

    Parameters
    ----------
    input_usd, output_usd : float
        US dollars for a million tokens.
    """

    input_usd: float
    output_usd: float

    def of(self, *, input_tokens: int, output_tokens: int) -> float:
        """Give the cost of a call in US dollars."""
        return (input_tokens * self.input_usd + output_tokens * self.output_usd) / 1e6

    def at_most(self, prompt: str, *, output_tokens: int) -> float:
        """Bound the cost of a call in US dollars: a token is never shorter than a byte."""
        return self.of(input_tokens=len(prompt.encode()) + _FRAME_TOKENS, output_tokens=output_tokens)
