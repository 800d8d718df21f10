"""Questions and verdicts to count."""

from __future__ import annotations

from evaluation.asked import Question
from evaluation.verdicts import Outcome, Verdict


def question(number, *, options=("rising", "falling"), right=0, group="", text="Is the level rising or falling?"):
    return Question(id=f"q{number}", text=text, options=tuple(options), label=options[right], group=group)


def choose(asked, option):
    """Give the verdict on a reply that is this option."""
    right = option == asked.label
    return Verdict(
        id=asked.id, outcome=Outcome.RIGHT if right else Outcome.WRONG, chosen=option, score=1.0 if right else 0.0
    )


def answer(asked, is_right):
    """Give the verdict on a right answer, or on the next option after it."""
    place = asked.options.index(asked.label)
    return choose(asked, asked.label if is_right else asked.options[(place + 1) % len(asked.options)])


def pairs(count, **kinds):
    """Give so many minimal pairs: each group has the two labels, and options in the same order."""
    return [
        question(2 * pair + side, right=side, group=f"g{pair}", **kinds) for pair in range(count) for side in (0, 1)
    ]
