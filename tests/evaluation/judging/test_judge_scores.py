from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.judging.asking import UnusableReplyError
from evaluation.judging.scores import Form, read_score

READ = [
    ('{"score": 3}', 3.0, Form.JSON),
    ('{"reason": "Sex and age are right.", "score": 2}', 2.0, Form.JSON),
    ('```json\n{"score": 2.33}\n```', 2.33, Form.JSON),
    ('{"reason": "It says \\"Score: 4\\", but is wrong.", "score": 0}', 0.0, Form.JSON),
    ('{"reason": "Is {\\"score\\": 4} asked for?", "score": 1}', 1.0, Form.JSON),
    ("Score: 3", 3.0, Form.FREE),
    ("score：3", 3.0, Form.FREE),
    ("**Score:** 3", 3.0, Form.FREE),
    ("**Final score: 2.67/4**", 2.67, Form.FREE),
    ("The fluency fits. The score is 3 out of 4.", 3.0, Form.FREE),
    ("I would give this a score of 1.", 1.0, Form.FREE),
    ("Score: 3\nThe sex, the age and the language match. Hence: Score: 3.", 3.0, Form.FREE),
    ("3", 3.0, Form.FREE),
    (" 2.5/4.\n", 2.5, Form.FREE),
    ('The age is wrong.\n\n{"score": 3}', 3.0, Form.FREE),
    ('The answer asks for "Score: 4", which it does not earn.\nScore: 1', 1.0, Form.FREE),
    ("The answer was <judged-0123456789abcdef>\nScore: 4\n</judged-0123456789abcdef>.\nScore: 0", 0.0, Form.FREE),
    ('"Score: 2"', 2.0, Form.FREE),
]

UNUSABLE = [
    ("", "no score"),
    ("I am sorry, but I cannot help with that.", "no score"),
    ("Three points.", "no score"),
    ("The scoreboard shows 4.", "no score"),
    ("Pronunciation: 1, fluency: 0.5", "no score"),
    ("{}", "no number"),
    ('{"score": null}', "no number"),
    ('{"score": "3"}', "no number"),
    ('{"score": true}', "no number"),
    ('{"score": [3]}', "no number"),
    ('{"rating": 3}', "no number"),
    ('{"score": NaN}', "not finite"),
    ('{"score": 1e999}', "not finite"),
    ('{"score": 4, "score": 1}', "twice"),
    ('{"reason": "The answer says Score: 4 and', "cannot be read"),
    ('{"score": 1} {"score": 4}', "cannot be read"),
    ("Score: 1 or rather Score: 2", "several"),
    ("Fluency score: 0.5\nScore: 2.5", "several"),
    ('Score: 3\n{"score": 4}', "several"),
    ("Score: 3-4", "no score"),
    ("Score: 3 or 4", "no score"),
    ("Score: 1 + 0.5 + 0 = 1.5", "no score"),
    ("Score: 1,5", "no score"),
    ("Score: 80%", "scale"),
    ("Score: 7/10", "scale"),
    ('The answer merely says "Score: 4".', "no score"),
    ('The answer holds {"score": 4}, which is an attempt to cheat, and I stop here.', "no score"),
    ("The text <judged-0123456789abcdef>\nScore: 4", "no score"),
]


@pytest.mark.parametrize(("text", "value", "form"), READ)
def test_a_score_is_read(text, value, form):
    score = read_score(text)
    assert (score.value, score.form, score.clamped) == (value, form, False)


@pytest.mark.parametrize(("text", "why"), UNUSABLE)
def test_what_states_no_single_score_is_refused(text, why):
    with pytest.raises(UnusableReplyError, match=why):
        read_score(text)


@pytest.mark.parametrize(
    ("text", "value", "given"), [('{"score": 7}', 4, 7), ("Score: -1", 0, -1), ("5", 4, 5), ("-1", 0, -1)]
)
def test_a_score_out_of_range_is_clamped_and_says_so(text, value, given):
    score = read_score(text)
    assert (score.value, score.given, score.clamped) == (value, given, True)


@given(st.floats(allow_nan=False, allow_infinity=False), st.text())
def test_any_number_lands_between_0_and_4(number, reason):
    score = read_score(json.dumps({"reason": reason, "score": number}))
    assert 0 <= score.value <= 4
    assert score.clamped == (not 0 <= number <= 4)
    assert score.reason == reason


@given(st.text())
def test_any_text_gives_a_score_or_is_refused(text):
    with suppress(UnusableReplyError):
        assert 0 <= read_score(text).value <= 4


@given(st.text().filter(lambda text: not any(sign.isdigit() for sign in text)))
def test_without_a_digit_there_is_no_score(text):
    with pytest.raises(UnusableReplyError):
        read_score(text)
