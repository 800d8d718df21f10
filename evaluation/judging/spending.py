"""What judging cost."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.answer import Answer


@dataclass(kw_only=True)
class Spending:
    """Sums over the calls of one run.

    Parameters
    ----------
    calls : int
        Replies that were asked for and came.
    cached : int
        Replies that were known already.
    failed : int
        Calls that brought no reply.
    unpriced : int
        Calls of unknown cost, which `cost_usd` leaves out.
    input_tokens, output_tokens : int
        Of `calls`.
    cost_usd : float
        Of `calls`, in US dollars.
    saved_usd : float
        What the cached replies cost when they were asked for, in US dollars.
    stopped : str
        Which cap was reached; empty if none.
    """

    calls: int = 0
    cached: int = 0
    failed: int = 0
    unpriced: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    saved_usd: float = 0.0
    stopped: str = ""

    def note_bought(self, reply: Answer, *, most_usd: float | None) -> None:
        """Count a reply that was asked for; its bound stands for a cost that the endpoint does not tell."""
        self.calls += 1
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens
        cost_usd = most_usd if reply.cost_usd is None else reply.cost_usd
        self.unpriced += cost_usd is None
        self.cost_usd += cost_usd or 0.0

    def note_cached(self, reply: Answer) -> None:
        """Count a reply that cost nothing this time."""
        self.cached += 1
        self.saved_usd += reply.cost_usd or 0.0

    def told(self) -> str:
        """Say it in a sentence or two."""
        cost = "cost unknown" if self.calls and self.unpriced == self.calls else f"{self.cost_usd:.4f} USD"
        if 0 < self.unpriced < self.calls:
            cost += f" and {self.unpriced:,} calls of unknown cost"
        text = (
            f"Calls to a judge: {self.calls:,} ({self.input_tokens:,} tokens in, {self.output_tokens:,} out, {cost}), "
            f"{self.cached:,} more from the cache (which cost {self.saved_usd:.4f} USD then), {self.failed:,} failed."
        )
        return f"{text} Stopped: {self.stopped}." if self.stopped else text
