"""Whatever an endpoint sends, it is either a reply or told as none: it never counts as silence of the model."""

import json
import socket

import pytest

from evaluation.errors import ModelError
from evaluation.models.chat_reply import chat_reply
from evaluation.models.endpoint import Endpoint
from evaluation.models.errors import UnusableReplyError
from evaluation.models.protocol import Prompt
from evaluation.price import Price
from tests.evaluation.models.chat_server import chat_server

KEY = "sk-not-a-real-key-of-anybody"
PROMPT = Prompt(id="q1", text="left or right?")
USAGE = {"prompt_tokens": 100, "completion_tokens": 10}


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_API_KEY", KEY)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server():
    with chat_server(lambda *_: "left") as state:
        yield state


def body(content=None, ended="stop", usage=USAGE, **message):
    choice = {"index": 0, "finish_reason": ended, "message": {"role": "assistant", "content": content, **message}}
    return json.dumps({"choices": [choice], "usage": usage}).encode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b'{"choices": [', "no JSON"),
        (b"<html>login</html>", "no JSON: '<html>login"),
        (b"left", "no JSON: 'left'"),
        (b"", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[1, 2]", "no object"),
        (b"null", "no object"),
        (b"{}", "no choice"),
        (b'{"choices": []}', "no choice"),
        (b'{"choices": {"0": 1}}', "no choice"),
        (b'{"error": {"message": "quota exceeded", "code": 429}}', "an error in place of a reply: 'quota exceeded'"),
        (b'{"error": "busy", "choices": null}', "busy"),
        (b'{"error": {"code": 7}}', '"code": 7'),
        (b'{"choices": [null]}', "without a message"),
        (b'{"choices": [{"index": 0}]}', "without a message"),
        (b'{"choices": [{"message": null}]}', "without a message"),
        (b'{"choices": [{"message": "left"}]}', "without a message"),
        (body(5), "content that is no text: '5'"),
        (body([{"type": "image_url"}]), "content that is no text"),
        (body(["left"]), "content that is no text"),
        (body("", "length"), "no text, ended by 'length'"),
        (body(None, "content_filter"), "ended by 'content_filter'"),
        (body(None, "tool_calls"), "ended by 'tool_calls'"),
        (body(None, {"odd": 1}), "no text, ended by"),
    ],
)
def test_what_is_no_reply_is_told_with_the_question(server, sent, said):
    server.raw.append((200, sent))
    with pytest.raises(ModelError) as caught:
        Endpoint("ears-1", base_url=server.url).answer(PROMPT)
    assert caught.value.where == "openai:ears-1, question q1"
    assert said in caught.value.found
    assert len(caught.value.found) <= 300
    assert "run it again" in caught.value.remedy


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        (body("left"), "left"),
        (body(" left\n"), " left\n"),
        (body([{"type": "text", "text": "le"}, {"type": "text", "text": "ft"}]), "left"),
        (body(None, refusal="I can't help"), "I can't help"),
        (body("", "content_filter", refusal="I can't help"), "I can't help"),
        (body(None, audio={"id": "a", "data": "", "transcript": "left"}), "left"),
        (body("left", "length"), "left"),  # cut, and yet said
        (body(""), ""),  # it ended by itself: the model said nothing
        (body(None), ""),
    ],
)
def test_a_text_is_found_wherever_it_stands(server, sent, text):
    server.raw.append((200, sent))
    assert Endpoint("ears-1", base_url=server.url).answer(PROMPT).text == text


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        [],
        {"prompt_tokens": "many", "completion_tokens": None},
        {"prompt_tokens": -(10**9), "completion_tokens": 0},
        {"prompt_tokens": True, "completion_tokens": 1},
        {"prompt_tokens": 1.5, "completion_tokens": 1},
    ],
)
def test_what_is_not_counted_is_of_unknown_cost(server, usage):
    server.raw.append((200, body("left", usage=usage)))
    given = Endpoint("ears-1", base_url=server.url, price=Price(input_usd=1.0, output_usd=1.0)).answer(PROMPT)
    assert (given.text, given.cost_usd, given.input_tokens, given.output_tokens) == ("left", None, 0, 0)


def test_what_was_paid_for_nothing_is_known(server):
    server.raw.append((200, body("", "length")))
    with pytest.raises(UnusableReplyError) as caught:
        Endpoint("ears-1", base_url=server.url, price=Price(input_usd=10.0, output_usd=100.0)).answer(PROMPT)
    assert caught.value.cost_usd == pytest.approx(100 * 10e-6 + 10 * 100e-6)


@pytest.mark.parametrize("status", [200, 401])
@pytest.mark.parametrize("before", ["", "x" * 280])  # where the key would be cut in two
def test_a_key_that_is_sent_back_is_not_shown(server, status, before):
    server.raw.append((status, json.dumps({"error": {"message": f"{before}bad key Bearer {KEY}"}}).encode()))
    with pytest.raises(ModelError) as caught:
        Endpoint("ears-1", base_url=server.url).answer(PROMPT)
    assert KEY[:8] not in str(caught.value)
    assert caught.value.__cause__ is None  # the client's own error has it


def test_the_address_is_known_without_the_password_in_it():
    model = Endpoint("ears-1", base_url="http://me:secret@127.0.0.1:9/v1?token=secret", one_clip=True)
    assert model.settings == {"base_url": "http://127.0.0.1:9/v1/", "one_clip": True}


def test_an_endpoint_that_hangs_is_given_up_after_four_tries():
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"http://127.0.0.1:{mute.getsockname()[1]}/v1"
        with pytest.raises(ModelError, match="timed out"):
            Endpoint("ears-1", base_url=url, timeout_s=0.05).answer(PROMPT)
        mute.settimeout(0.2)
        for _ in range(4):
            mute.accept()[0].close()
        with pytest.raises(TimeoutError):
            mute.accept()


def test_bytes_of_any_kind_never_raise():
    from hypothesis import given, settings
    from hypothesis import strategies as st

    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["choices", "message", "content", "error", "usage", "audio", "text", "prompt_tokens"]),
                inner,
            )
        ),
        max_leaves=12,
    )

    @settings(max_examples=150, deadline=None)
    @given(values.map(lambda value: json.dumps(value).encode()) | st.binary())
    def holds(sent):
        found = chat_reply(sent)
        assert isinstance(found.text, str)
        assert not (found.text and found.fault)

    holds()
