"""What became of replies, what chance gives, and what was answered for what."""

from __future__ import annotations

import json
import math

import pytest

from evaluation.asked import Question
from evaluation.certainty.chance import chance
from evaluation.certainty.confusion import confusion
from evaluation.certainty.scored import scored
from evaluation.certainty.tally import mean_score, tally
from evaluation.errors import ReplyError
from evaluation.verdicts import Outcome, Verdict
from tests.evaluation.certainty.making import answer, choose, pairs, question


def _said(asked, outcome, score=None):
    return Verdict(id=asked.id, outcome=outcome, score=score)


def test_chance_is_the_mean_of_one_over_the_options():
    asked = [
        question(0, options=("a", "b")),
        question(1, options=("a", "b", "c", "d"), right=2),
        question(2, options=("c", "a"), right=1),
        Question(id="open", text="What is said?", label="hello"),
    ]
    found = chance(asked)
    assert found.guessing == pytest.approx((1 / 2 + 1 / 4 + 1 / 2) / 3)
    assert (found.majority, found.majority_label) == (pytest.approx(2 / 3), "a")
    assert found.first == pytest.approx(1 / 3)
    assert found.best == pytest.approx(2 / 3)
    assert (found.items, found.open_questions) == (3, 1)


def test_open_questions_have_no_chance_level():
    found = chance([Question(id="open", text="What is said?", label="hello")])
    assert math.isnan(found.guessing)
    assert found.to_json()["first"] is None


def test_every_question_is_counted_once():
    asked = [question(number) for number in range(8)]
    verdicts = [
        answer(asked[0], True),
        answer(asked[1], True),
        answer(asked[2], False),
        _said(asked[3], Outcome.UNPARSABLE),
        _said(asked[4], Outcome.REFUSED),
        _said(asked[5], Outcome.REFUSED),
        _said(asked[6], Outcome.WRONG),  # the measure is not defined for it
    ]
    found = tally(asked, verdicts)
    assert found.items == 8
    assert found.accuracy.value == pytest.approx(2 / 8)
    assert found.accuracy_of_answered.value == pytest.approx(2 / 4)
    assert found.accuracy_of_answered.items == 4
    assert found.refusal_rate == pytest.approx(2 / 8)
    assert found.not_applicable_rate == pytest.approx(2 / 8)
    assert found.missing_rate == pytest.approx(1 / 8)
    assert found.outcomes[Outcome.MISSING] == 1
    assert json.loads(json.dumps(found.to_json()))["outcomes"]["refused"] == 2


def test_who_always_says_the_same_does_not_beat_chance_and_who_listens_does():
    asked = pairs(50)
    assert not tally(asked, [choose(each, "rising") for each in asked]).beats_chance
    perfect = tally(asked, [answer(each, True) for each in asked])
    assert perfect.accuracy.value == 1
    assert perfect.accuracy.groups == 50
    assert perfect.beats_chance


def test_no_replies_and_no_questions_are_told_apart():
    assert tally([question(0)], []).missing_rate == 1
    nothing = tally([], [])
    assert nothing.items == nothing.missing_rate == 0
    assert not nothing.beats_chance


def test_verdicts_on_other_questions_are_refused():
    asked = [question(0)]
    with pytest.raises(ReplyError, match="q9"):
        tally(asked, [answer(question(9), True)])
    with pytest.raises(ReplyError, match="second verdict"):
        tally(asked, [answer(asked[0], True), answer(asked[0], False)])


def test_scores_are_averaged_where_there_are_any():
    asked = [question(number) for number in range(3)]
    verdicts = [
        _said(asked[0], Outcome.WRONG, 2.0),
        _said(asked[1], Outcome.WRONG, 4.0),
        _said(asked[2], Outcome.WRONG),
    ]
    found = mean_score(scored(asked, verdicts), bounds=(0, 4))
    assert (found.value, found.items) == (3.0, 2)
    assert 0 <= found.low < 3 < found.high <= 4


def test_confusion_keeps_every_reply():
    asked = [question(number, right=number % 2) for number in range(8)]
    verdicts = [
        choose(asked[0], "rising"),
        choose(asked[2], "rising"),
        choose(asked[4], "falling"),
        _said(asked[1], Outcome.WRONG, 0.0),  # named both
        _said(asked[3], Outcome.REFUSED),
        choose(asked[5], "falling"),
    ]
    found = confusion(asked, verdicts)
    assert found.labels == found.answers == ("falling", "rising")
    assert found.others == (Outcome.WRONG, Outcome.UNPARSABLE, Outcome.REFUSED, Outcome.UNJUDGED, Outcome.MISSING)
    assert found.counts == ((1, 0, 1, 0, 1, 0, 1), (1, 2, 0, 0, 0, 0, 1))
    assert sum(map(sum, found.counts)) == 8
    assert found.recalls == {"falling": 0.25, "rising": 0.5}
    assert found.to_json()["columns"][2:] == ["wrong", "unparsable", "refused", "unjudged", "missing"]


def test_options_that_are_no_label_have_columns_and_open_questions_no_rows():
    asked = [question(0, options=("a", "b", "c")), Question(id="open", text="?", label="x")]
    found = confusion(asked, [choose(asked[0], "c")])
    assert (found.labels, found.answers) == (("a",), ("a", "c"))
