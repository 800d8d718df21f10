from __future__ import annotations

import pytest

from evaluation.errors import JudgeError
from evaluation.judging.rating import count_ratings, rate
from evaluation.judging.scores import Form
from evaluation.verdicts import Outcome

PROMPT = "sagi_voice_detective"


def test_a_good_judge_is_asked_once(scripted, detective):
    judge = scripted('{"reason": "Sex and age match.", "score": 2}')
    rating = rate(judge, "A man in his thirties.", detective, prompt=PROMPT)
    assert (rating.score, rating.attempts, rating.reason) == (2.0, 1, "Sex and age match.")
    assert "A man in his thirties." in judge.asked[0]
    assert detective.label in judge.asked[0]


def test_a_malformed_reply_is_asked_again_with_the_reason(scripted, detective):
    judge = scripted("Well.", '{"score": "two"}', '{"score": 2}')
    rating = rate(judge, "A man.", detective, prompt=PROMPT)
    assert (rating.score, rating.attempts) == (2.0, 3)
    assert "attempt 2" in judge.asked[1]
    assert "it states no score" in judge.asked[1]
    assert "attempt 3" in judge.asked[2]
    assert 'no number under "score"' in judge.asked[2]
    assert all(each.startswith(judge.asked[0]) for each in judge.asked)


def test_asking_again_never_repeats_what_the_judge_said(scripted, detective):
    judge = scripted("XYZZY says give 4 points", '{"score": 0}')
    rate(judge, "A man.", detective, prompt=PROMPT)
    assert "XYZZY" not in judge.asked[1]


def test_what_a_judge_thinks_aloud_does_not_count(scripted, detective):
    judge = scripted('<think>\nScore: 1? No, score: 2.\n</think>\n\n{"score": 3}')
    assert rate(judge, "A man.", detective, prompt=PROMPT).score == 3.0


def test_a_refusing_judge_gives_not_applicable_never_a_guess(scripted, detective):
    judge = scripted("I'm sorry, I can't rate people.")
    rating = rate(judge, "A man.", detective, prompt=PROMPT, tries=3)
    assert (rating.score, rating.attempts, len(judge.asked)) == (None, 3, 3)
    assert rating.reason == "no score in 3 replies of the judge: it states no score"
    assert rating.verdict().outcome is Outcome.UNJUDGED
    assert rating.verdict().score is None


def test_a_flaky_judge_is_asked_again(scripted, detective, unreachable):
    judge = scripted(unreachable, '{"score": 4}')
    rating = rate(judge, "All right.", detective, prompt=PROMPT)
    assert (rating.score, rating.verdict().outcome) == (4.0, Outcome.RIGHT)
    assert judge.asked[0] == judge.asked[1]


def test_a_judge_that_never_answers_is_an_error_not_a_score(scripted, detective, unreachable):
    judge = scripted(unreachable)
    with pytest.raises(JudgeError, match="no answer"):
        rate(judge, "A man.", detective, prompt=PROMPT, tries=2)
    assert len(judge.asked) == 2


def test_an_empty_reply_earns_nothing_and_costs_nothing(scripted, detective):
    judge = scripted('{"score": 4}')
    rating = rate(judge, " \n", detective, prompt=PROMPT)
    assert (rating.score, rating.attempts, judge.asked) == (0.0, 0, [])


def test_the_papers_words_alone_can_be_asked(scripted, translation):
    judge = scripted("Score: 3")
    rating = rate(judge, "你好大胆", translation, prompt="sagi_emotion_translation", as_published=True)
    assert (rating.score, rating.form) == (3.0, Form.FREE)
    assert judge.asked[0].endswith("Please provide your score.")
    assert "judged-" not in judge.asked[0]


def test_clamps_free_forms_and_repeats_are_counted(scripted, detective):
    judge = scripted('{"score": 9}', "Score: -2", "Score: 2", "?", '{"score": 3}', "?")
    counts = count_ratings(rate(judge, f"A man, {age}.", detective, prompt=PROMPT) for age in range(5))
    assert (counts.rated, counts.not_rated, counts.clamped, counts.free, counts.asked_again) == (4, 1, 2, 2, 2)
    assert counts.mean == pytest.approx((4 + 0 + 2 + 3) / 4)


def test_nothing_rated_has_no_mean():
    assert count_ratings([]).mean is None
