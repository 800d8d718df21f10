"""The examples of docs/evaluation-choice.md are what the scorer does."""

import re
from pathlib import Path

import pytest

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice

PAGE = Path(__file__).parents[3] / "docs/evaluation-choice.md"


def examples() -> list[tuple[str, tuple[str, ...], str]]:
    table = PAGE.read_text(encoding="utf-8").partition("## Examples")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return [(reply.strip("`"), tuple(re.findall(r"`([^`]*)`", options)), choice) for reply, options, choice in rows]


def test_the_page_shows_every_kind_of_verdict():
    choices = [choice for _, _, choice in examples()]
    assert len(choices) > 30
    assert {"several", "unparsable", "refused"} < set(choices)


@pytest.mark.parametrize(("reply", "options", "choice"), examples())
def test_an_example_of_the_page_is_true(reply, options, choice):
    for label in options:
        verdict = judge_choice(reply, Question(id="q", text="", options=options, label=label))
        if choice.startswith("`"):
            assert (verdict.outcome, verdict.chosen) == (
                "right" if label == choice.strip("`") else "wrong",
                choice.strip("`"),
            )
        else:
            assert (verdict.outcome, verdict.chosen) == ("wrong" if choice == "several" else choice, "")
