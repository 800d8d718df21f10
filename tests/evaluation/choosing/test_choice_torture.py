"""Every row of the torture set gets its verdict, and none by luck."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from evaluation.choosing.judge import judge_choice
from evaluation.verdicts import Outcome
from tests.evaluation.choosing.torture import Row, option_sets, rows


def test_the_set_is_large_and_holds_every_verdict_every_set_and_both_languages():
    assert len(rows()) >= 1000
    assert len({(row.set, row.reply) for row in rows()}) == len(rows())
    verdicts = Counter(row.verdict for row in rows())
    assert verdicts.keys() == {"right", "wrong", "unparsable", "refused"}
    assert min(verdicts.values()) >= 30
    assert {row.set for row in rows()} == option_sets().keys()
    assert sum(any("\u4e00" <= character <= "\u9fff" for character in row.reply) for row in rows()) >= 150


@pytest.mark.parametrize("name", option_sets())
def test_every_row_gets_the_verdict_that_a_person_gave_it(name):
    wrong = []
    for row in (row for row in rows() if row.set == name):
        verdict = judge_choice(row.reply, row.question())
        if (verdict.outcome, verdict.chosen) != (row.verdict, row.chosen):
            wrong.append(f"{row.kind}: {row.reply!r}: {verdict}, not {row.verdict} {row.chosen!r}")
    assert wrong == []


def test_a_reply_is_right_for_one_label_and_wrong_for_every_other():
    for row in rows():
        for label in option_sets()[row.set]["options"]:
            verdict = judge_choice(row.reply, row.question(label=label))
            if row.chosen:
                assert verdict.outcome is (Outcome.RIGHT if label == row.chosen else Outcome.WRONG), (row, label)
            else:
                assert verdict.outcome == row.verdict, (row, label)


def test_the_order_of_the_options_changes_nothing_unless_the_reply_answers_by_place():
    draw = np.random.default_rng(7)
    for row in (row for row in rows() if not row.by_place):
        options = option_sets()[row.set]["options"]
        for order in (options[::-1], [options[place] for place in draw.permutation(len(options))]):
            verdict = judge_choice(row.reply, row.question(options=tuple(order)))
            assert (verdict.outcome, verdict.chosen) == (row.verdict, row.chosen), (row, order)


def test_what_answers_by_place_answers_with_the_place():
    """Otherwise a row would be marked so to spare the scorer the shuffled options."""
    for row in (row for row in rows() if row.by_place):
        options = option_sets()[row.set]["options"]
        verdict = judge_choice(row.reply, row.question(options=(*options[1:], options[0])))
        assert (verdict.outcome, verdict.chosen) != (row.verdict, row.chosen), row


def test_scores_follow_from_outcomes():
    for row in rows():
        verdict = judge_choice(row.reply, row.question())
        expected = {"right": 1.0, "wrong": 0.0}.get(row.verdict)
        assert verdict.score == expected
        assert verdict.id == row.question().id
        assert verdict.reason


def test_the_same_reply_gets_the_same_verdict_whatever_came_before():
    first: dict[Row, object] = {row: judge_choice(row.reply, row.question()) for row in rows()}
    again = {row: judge_choice(row.reply, row.question()) for row in reversed(rows())}
    assert first == again
    assert all(one.reply != two.reply or one.set != two.set for one, two in pairwise(rows()))
