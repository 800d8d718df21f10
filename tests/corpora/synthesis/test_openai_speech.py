"""Speech from a server: what it is asked, what is read from its answer, and what is done about its failures."""

from __future__ import annotations

import socket
import time
from dataclasses import replace

import numpy as np
import pytest

from corpora.synthesis.engines.openai_speech import UNSTATED_LICENCE, OpenAISpeech
from corpora.synthesis.engines.patience import SPEECH_PATIENCE
from corpora.synthesis.engines.posting import key_for
from corpora.synthesis.utterance import Utterance
from manifests.errors import CorpusError
from tests.corpora.synthesis.speech_server import RATE, Reply, encoded, speech_server, tone

HELLO = Utterance(key="greeting", text="Good morning.")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for name in ("SOUNDPROBE_TTS_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def engine(url, waits=None, **options):
    patience = replace(SPEECH_PATIENCE, sleep=(waits if waits is not None else []).append)
    return OpenAISpeech(**{"base_url": url, "model": "tts-1", "voices": {"": "alloy"}, "patience": patience} | options)


def said(url, waits=None, utterance=HELLO, **options):
    (spoken,) = engine(url, waits, **options).speak([utterance])
    return spoken


def refused(url, waits=None, utterance=HELLO, **options):
    with pytest.raises(CorpusError) as caught:
        said(url, waits, utterance, **options)
    assert "greeting" in caught.value.where
    return caught.value


def test_what_is_asked_and_what_comes_back():
    with speech_server() as server:
        spoken = said(server.url)
    assert server.paths == ["/v1/audio/speech"]
    assert server.requests == [{"model": "tts-1", "input": "Good morning.", "voice": "alloy", "response_format": "wav"}]
    assert server.keys == [None]
    assert spoken.sampling_rate == RATE
    assert spoken.samples.dtype == np.int16
    assert np.array_equal(spoken.samples, tone("Good morning."))


def test_a_style_is_an_instruction():
    with speech_server() as server:
        said(server.url, utterance=Utterance(key="greeting", text="Good morning.", style="angry"), styles=True)
    assert "angry" in server.requests[0]["instructions"]


def test_our_key_is_sent_to_the_server_that_is_named(monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_TTS_KEY", "mine")
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    with speech_server() as server:
        said(server.url)
    assert server.keys == ["Bearer mine"]


def test_the_key_of_openai_is_not_sent_elsewhere(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-theirs")
    with speech_server() as server:
        said(server.url)
    assert server.keys == [None]


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://api.openai.com/v1/audio/speech", True),
        ("https://API.OpenAI.com:443/v1/audio/speech", True),
        ("http://api.openai.com/v1/audio/speech", False),
        ("https://api.openai.com:8443/v1/audio/speech", False),
        ("https://api.openai.com:99999/v1/audio/speech", False),
        ("https://api.openai.com.example.org/v1/audio/speech", False),
        ("https://api.openai.com@example.org/v1/audio/speech", False),
        ("https://example.org/api.openai.com/v1/audio/speech", False),
        ("https://xapi.openai.com/v1/audio/speech", False),
    ],
)
def test_only_openai_gets_the_key_of_openai(url, sent, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-theirs")
    assert key_for(url) == ("sk-theirs" if sent else "")
    monkeypatch.setenv("SOUNDPROBE_TTS_KEY", "mine")
    assert key_for(url) == "mine"


@pytest.mark.parametrize("key", ["two words", "schlüssel", "line\nbreak"])
def test_a_key_that_cannot_be_sent(key, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_TTS_KEY", key)
    with speech_server() as server, pytest.raises(CorpusError, match="SOUNDPROBE_TTS_KEY") as caught:
        said(server.url)
    assert key not in str(caught.value)
    assert server.requests == []


@pytest.mark.parametrize(
    ("voices", "utterance", "voice"),
    [
        ({"": "alloy", "zh": "zf"}, Utterance(key="a", text="你好", language="zh"), "zf"),
        ({"": "alloy", "zh": "zf"}, Utterance(key="a", text="你好", language="zh-CN"), "zf"),
        ({"": "alloy", "zh": "zf", "zh-tw": "tw"}, Utterance(key="a", text="你好", language="zh-TW"), "tw"),
        ({"": "alloy", "zh": "zf"}, Utterance(key="a", text="hallo", language="de"), "alloy"),
        ({"": "alloy"}, Utterance(key="a", text="hallo", voice="onyx"), "onyx"),
    ],
)
def test_the_voice(voices, utterance, voice):
    assert engine("http://127.0.0.1", voices=voices).voice_of(utterance) == voice


def test_no_voice_for_a_language():
    with pytest.raises(CorpusError, match=r"voice\.de=NAME"):
        engine("http://127.0.0.1", voices={"zh": "zf"}).voice_of(Utterance(key="a", text="hallo", language="de"))


def test_its_name_tells_the_model_and_the_server_but_no_password():
    named = engine("https://anna:secret@tts.example.org/v1")
    assert named.name == "tts-1 at https://tts.example.org/v1"
    assert named.licence == UNSTATED_LICENCE


@pytest.mark.parametrize("kind", ["FLAC", "MP3", "OGG", "W64"])
@pytest.mark.parametrize("content_type", ["audio/wav", "application/octet-stream"])
def test_other_formats_are_heard_from_their_bytes(kind, content_type):
    reply = Reply(body=encoded(tone("hello"), kind), headers={"Content-Type": content_type})
    with speech_server(reply) as server:
        spoken = said(server.url)
    assert spoken.sampling_rate == RATE
    wanted = tone("hello").astype(float)
    heard = spoken.samples[: len(wanted)].astype(float)
    assert np.sqrt(np.mean((heard - wanted[: len(heard)]) ** 2)) < (1 if kind in ("FLAC", "W64") else 900)


def test_stereo_is_averaged():
    with speech_server(Reply(body=encoded(tone("hello", channels=2)))) as server:
        spoken = said(server.url)
    assert spoken.samples.shape == tone("hello").shape
    assert np.max(np.abs(2 * spoken.samples.astype(int) - tone("hello"))) <= 1


def test_floats_beyond_full_scale_are_turned_down():
    loud = tone("hello").astype(np.float32) / 4_000
    with speech_server(Reply(body=encoded(loud, subtype="FLOAT"))) as server:
        assert np.abs(said(server.url).samples.astype(int)).max() == 32_767


@pytest.mark.parametrize("size", [0, 0x7FFFFFFF, 0xFFFFFFFF])
def test_a_streamed_wav_does_not_know_its_size(size):
    whole = encoded(tone("hello"))
    place = whole.index(b"data") + 4
    streamed = whole[:4] + b"\xff\xff\xff\xff" + whole[8:place] + size.to_bytes(4, "little") + whole[place + 4 :]
    with speech_server(Reply(body=streamed)) as server:
        assert np.array_equal(said(server.url).samples, tone("hello"))


def test_too_busy_then_not():
    busy = Reply(429, b'{"error": "slow down"}', {"Retry-After": "7"})
    waits = []
    with speech_server(busy, Reply(503), Reply(500)) as server:
        spoken = said(server.url, waits)
    assert waits == [7.0, 2.0, 4.0]
    assert len(server.requests) == 4
    assert len(spoken.samples)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_server_that_stays_broken_is_given_up(status):
    waits = []
    with speech_server(*[Reply(status, b"<html>Bad\nGateway</html>")] * 9) as server:
        error = refused(server.url, waits)
    assert waits == [1.0, 2.0, 4.0, 8.0]
    assert len(server.requests) == 5
    assert error.found == f"the status {status}: <html>Bad Gateway</html>, at attempt 5 of 5"


@pytest.mark.parametrize(("asked", "told"), [("121", "121 s"), ("3600", "3,600 s")])
def test_a_server_that_asks_for_more_than_two_minutes_is_given_up(asked, told):
    waits = []
    with speech_server(Reply(429, headers={"Retry-After": asked})) as server:
        error = refused(server.url, waits)
    assert waits == []
    assert f"at attempt 1 of 5, and the wish to be asked again in {told}" in error.found


@pytest.mark.parametrize(
    "cut",
    [
        Reply(body=encoded(tone("hello"))[:3_000], promised=9_644),
        Reply(body=encoded(tone("hello"))[:3_000]),
        Reply(body=b""),
    ],
    ids=["by the connection", "inside the file", "all of it"],
)
def test_a_body_that_is_cut_is_asked_for_again(cut):
    waits = []
    with speech_server(cut) as server:
        assert np.array_equal(said(server.url, waits).samples, tone(HELLO.text))
    assert waits == [1.0]
    with speech_server(*[cut] * 5) as server:
        assert "at attempt 5 of 5" in refused(server.url).found


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key(status, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_TTS_KEY", "sk-secret-123")
    reply = Reply(status, b'{"error": {"message": "Incorrect API key provided: sk-secret-123"}}')
    with speech_server(reply) as server:
        error = refused(server.url)
    assert len(server.requests) == 1
    assert "sk-secret-123" not in str(error)
    assert "[the key]" in error.found
    assert error.remedy == (
        "export SOUNDPROBE_TTS_KEY=... with a key that this server takes; OPENAI_API_KEY is sent to "
        "https://api.openai.com alone"
    )


@pytest.mark.parametrize(("status", "remedy"), [(404, "/v1"), (301, "/v1"), (400, "the voice"), (422, "the voice")])
def test_a_refusal_is_not_asked_again(status, remedy):
    waits = []
    with speech_server(Reply(status, b"no such voice", {"Location": "/elsewhere"})) as server:
        error = refused(server.url, waits)
    assert len(server.requests) == 1
    assert waits == []
    assert "no such voice" in error.found
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b'{"error": "model not loaded"}', "application/json"),
        (b"<!doctype html><title>Welcome</title>", "text/html; charset=utf-8"),
        (bytes(range(256)) * 40, "audio/pcm"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", ""),
    ],
)
def test_what_is_no_sound_is_shown(body, content_type):
    with speech_server(Reply(body=body, headers={"Content-Type": content_type})) as server:
        error = refused(server.url)
    assert len(server.requests) == 1
    assert error.found.startswith(content_type.partition(";")[0] or "something")
    assert "cannot be read as sound" in error.found
    assert error.found.isprintable()


def test_samples_that_are_no_numbers():
    broken = np.full(100, np.nan, np.float32)
    with speech_server(Reply(body=encoded(broken, subtype="FLOAT"))) as server:
        assert "cannot be read as sound" in refused(server.url).found


def test_no_end_of_bytes(monkeypatch):
    monkeypatch.setattr("corpora.synthesis.engines.posting._MOST_BYTES", 2**20)
    with speech_server(Reply(body=bytes(3 * 2**20))) as server:
        assert refused(server.url).found == "more than 1 MB"


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    waits = []
    error = refused(f"http://anna:secret@127.0.0.1:{port}/v1", waits)
    assert len(waits) == 4
    assert "secret" not in str(error)
    assert f"no answer from http://127.0.0.1:{port}/v1/audio/speech" in error.found


def test_a_server_that_says_nothing_is_waited_for_no_longer_than_was_said():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        started = time.monotonic()
        error = refused(f"http://127.0.0.1:{silent.getsockname()[1]}/v1", timeout_s=0.1)
    assert time.monotonic() - started < 5.0
    assert "no answer" in error.found
