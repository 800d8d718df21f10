"""A model is asked each question once, whatever happens in between."""

import io
import json
import threading
from dataclasses import replace

import numpy as np
import pytest
import soundfile as sf

from evaluation.answer import Answer
from evaluation.asked import Question
from evaluation.errors import ModelError
from evaluation.models.asking import prompt_of
from evaluation.models.callables import Called
from evaluation.models.controls import Control
from evaluation.models.registry import model_named
from evaluation.running.run import RunRequest, run_model
from manifests.digest import opaque_id
from verification.opening.entry import AudioRef


def replies(path):
    return {line["id"]: line.get("reply") for line in map(json.loads, path.read_text().splitlines())}


def accuracy(asked, path):
    given = replies(path)
    return np.mean([given[question.id] == question.label for question in asked.questions])


@pytest.mark.parametrize("name", ["volume-perception", "pitch-perception", "binaural-effect-perception"])
def test_a_baseline_that_listens_is_right(asked, name, tmp_path):
    model = model_named("baseline:signal", task=asked[name].task)
    summary = run_model(asked[name], model, RunRequest(out=tmp_path / "r.jsonl"))
    assert summary.complete
    assert accuracy(asked[name], tmp_path / "r.jsonl") > 0.95


@pytest.mark.parametrize("control", [Control.MONO, Control.BLIND, Control.SWAP])
def test_without_the_two_ears_it_falls_to_chance(asked, control, tmp_path):
    ears = asked["binaural-effect-perception"]
    model = model_named("baseline:signal", task=ears.task)
    run_model(ears, model, RunRequest(out=tmp_path / "r.jsonl", control=control))
    assert abs(accuracy(ears, tmp_path / "r.jsonl") - 0.5) < 2.6 * np.sqrt(0.25 / 80)


def test_always_first_gets_half_and_silence_nothing(asked, tmp_path):
    volume = asked["volume-perception"]
    run_model(volume, model_named("baseline:first"), RunRequest(out=tmp_path / "first.jsonl"))
    assert accuracy(volume, tmp_path / "first.jsonl") == 0.5
    run_model(volume, model_named("baseline:silent"), RunRequest(out=tmp_path / "silent.jsonl"))
    assert set(replies(tmp_path / "silent.jsonl").values()) == {""}


def test_nothing_is_asked_twice(asked, tmp_path):
    volume, seen, guard = asked["volume-perception"], [], threading.Lock()

    def answer(prompt):
        with guard:
            seen.append(prompt.id)
        return "increasing"

    model = Called("mine", answer)
    part = run_model(volume, model, RunRequest(out=tmp_path / "r.jsonl", limit=10))
    assert (part.asked, part.kept, part.total, part.complete) == (10, 0, 10, True)
    rest = run_model(volume, model, RunRequest(out=tmp_path / "r.jsonl"))
    assert (rest.asked, rest.kept, rest.total) == (38, 10, 48)
    assert sorted(seen) == sorted(opaque_id(question.id) for question in volume.questions)


def test_no_more_than_so_many_are_asked_at_a_time(asked, tmp_path):
    now, most, guard = [0], [0], threading.Lock()
    third = threading.Barrier(3, timeout=5)  # is passed only if three stand here at once

    def answer(prompt):
        with guard:
            now[0] += 1
            most[0] = max(most[0], now[0])
        third.wait()
        with guard:
            now[0] -= 1
        return prompt.id

    run_model(asked["volume-perception"], Called("mine", answer), RunRequest(out=tmp_path / "r.jsonl", concurrency=3))
    assert most == [3]


def test_it_stops_when_enough_is_spent(asked, tmp_path):
    model = Called("mine", lambda prompt: Answer(text=prompt.id, cost_usd=0.5))
    summary = run_model(
        asked["volume-perception"], model, RunRequest(out=tmp_path / "r.jsonl", most_usd=2.0, concurrency=1)
    )
    assert summary.spent_usd == 2.0
    assert (summary.asked, summary.complete) == (4, False)
    assert "2.00 USD are spent" in summary.stopped


def test_a_question_that_fails_is_noted_and_the_rest_is_asked(asked, tmp_path):
    volume = asked["volume-perception"]
    bad = {question.id for question in volume.questions[::7]}
    hidden = {opaque_id(name) for name in bad}

    def answer(prompt):
        if prompt.id in hidden:
            raise OSError("busy")
        return "increasing"

    summary = run_model(volume, Called("mine", answer), RunRequest(out=tmp_path / "r.jsonl", concurrency=1))
    assert (summary.failed, summary.asked, summary.complete) == (len(bad), 48, False)
    assert summary.replied == 48 - len(bad)
    assert summary.first_failure.startswith(f"question {volume.questions[0].id}: OSError: busy")
    assert {name for name, reply in replies(tmp_path / "r.jsonl").items() if reply is None} == bad
    again = run_model(volume, Called("mine", lambda _: "increasing"), RunRequest(out=tmp_path / "r.jsonl"))
    assert (again.asked, again.complete) == (len(bad), True)


def test_a_model_that_always_fails_is_given_up(asked, tmp_path):
    def answer(prompt):
        raise ConnectionError("no route to host")

    with pytest.raises(ModelError, match=r"5 failures one after another.*no route to host"):
        run_model(asked["volume-perception"], Called("mine", answer), RunRequest(out=tmp_path / "r.jsonl"))


def test_a_prompt_says_nothing_of_the_label(asked, tmp_path):
    volume, seen = asked["volume-perception"], {}
    run_model(
        volume, Called("mine", lambda prompt: seen.setdefault(prompt.id, prompt) and ""), RunRequest(out=tmp_path / "r")
    )
    for question in volume.questions:
        prompt = seen[opaque_id(question.id)]
        told = replace(prompt, clips=(), text="", options=())
        assert question.label not in repr(told)
        assert set(prompt.options) == {"increasing", "decreasing"}
        assert prompt.text == question.text


def test_a_file_that_is_named_by_its_label_is_not_named_to_the_model():
    sink = io.BytesIO()
    sf.write(sink, np.zeros(160), 16_000, format="WAV")
    clips = tuple(AudioRef(name=f"left/{place}.wav", data=sink.getvalue()) for place in (1, 2))
    prompt = prompt_of(Question(id="left/1.wav", text="Which ear?", options=("left", "right"), clips=clips))
    assert [clip.name for clip in prompt.clips] == ["clip 1", "clip 2"]
    assert prompt.id == opaque_id("left/1.wav")
    assert "left" not in repr(replace(prompt, options=()))


def test_a_limit_below_what_is_kept_is_complete(asked, tmp_path):
    model, out = model_named("baseline:first"), tmp_path / "r.jsonl"
    run_model(asked["volume-perception"], model, RunRequest(out=out, limit=12))
    fewer = run_model(asked["volume-perception"], model, RunRequest(out=out, limit=5))
    assert (fewer.asked, fewer.kept, fewer.total, fewer.complete) == (0, 5, 5, True)


def test_a_limit_asks_again_those_of_its_own_that_failed(asked, tmp_path):
    volume, out = asked["volume-perception"], tmp_path / "r.jsonl"
    bad = opaque_id(volume.questions[2].id)
    run_model(volume, Called("mine", lambda p: {bad: None}.get(p.id, "up")), RunRequest(out=out, limit=12))
    again = run_model(volume, Called("mine", lambda _: "up"), RunRequest(out=out, limit=5))
    assert (again.asked, again.kept, again.complete) == (1, 4, True)
    assert replies(out)[volume.questions[2].id] == "up"


def test_replies_of_one_endpoint_are_not_gone_on_with_by_another(asked, tmp_path):
    from evaluation.errors import ReplyError

    one, other = Called("mine", lambda _: "up"), Called("mine", lambda _: "up")
    one.settings, other.settings = {"base_url": "http://one/v1/"}, {"base_url": "http://other/v1/"}
    run_model(asked["volume-perception"], one, RunRequest(out=tmp_path / "r.jsonl", limit=2))
    with pytest.raises(ReplyError, match="http://one/v1/"):
        run_model(asked["volume-perception"], other, RunRequest(out=tmp_path / "r.jsonl"))


@pytest.mark.parametrize("given", [SystemExit(7), KeyboardInterrupt(), ["a", "list"], Answer(text=["a list"]), None])
def test_whatever_a_function_does_the_run_goes_on(asked, tmp_path, given):
    volume, out = asked["volume-perception"], tmp_path / "r.jsonl"
    bad = opaque_id(volume.questions[1].id)

    def answer(prompt):
        if prompt.id == bad and isinstance(given, BaseException):
            raise given
        return given if prompt.id == bad else "increasing"

    summary = run_model(volume, Called("mine", answer), RunRequest(out=out, limit=8))
    assert (summary.asked, summary.failed, summary.replied) == (8, 1, 7)
    kind = type(given.text if isinstance(given, Answer) else given).__name__
    assert kind in summary.first_failure
