"""A key goes to the endpoint that it is for, and to no other."""

import pytest

from evaluation.errors import ModelError
from evaluation.models.endpoint import Endpoint
from evaluation.models.keys import OPENAI_URL, address_of, key_for
from evaluation.models.protocol import Prompt
from tests.evaluation.models.chat_server import chat_server

PROMPT = Prompt(id="q1", text="left or right?")
THEIRS, OURS = "sk-openai-secret", "sk-of-our-own-server"


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    for name in ("SOUNDPROBE_API_KEY", "OPENAI_BASE_URL", "OPENAI_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", THEIRS)


@pytest.fixture
def server():
    with chat_server(lambda *_: "left") as state:
        yield state


def sent(server, monkeypatch, **more):
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    assert Endpoint("ears-1", base_url=server.url).answer(PROMPT).text == "left"
    (request,) = server.requests
    return request["headers"]


def test_what_is_openais_is_not_sent_elsewhere(server, monkeypatch):
    names = ("OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID")
    headers = sent(server, monkeypatch, **{name: f"secret-{name}" for name in names})
    assert "authorization" not in headers
    assert not [value for value in headers.values() if "secret" in value]


def test_our_own_key_is_sent_to_the_server_that_is_named(server, monkeypatch):
    headers = sent(server, monkeypatch, SOUNDPROBE_API_KEY=OURS)
    assert headers["authorization"] == f"Bearer {OURS}"
    assert not [value for value in headers.values() if THEIRS in value]


def test_an_address_in_the_environment_is_a_named_one(server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    Endpoint("ears-1").answer(PROMPT)
    assert "authorization" not in server.requests[0]["headers"]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        (OPENAI_URL, THEIRS),
        ("https://API.openai.com:443/v1", THEIRS),
        ("http://api.openai.com/v1", OURS),
        ("https://api.openai.com:8443/v1", OURS),
        ("https://api.openai.com:99999/v1", OURS),
        ("https://api.openai.com.example.org/v1", OURS),
        ("https://api.openai.com@example.org/v1", OURS),
        ("https://example.org/api.openai.com", OURS),
        ("http://127.0.0.1:8000/v1", OURS),
    ],
)
def test_openai_alone_gets_the_key_of_openai(url, key, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_API_KEY", OURS)
    assert key_for(url, where="openai:ears-1") == key


def test_nothing_named_is_openai(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    assert address_of(None) == OPENAI_URL


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_says_which_is_wanted_and_is_not_shown(server, status, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_API_KEY", OURS)
    server.raw.append((status, f'{{"error": {{"message": "Incorrect API key: {OURS}"}}}}'.encode()))
    with pytest.raises(ModelError) as caught:
        Endpoint("ears-1", base_url=server.url).answer(PROMPT)
    assert str(status) in caught.value.found
    assert "[the key]" in caught.value.found
    assert OURS not in str(caught.value)
    assert "export SOUNDPROBE_API_KEY=... with a key that this endpoint takes" in caught.value.remedy
    assert "OPENAI_API_KEY is sent to https://api.openai.com alone" in caught.value.remedy


def test_openai_without_a_key_says_how_to_give_one(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelError, match="export OPENAI_API_KEY"):
        Endpoint("ears-1")


@pytest.mark.parametrize("key", ["two words", "schlüssel", "line\nbreak"])
def test_what_no_key_can_be_is_not_sent_and_not_shown(key, server, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_API_KEY", key)
    with pytest.raises(ModelError, match="export SOUNDPROBE_API_KEY") as caught:
        Endpoint("ears-1", base_url=server.url)
    assert key not in str(caught.value)
    assert server.requests == []
