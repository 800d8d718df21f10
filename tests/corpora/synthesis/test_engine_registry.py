"""An engine by what the user writes."""

from __future__ import annotations

import pytest

from corpora.synthesis.engines.espeak import EspeakNg
from corpora.synthesis.engines.registry import engine_named
from manifests.errors import CorpusError

BASE = "openai:http://127.0.0.1:8880/v1"


def test_espeak():
    assert isinstance(engine_named("espeak-ng"), EspeakNg)


def test_a_server_with_all_its_options():
    engine = engine_named(
        f"{BASE}/?model=kokoro&voice=af_sky&voice.zh=zf_xiaobei&licence=Apache-2.0&styles=1&timeout_s=300"
    )
    assert engine.base_url == "http://127.0.0.1:8880/v1"
    assert engine.model == "kokoro"
    assert engine.voices == {"": "af_sky", "zh": "zf_xiaobei"}
    assert engine.licence == "Apache-2.0"
    assert engine.styles is True
    assert engine.timeout_s == 300.0


def test_a_server_with_no_more_than_a_model():
    engine = engine_named("openai:https://api.openai.com/v1?model=gpt-4o-mini-tts")
    assert (engine.voices, engine.licence, engine.styles) == ({}, "LicenseRef-Unstated", False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no engine of that name"),
        ("espeak", "no engine of that name"),
        ("openai", "no engine of that name"),
        ("openai:", "an address that cannot be asked"),
        ("openai:kokoro", "an address that cannot be asked"),
        ("openai:ftp://127.0.0.1/v1?model=m", "an address that cannot be asked"),
        ("openai:http://?model=m", "an address that cannot be asked"),
        ("openai:http://host:port/v1?model=m", "an address that cannot be asked"),
        ("openai:http://[::1/v1?model=m", "an address that cannot be asked"),
        ("openai:http://a b/v1?model=m", "an address that cannot be asked"),
        (BASE, "no model"),
        (f"{BASE}?model=", "model=''"),
        (f"{BASE}?model=a&model=b", "the option 'model' twice"),
        (f"{BASE}?model=a%7Cb", "model='a|b'"),
        (f"{BASE}?model=a%0Ab", "model='a\\nb'"),
        (f"{BASE}?model=m&speed=2", "the option 'speed'"),
        (f"{BASE}?model=m&license=MIT", "the option 'license'"),
        (f"{BASE}?model=m&voice.=x", "the option 'voice.'"),
        (f"{BASE}?model=m&licence=Apache 2.0", "an address that cannot be asked"),
        (f"{BASE}?model=m&licence=Apache%202.0", "licence='Apache 2.0'"),
        (f"{BASE}?model=m&styles=maybe", "styles='maybe'"),
        (f"{BASE}?model=m&timeout_s=0", "timeout_s='0'"),
        (f"{BASE}?model=m&timeout_s=inf", "timeout_s='inf'"),
        (f"{BASE}?model=m&timeout_s=long", "timeout_s='long'"),
    ],
)
def test_what_is_wrong_is_said_with_an_example(text, found):
    with pytest.raises(CorpusError) as caught:
        engine_named(text)
    assert caught.value.found == found
    assert "openai:http://127.0.0.1:8880/v1?model=kokoro&voice=af_sky" in caught.value.remedy


@pytest.mark.parametrize(("text", "near"), [("espeak", "espeak-ng"), (f"{BASE}?model=m&license=MIT", "licence")])
def test_a_near_miss(text, near):
    with pytest.raises(CorpusError, match=f"did you mean '{near}'"):
        engine_named(text)


def test_a_password_is_not_shown():
    with pytest.raises(CorpusError) as caught:
        engine_named("openai:http://anna:secret@host/v1")
    assert "secret" not in str(caught.value)
