from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

from evaluation.errors import JudgeError
from evaluation.judging.cache import ReplyCache
from evaluation.judging.judge import CalledJudge
from evaluation.judging.many import judge_many
from evaluation.judging.metered import MeteredJudge


def test_results_come_in_the_order_of_the_jobs():
    jobs = {str(n): n for n in range(50)}

    def one(n: int) -> int:
        time.sleep(0.001 * (n % 3))
        return n * n

    judged = judge_many(jobs, one, workers=4)
    assert list(judged.results.items()) == [(name, n * n) for name, n in jobs.items()]


def test_threads_are_bounded_and_used():
    running, most, lock = 0, 0, threading.Lock()
    three = threading.Barrier(3, timeout=10)  # passed only by three at a time

    def one(_: int) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        three.wait()
        with lock:
            running -= 1

    judge_many({str(n): n for n in range(21)}, one, workers=3)
    assert most == 3


def test_progress_reaches_the_end():
    told = []
    judge_many({"a": 1, "b": 2, "c": 3}, lambda job: job, on_done=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_job_that_fails_is_named_and_the_rest_goes_on(unreachable):
    def one(n: int) -> int:
        if n == 7:
            raise unreachable
        return n

    judged = judge_many({f"q{n}": n for n in range(20)}, one)
    assert len(judged.results) == 19
    assert judged.not_reached == {"q7": "no answer"}


def test_a_dead_judge_ends_the_run_soon(scripted, unreachable):
    judge = scripted(unreachable)
    with pytest.raises(JudgeError, match="no answer"):
        judge_many({str(n): str(n) for n in range(1000)}, judge.ask, workers=2)
    assert len(judge.asked) < 20


def test_a_fault_of_ours_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        judge_many({"a": 1}, lambda job: job / 0)


def test_no_jobs_and_no_workers():
    assert judge_many({}, str).results == {}
    with pytest.raises(ValueError, match="0 workers"):
        judge_many({"a": 1}, str, workers=0)


def test_interrupted_the_cache_stays_good(tmp_path):
    path = tmp_path / "judged.jsonl"
    script = f"""
import time
from pathlib import Path
from evaluation.judging.cache import ReplyCache
from evaluation.judging.judge import CalledJudge
from evaluation.judging.many import judge_many
from evaluation.judging.metered import MeteredJudge

def slow(prompt):
    time.sleep(0.02)
    return "Score: 3"

metered = MeteredJudge(CalledJudge("slow", slow), cache=ReplyCache(Path({str(path)!r})))
print("ready", flush=True)
judge_many({{str(n): str(n) for n in range(100_000)}}, metered.ask, workers=4)
"""
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=10)
    assert "KeyboardInterrupt" in errors
    cache = ReplyCache(path)
    assert cache.damaged == 0
    assert 4 <= len(cache) < 1000
    metered = MeteredJudge(CalledJudge("slow", lambda _: "Score: 3"), cache=cache)
    judge_many({str(n): str(n) for n in range(100)}, metered.ask, workers=4)
    assert metered.spending.cached >= 4


@pytest.mark.parametrize(
    ("function", "found"), [(lambda _: 3, "int"), (lambda _: 1 / 0, "ZeroDivisionError: division")]
)
def test_a_function_that_is_no_judge_is_told(function, found):
    with pytest.raises(JudgeError, match=found):
        CalledJudge("mine", function).ask("hello")
