from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from evaluation.answer import Answer
from evaluation.errors import JudgeError
from evaluation.judging.cache import ReplyCache
from evaluation.judging.metered import MeteredJudge
from evaluation.judging.rating import rate
from manifests.errors import OutputError

REPLY = Answer(text="Score: 3\n♪", input_tokens=100, output_tokens=10, cost_usd=0.25)


def test_replies_come_back_as_they_were(tmp_path):
    path = tmp_path / "deep" / "judged.jsonl"
    ReplyCache(path).put("gpt", "rate this \ud800", REPLY)
    again = ReplyCache(path)
    assert again.get("gpt", "rate this \ud800") == REPLY
    assert again.get("llama", "rate this \ud800") is None
    assert again.get("gpt", "rate that") is None


def test_a_line_names_judge_and_hash_and_not_the_prompt(tmp_path):
    path = tmp_path / "judged.jsonl"
    ReplyCache(path).put("gpt", "a secret label", REPLY)
    row = json.loads(path.read_text())
    assert row["judge"] == "gpt"
    assert len(row["prompt_sha256"]) == 64
    assert "secret" not in path.read_text()


def test_a_torn_line_is_passed_over_and_never_joined(tmp_path):
    path = tmp_path / "judged.jsonl"
    cache = ReplyCache(path)
    for number in range(3):
        cache.put("gpt", f"prompt {number}", REPLY)
    path.write_bytes(path.read_bytes()[:-20])
    torn = ReplyCache(path)
    assert (len(torn), torn.damaged) == (2, 1)
    torn.put("gpt", "prompt 2", REPLY)
    torn.put("gpt", "prompt 3", REPLY)
    mended = ReplyCache(path)
    assert (len(mended), mended.damaged) == (4, 1)


@pytest.mark.parametrize(
    "line", ["[]", "3", "{}", '{"judge": 1}', "\x00\x01", '{"judge":"a","prompt_sha256":"b","reply":3}']
)
def test_a_foreign_line_is_passed_over(tmp_path, line):
    path = tmp_path / "judged.jsonl"
    ReplyCache(path).put("gpt", "prompt", REPLY)
    path.write_text(f"{line}\n{path.read_text()}")
    cache = ReplyCache(path)
    assert (len(cache), cache.damaged) == (1, 1)


def test_a_folder_in_its_place_is_told(tmp_path):
    with pytest.raises(JudgeError, match="directory"):
        ReplyCache(tmp_path)


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="another folder"):
        ReplyCache(tmp_path / "file" / "judged.jsonl").put("gpt", "prompt", REPLY)


def test_a_full_disk_is_told_and_no_line_is_joined_to_the_torn_one(tmp_path, monkeypatch):
    path = tmp_path / "judged.jsonl"
    cache = ReplyCache(path)
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:30]))
    with pytest.raises(OutputError, match="no space left"):
        cache.put("gpt", "one", REPLY)
    monkeypatch.undo()
    cache.put("gpt", "two", REPLY)
    again = ReplyCache(path)
    assert (again.get("gpt", "one"), again.get("gpt", "two"), again.damaged) == (None, REPLY, 1)


def test_a_rerun_costs_nothing_and_gives_the_same(tmp_path, scripted, detective):
    path = tmp_path / "judged.jsonl"
    replies = ["A man.", "A woman.", "A man in his thirties."]
    judge = scripted("Hm.", '{"score": 2}', '{"score": 0}', '{"score": 9}', usd=0.5)

    def run():
        metered = MeteredJudge(judge, cache=ReplyCache(path))
        return [rate(metered, each, detective, prompt="sagi_voice_detective") for each in replies], metered.spending

    first, spent = run()
    second, spent_again = run()
    assert second == first
    assert [each.score for each in first] == [2.0, 0.0, 4.0]
    assert (spent.calls, spent.cost_usd, spent.input_tokens, spent.output_tokens) == (4, 2.0, 400, 40)
    assert (spent_again.calls, spent_again.cost_usd, spent_again.cached, spent_again.saved_usd) == (0, 0.0, 4, 2.0)
    assert len(judge.asked) == 4


def test_the_same_question_is_asked_once_even_by_threads_at_a_time(scripted):
    judge = scripted("Score: 1")
    began, release = threading.Event(), threading.Event()
    ask = judge.ask

    def slow(prompt):
        began.set()
        assert release.wait(5)
        return ask(prompt)

    judge.ask = slow
    metered = MeteredJudge(judge)
    with ThreadPoolExecutor(4) as pool:
        flights = [pool.submit(metered.ask, "the same") for _ in range(4)]
        assert began.wait(5)
        release.set()
        assert {flight.result().text for flight in flights} == {"Score: 1"}
    assert len(judge.asked) == 1
    assert (metered.spending.calls, metered.spending.cached) == (1, 3)


def test_two_runs_may_share_a_file(tmp_path):
    path = tmp_path / "judged.jsonl"
    one, other = ReplyCache(path), ReplyCache(path)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda cache: [cache.put(f"j{id(cache)}", f"p{n}", REPLY) for n in range(200)], [one, other]))
    both = ReplyCache(path)
    assert (len(both), both.damaged) == (400, 0)


def test_a_killed_run_leaves_every_reply_that_came(tmp_path):
    path = tmp_path / "judged.jsonl"
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from evaluation.judging.cache import ReplyCache\n"
        "from evaluation.answer import Answer\n"
        "cache = ReplyCache(Path(sys.argv[1]))\n"
        "for n in range(50): cache.put('gpt', str(n), Answer(text='x' * 1000))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -9
    cache = ReplyCache(path)
    assert (len(cache), cache.damaged) == (50, 0)
