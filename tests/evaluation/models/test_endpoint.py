"""A real HTTP server is asked, as it would be asked for money."""

import json

import pytest

from evaluation.models.controls import Control
from evaluation.models.endpoint import Endpoint
from evaluation.models.protocol import Clip, Prompt
from evaluation.price import Price
from evaluation.running.run import RunRequest, run_model
from tests.evaluation.models.chat_server import chat_server, louder_ear

KEY = "sk-not-a-real-key"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_API_KEY", KEY)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server():
    with chat_server(louder_ear) as state:
        yield state


def prompt(asked, clips=None):
    ears = asked["binaural-effect-perception"]
    question = next(ears.with_audio())
    from evaluation.models.asking import prompt_of

    made = prompt_of(question)
    return question, made if clips is None else Prompt(id=made.id, text=made.text, clips=made.clips * clips)


def replies(path):
    return {line["id"]: line["reply"] for line in map(json.loads, path.read_text().splitlines())}


def test_it_is_asked_with_the_clip_and_the_text(asked, server):
    question, made = prompt(asked)
    answer = Endpoint("ears-1", base_url=server.url, price=Price(input_usd=10.0, output_usd=100.0)).answer(made)
    assert f"the {question.label} ear" in answer.text
    assert answer.cost_usd == pytest.approx(100 * 10e-6 + 10 * 100e-6)
    (request,) = server.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["body"]["model"] == "ears-1"
    assert [part["type"] for part in request["body"]["messages"][0]["content"]] == ["input_audio", "text"]
    assert request["headers"]["authorization"] == f"Bearer {KEY}"


def test_several_clips_go_in_as_several_or_as_one(asked, server):
    _, made = prompt(asked, clips=2)
    Endpoint("ears-1", base_url=server.url).answer(made)
    Endpoint("ears-1", base_url=server.url, one_clip=True).answer(made)
    kinds = [[part["type"] for part in each["body"]["messages"][0]["content"]] for each in server.requests]
    assert kinds == [["input_audio", "input_audio", "text"], ["input_audio", "text"]]


@pytest.mark.parametrize("faults", [[429], [500], [503, 429]])
def test_faults_that_pass_are_waited_out(asked, server, faults):
    server.faults += faults
    question, made = prompt(asked)
    assert question.label in Endpoint("ears-1", base_url=server.url).answer(made).text
    assert len(server.requests) == 1 + len(faults)


def test_a_whole_set_over_http(asked, server, tmp_path):
    ears = asked["binaural-effect-perception"]
    model = Endpoint("ears-1", base_url=server.url, price=Price(input_usd=1.0, output_usd=1.0))
    heard, mono = tmp_path / "heard.jsonl", tmp_path / "mono.jsonl"
    assert run_model(ears, model, RunRequest(out=heard)).spent_usd == pytest.approx(80 * 110e-6)
    run_model(ears, model, RunRequest(out=mono, control=Control.MONO))
    right = {question.id for question in ears.questions if f"the {question.label} ear" in replies(heard)[question.id]}
    assert len(right) == 80
    assert set(replies(mono).values()) == {"It is in the left ear."}


def test_a_clip_is_sent_as_it_is(server):
    import numpy as np

    pcm = np.array([[0, 1], [-32768, 32767], [5, -5]], np.int16)
    seen = []
    server.hear = lambda _, clips: seen.append(clips[0]) or "left"
    clip = Clip(name="c", samples=(pcm / 32768).astype(np.float32), sampling_rate=16_000)
    Endpoint("ears-1", base_url=server.url).answer(Prompt(id="q", text="which?", clips=(clip,)))
    np.testing.assert_array_equal(np.round(seen[0] * 32768), pcm)
