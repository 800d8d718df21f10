"""A reply that is none, and what it cost all the same."""

from __future__ import annotations

from evaluation.errors import ModelError


class UnusableReplyError(ModelError):
    """Something came from an endpoint, and it was no reply.

    Parameters
    ----------
    where, found, wanted, remedy : str
        As of every error.
    input_tokens, output_tokens : int
        As the endpoint counted them; 0 if it did not.
    cost_usd : float or None
        What was paid for it; None if that is not known.
    """

    def __init__(
        self,
        *,
        where: str,
        found: str,
        wanted: str,
        remedy: str,
        input_tokens: int = 0,
        output_tokens: int = 0,
        cost_usd: float | None = None,
    ) -> None:
        super().__init__(where=where, found=found, wanted=wanted, remedy=remedy)
        self.input_tokens, self.output_tokens, self.cost_usd = input_tokens, output_tokens, cost_usd
