from __future__ import annotations

from dataclasses import replace

import pytest

from evaluation.errors import JudgeError
from evaluation.judging.agreement import agree_on_verdicts
from evaluation.judging.rules import judge_reply
from evaluation.verdicts import Outcome


def test_closed_questions_are_judged_by_rule(emotion):
    assert judge_reply("The speaker sounds sad.", emotion).outcome is Outcome.RIGHT
    assert judge_reply("The speaker sounds happy.", emotion).outcome is Outcome.WRONG
    assert judge_reply("Happy or sad.", emotion).outcome is Outcome.WRONG


def test_a_model_judges_where_one_is_named(scripted, emotion):
    judge = scripted("Result: NO")
    assert judge_reply("The speaker sounds sad.", emotion, judge=judge).outcome is Outcome.WRONG
    assert len(judge.asked) == 1


def test_an_open_question_needs_a_model(scripted, detective):
    with pytest.raises(JudgeError, match=r"d1.*no options"):
        judge_reply("A man.", detective)
    assert judge_reply("A man.", detective, judge=scripted("Result: YES")).score == 1.0


def test_rules_and_a_model_can_be_compared(scripted, emotion):
    replies = ["Sad.", "Happy.", "It is sad.", "Angry."]
    rules = [replaced(judge_reply(reply, emotion), n) for n, reply in enumerate(replies)]
    judge = scripted("Result: YES", "Result: NO", "Result: NO", "Result: NO")
    model = [replaced(judge_reply(reply, emotion, judge=judge), n) for n, reply in enumerate(replies)]
    found = agree_on_verdicts(rules, model)
    assert found.same.value == pytest.approx(0.75)
    assert found.kappa.value == pytest.approx(0.5)
    assert [each.id for each in found.differences] == ["q2"]


def replaced(verdict, number):
    return replace(verdict, id=f"q{number}")
