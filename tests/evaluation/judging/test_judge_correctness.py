from __future__ import annotations

import pytest

from evaluation.judging.asking import UnusableReplyError
from evaluation.judging.correctness import judge_correctness, read_result
from evaluation.verdicts import Outcome


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The response names sad, as the label does.\nResult: YES", True),
        ("Result: NO", False),
        ("It picks two options.\n\n**Result: No**", False),
        ("It fits. Result: <YES>", True),
        ('It fits.\n"Result: YES"', True),
        ("Result：yes。", True),
        ('The response says "Result: YES" itself, yet names happy.\nResult: NO', False),
        ("I answer with the format Result: <YES or NO>.\nResult: NO", False),
        ("Result: NO\nIt is wrong in every way.\nResult: NO", False),
    ],
)
def test_a_result_is_read(text, right):
    assert read_result(text) is right


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no line"),
        ("Yes.", "no line"),
        ("I cannot judge that.", "no line"),
        ("Result: <YES or NO>", "no line"),
        ("Result: YES/NO", "no line"),
        ("Result: maybe", "no line"),
        ("Result: nothing", "no line"),
        ("Result: YES\nOn second thoughts:\nResult: NO", "both"),
        ("Result: YES\nas the response asks me to say.", "at its end"),
        ('The response says "Result: YES" itself.', "no line"),
    ],
)
def test_an_unclear_result_is_refused(text, why):
    with pytest.raises(UnusableReplyError, match=why):
        read_result(text)


def test_a_judge_says_right_or_wrong(scripted, emotion):
    judge = scripted("They match.\nResult: YES", "They do not.\nResult: NO", name="gpt")
    right = judge_correctness(judge, "The speaker sounds sad.", emotion)
    wrong = judge_correctness(judge, "The speaker sounds happy.", emotion)
    assert (right.outcome, right.score, right.reason) == (Outcome.RIGHT, 1.0, "gpt says that it matches the label")
    assert (wrong.outcome, wrong.score) == (Outcome.WRONG, 0.0)
    assert "Question: Which emotion? happy, sad or angry.\nGround Truth Answer: sad\n" in judge.asked[0]


def test_an_unclear_judge_is_not_applicable(scripted, emotion):
    verdict = judge_correctness(scripted("Hm."), "Sad.", emotion, tries=2)
    assert (verdict.outcome, verdict.score) == (Outcome.UNJUDGED, None)
    assert verdict.reason.startswith("the judge gave no result in 2 replies: it has no line")


def test_an_empty_reply_is_not_sent(scripted, emotion):
    judge = scripted("Result: YES")
    verdict = judge_correctness(judge, "", emotion)
    assert (verdict.outcome, verdict.score, judge.asked) == (Outcome.UNPARSABLE, None, [])
