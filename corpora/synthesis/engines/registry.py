"""An engine by what the user writes: `espeak-ng`, or `openai:` and an address with options."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from corpora.synthesis.engines.espeak import NAME as ESPEAK
from corpora.synthesis.engines.espeak import EspeakNg
from corpora.synthesis.engines.openai_speech import UNSTATED_LICENCE, OpenAISpeech
from corpora.synthesis.engines.protocol import Synthesizer
from corpora.synthesis.listing import LICENCE
from manifests.errors import CorpusError

_PREFIX = "openai:"
_EXAMPLE = "openai:http://127.0.0.1:8880/v1?model=kokoro&voice=af_sky&licence=Apache-2.0"
_OPTIONS = ("model", "voice", "licence", "styles", "timeout_s")
_VOICE_OF_LANGUAGE = re.compile(r"voice\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)")
_YES_NO = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def engine_named(text: str) -> Synthesizer:
    """Give an engine.

    Parameters
    ----------
    text : str
        `espeak-ng`, or `openai:BASE_URL?model=M&voice=V`; further options are `voice.zh=V` (a language's own voice),
        `licence=SPDX` (the terms of what it speaks), `styles=1` (it follows instructions) and `timeout_s=300`.

    Raises
    ------
    CorpusError
        If it names no engine, or an option is unknown, absent, given twice or wrong.
    """
    if text == ESPEAK:
        return EspeakNg()
    if text.startswith(_PREFIX):
        return _speech_server(text)
    near = difflib.get_close_matches(text.lower(), [ESPEAK, "espeak"], n=1)
    raise _wrong(
        text, "no engine of that name", f"{ESPEAK}, or {_PREFIX}BASE_URL?model=...", near=ESPEAK if near else ""
    )


def _speech_server(text: str) -> OpenAISpeech:
    try:
        parts = urlsplit(text.removeprefix(_PREFIX))
        reachable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        reachable = False
    if not reachable or not text.isprintable() or " " in text:
        raise _wrong(_shown(text), "an address that cannot be asked", "http://HOST:PORT/v1 or https://HOST/v1")
    options = _options(text, parts.query)
    return OpenAISpeech(
        base_url=parts._replace(query="", fragment="").geturl().rstrip("/"),
        model=options["model"],
        voices={name.removeprefix("voice").removeprefix("."): voice for name, voice in options.items() if _voice(name)},
        licence=_licence(text, options.get("licence", UNSTATED_LICENCE)),
        styles=_yes_no(text, options.get("styles", "0")),
        timeout_s=_seconds(text, options.get("timeout_s", "120")),
    )


def _voice(name: str) -> bool:
    return name == "voice" or _VOICE_OF_LANGUAGE.fullmatch(name) is not None


def _options(text: str, query: str) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for given, value in parse_qsl(query, keep_blank_values=True):
        name = given.lower()
        if name not in _OPTIONS and not _voice(name):
            near = difflib.get_close_matches(name, _OPTIONS, n=1)
            wanted = f"one of {', '.join(_OPTIONS)}, or voice.zh for a language"
            raise _wrong(_shown(text), f"the option {name!r}", wanted, near=near[0] if near else "")
        if name in options:
            raise _wrong(_shown(text), f"the option {name!r} twice", "each option once")
        if not value.strip() or not value.isprintable() or "|" in value:
            raise _wrong(_shown(text), f"{name}={value!r}", "a value, without | and line breaks")
        options[name] = value.strip()
    if "model" not in options:
        raise _wrong(_shown(text), "no model", "the model as the server names it")
    return options


def _licence(text: str, value: str) -> str:
    if not LICENCE.fullmatch(value):
        raise _wrong(_shown(text), f"licence={value!r}", "an SPDX identifier, as Apache-2.0, or LicenseRef-...")
    return value


def _yes_no(text: str, value: str) -> bool:
    if value.lower() not in _YES_NO:
        raise _wrong(_shown(text), f"styles={value!r}", "1 if the model follows instructions, or 0")
    return _YES_NO[value.lower()]


def _seconds(text: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0.0 < seconds < math.inf:
        raise _wrong(_shown(text), f"timeout_s={value!r}", "seconds, more than 0")
    return seconds


def _shown(text: str) -> str:
    """Give what the user wrote without a password in it."""
    return re.sub(r"//[^/@?]*@", "//...@", text)


def _wrong(where: str, found: str, wanted: str, *, near: str = "") -> CorpusError:
    meant = f"did you mean {near!r}? " if near else ""
    return CorpusError(where=f"engine {where!r}", found=found, wanted=wanted, remedy=f"{meant}As in: {_EXAMPLE}")
