"""Models that everybody has: what a score must be held against."""

from __future__ import annotations

from evaluation.answer import Answer
from evaluation.models.protocol import Prompt
from manifests.seeding import item_generator


class First:
    """Always the option that stands first: its score is the position bias of the set."""

    name = "baseline:first"

    def answer(self, prompt: Prompt) -> Answer:
        """Give the first option; nothing to an open question among closed ones."""
        return Answer(text=prompt.options[0] if prompt.options else "", cost_usd=0.0)


class Random:
    """An option drawn by the question's opaque id, the same in each run.

    Parameters
    ----------
    seed : int
        Of all draws.
    """

    name = "baseline:random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def answer(self, prompt: Prompt) -> Answer:
        """Draw an option."""
        if not prompt.options:
            return Answer(text="", cost_usd=0.0)
        place = int(item_generator(self._seed, "baseline", prompt.id).integers(len(prompt.options)))
        return Answer(text=prompt.options[place], cost_usd=0.0)


class Silent:
    """Says nothing: everything is N/A."""

    name = "baseline:silent"

    def answer(self, prompt: Prompt) -> Answer:  # noqa: ARG002
        """Say nothing."""
        return Answer(text="", cost_usd=0.0)
