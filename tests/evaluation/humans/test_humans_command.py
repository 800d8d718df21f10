"""What the command says of votes."""

import pytest
from click.testing import CliRunner

from evaluation.commands.humans import humans_command


@pytest.fixture
def told(small_level2, tmp_path):
    def invoke(text):
        (tmp_path / "votes.csv").write_text(f"rater,id,answer\n{text}")
        return CliRunner().invoke(
            humans_command, [str(small_level2 / "volume-perception"), str(tmp_path / "votes.csv")]
        )

    return invoke


def test_votes_on_no_question_of_the_set_give_no_numbers(told):
    outcome = told("ann,elsewhere,increasing\n")
    assert outcome.exit_code == 1
    first, second = outcome.stdout.splitlines()
    assert "no vote is on a question of this set" in first
    assert "votes on ids that are no question's: 1: elsewhere" in second


def test_votes_that_fit_are_scored(told, asked):
    rows = "".join(
        f"{rater},{question.id},{question.label}\n"
        for question in asked["volume-perception"].questions
        for rater in ("ann", "b\x1b[31mo")
    )
    outcome = told(rows)
    assert outcome.exit_code == 0
    assert "2 listeners, 48 questions, 96 votes" in outcome.stdout
    assert "ann 100.0 %" in outcome.stdout
    assert "\x1b" not in outcome.stdout
