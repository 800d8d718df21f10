from __future__ import annotations

import time

import pytest

from evaluation.answer import Answer
from evaluation.errors import JudgeError
from evaluation.judging.cache import ReplyCache
from evaluation.judging.judge import CalledJudge
from evaluation.judging.many import judge_many
from evaluation.judging.metered import CapError, MeteredJudge
from evaluation.price import Price


def test_cost_and_tokens_are_summed_and_told(scripted, unreachable):
    metered = MeteredJudge(scripted("a", unreachable, "b", usd=0.125))
    metered.ask("one")
    with pytest.raises(JudgeError):
        metered.ask("two")
    metered.ask("two")
    metered.ask("one")
    assert metered.spending.told() == (
        "Calls to a judge: 2 (200 tokens in, 20 out, 0.2500 USD), 1 more from the cache (which cost 0.1250 USD then), "
        "1 failed."
    )


def test_an_unknown_cost_is_said_to_be_unknown(scripted):
    metered = MeteredJudge(scripted("a"))
    metered.ask("one")
    assert "cost unknown" in metered.spending.told()
    assert metered.spending.unpriced == 1


def test_a_reply_without_a_cost_counts_as_its_bound(scripted):
    metered = MeteredJudge(scripted("a", most_usd=0.5), cap_usd=0.9)
    metered.ask("one")
    assert metered.spending.cost_usd == 0.5
    with pytest.raises(CapError):
        metered.ask("two")


def test_a_cap_is_never_exceeded_and_says_so(scripted):
    judge = scripted("a", usd=0.3, most_usd=0.4)
    metered = MeteredJudge(judge, cap_usd=0.99)
    metered.ask("one")
    metered.ask("two")
    metered.ask("one")  # known, so free
    with pytest.raises(CapError, match="raise the cap") as caught:
        metered.ask("three")
    assert caught.value.found == (
        "0.6000 USD spent, and the next call could cost 0.4000 USD: more than the cap of 0.99 USD"
    )
    assert len(judge.asked) == 2
    assert "Stopped: " in metered.spending.told()


def test_a_cap_without_a_price_is_refused_before_anything_is_asked(scripted):
    judge = scripted("a")
    with pytest.raises(JudgeError, match="no price"):
        MeteredJudge(judge, cap_usd=1.0)
    assert judge.asked == []


def test_calls_can_be_capped_without_a_price(scripted, unreachable):
    judge = scripted("a", unreachable, "c", "d")
    metered = MeteredJudge(judge, cap_calls=3)
    metered.ask("one")
    with pytest.raises(JudgeError):
        metered.ask("two")
    metered.ask("three")
    with pytest.raises(CapError, match="3 calls made"):
        metered.ask("four")
    assert len(judge.asked) == 3


def test_threads_cannot_exceed_a_cap_together():
    def slow(prompt: str) -> Answer:
        time.sleep(0.002)
        return Answer(text="a", cost_usd=0.1)

    metered = MeteredJudge(CalledJudge("slow", slow, most_usd_a_call=0.2), cap_usd=2.0)
    judged = judge_many({str(n): str(n) for n in range(100)}, metered.ask, workers=8)
    # Calls are cheaper than their bound, and what is left over is used: after 19 for 1.9 USD, one more could cost 0.2.
    assert len(judged.results) == metered.spending.calls == 19
    assert metered.spending.cost_usd == pytest.approx(1.9)
    assert len(judged.not_asked) == 81
    assert "cap of 2 USD" in judged.stopped


def test_beyond_a_cap_what_is_known_is_still_judged(scripted, tmp_path):
    path = tmp_path / "judged.jsonl"
    jobs = {str(n): f"prompt {n}" for n in range(20)}
    first = MeteredJudge(scripted("a", usd=0.1), cache=ReplyCache(path), cap_calls=12)
    assert len(judge_many(jobs, first.ask).results) == 12
    second = MeteredJudge(scripted("a", usd=0.1), cache=ReplyCache(path), cap_calls=3)
    backwards = dict(reversed(jobs.items()))
    assert len(judge_many(backwards, second.ask).results) == 15


def test_a_bound_holds_for_any_text():
    price = Price(input_usd=2.5, output_usd=10.0)
    assert price.of(input_tokens=1_000_000, output_tokens=100_000) == pytest.approx(3.5)
    # 4 bytes a sign and 64 tokens of framing, 100 tokens of reply.
    assert price.at_most("𝄞" * 10, output_tokens=100) == pytest.approx((40 + 64) * 2.5e-6 + 100 * 10e-6)
