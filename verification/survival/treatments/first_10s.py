"""A front end that hears 10 s."""

from __future__ import annotations

from verification.survival.cut import Cut


class First10(Cut):
    """The first 10 s, about what audio tagging and contrastive models such as AST and CLAP take."""

    name = "first-10s"
    title = "the first 10 s only"
    order = 100
    kept_s = 10.0


TREATMENT = First10()
