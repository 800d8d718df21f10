"""A cap on what is spent holds, or the run says that it cannot."""

import threading
import time

import numpy as np
import pytest

from evaluation.answer import Answer
from evaluation.models.callables import Called
from evaluation.models.errors import UnusableReplyError
from evaluation.running.allowance import usd
from evaluation.running.run import RunRequest, run_model


def run(asked, tmp_path, answer, **settings):
    request = RunRequest(out=tmp_path / "r.jsonl", **settings)
    return run_model(asked["volume-perception"], Called("mine", answer), request)


@pytest.mark.parametrize("concurrency", [1, 4, 64])
def test_many_at_a_time_do_not_pass_the_cap(asked, tmp_path, concurrency):
    def answer(_):
        time.sleep(0.01)
        return Answer(text="up", cost_usd=0.3)

    summary = run(asked, tmp_path, answer, concurrency=concurrency, most_usd=2.0)
    assert summary.asked == 6
    assert summary.spent_usd == pytest.approx(1.8)
    assert "1.80 USD are spent, the next reply may cost 0.300, and 2.00 were allowed" in summary.stopped


def test_before_a_cost_is_known_one_is_asked_at_a_time(asked, tmp_path):
    summary = run(asked, tmp_path, lambda _: Answer(text="up", cost_usd=9.0), concurrency=64, most_usd=2.0)
    assert (summary.asked, summary.spent_usd) == (1, 9.0)


def test_within_the_cap_many_are_asked_at_a_time(asked, tmp_path):
    four, first = threading.Barrier(4, timeout=5), threading.Event()

    def answer(_):
        if first.is_set():
            four.wait()
        first.set()
        return Answer(text="up", cost_usd=0.01)

    assert run(asked, tmp_path, answer, concurrency=4, most_usd=1.0, limit=9).replied == 9


@pytest.mark.parametrize("cost", [None, float("nan"), -1.0, float("inf"), "dear"])
def test_a_reply_of_unknown_cost_ends_a_run_under_a_cap(asked, tmp_path, cost):
    summary = run(asked, tmp_path, lambda _: Answer(text="up", cost_usd=cost), concurrency=1, most_usd=2.0)
    assert (summary.asked, summary.replied, summary.complete) == (1, 1, False)
    assert "--max-usd cannot be kept" in summary.stopped


def test_without_a_cap_an_unknown_cost_is_nothing_to_stop_for(asked, tmp_path):
    assert run(asked, tmp_path, lambda _: "up").complete


def test_what_was_paid_for_no_reply_counts(asked, tmp_path):
    def answer(_):
        raise UnusableReplyError(where="m", found="cut", wanted="a reply", remedy="none", cost_usd=0.75)

    class Cut:
        name = "cut"

        def answer(self, prompt):
            return answer(prompt)

    request = RunRequest(out=tmp_path / "r.jsonl", concurrency=1, most_usd=2.0)
    summary = run_model(asked["volume-perception"], Cut(), request)
    assert (summary.asked, summary.failed, summary.spent_usd) == (2, 2, 1.5)


def test_counts_of_numpy_are_counts(asked, tmp_path):
    def answer(_):
        return Answer(text="up", input_tokens=np.int64(3), output_tokens="?", cost_usd=np.float32(0.25))

    assert run(asked, tmp_path, answer, limit=4).spent_usd == 1.0
    assert '"input_tokens": 3' in (tmp_path / "r.jsonl").read_text()


@pytest.mark.parametrize(
    ("amount", "written"),
    [(0, "0.00"), (0.0000421, "0.0000421"), (0.5, "0.500"), (0.0123, "0.0123"), (1234.5, "1,234.50")],
)
def test_small_amounts_are_not_written_as_nothing(amount, written):
    assert usd(amount) == written
