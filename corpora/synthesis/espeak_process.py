"""The process that holds the library of eSpeak NG; a fork of it answers each request, so that none hears of another.

It reads requests from its standard input, one a line, until that ends. It answers each with a line of JSON, then with
the samples of all utterances, one after another. Neither numpy nor a thread is in it: forks take a millisecond.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

SAMPLING_RATE = 22_050

_SYNCHRONOUS = 2
_NO_EXIT = 0x8000
_RATE_PARAMETER = 1
_UTF8 = 1
_SEED = 1
_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int16), ctypes.c_int, ctypes.c_void_p)
_OUTPUT = 1


class _SpeechError(Exception):
    """What keeps it from speaking."""


def _serve(library: str) -> None:
    espeak = _started(library)
    for line in sys.stdin:
        speaker = os.fork()
        if not speaker:
            _answer(espeak, line)
        _, status = os.waitpid(speaker, 0)
        if status:
            code = os.waitstatus_to_exitcode(status)
            _write(_head(fault=f"that it ended with code {code}"))


def _started(library: str) -> ctypes.CDLL:
    try:
        espeak = ctypes.CDLL(library)
    except OSError as error:
        sys.exit(str(error))
    # The library keeps the path of its data in a short buffer: the process was started beside them instead.
    sampling_rate = espeak.espeak_Initialize(_SYNCHRONOUS, 0, b".", _NO_EXIT)
    if sampling_rate != SAMPLING_RATE:
        sys.exit(f"a sampling rate of {sampling_rate} from espeak_Initialize")
    return espeak


def _answer(espeak: ctypes.CDLL, line: str) -> NoReturn:
    """Answer a request and end, whatever happens; code 1 says that there is no answer."""
    code = 1
    try:
        _write(_reply(espeak, line))
        code = 0
    finally:
        os._exit(code)


def _reply(espeak: ctypes.CDLL, line: str) -> bytes:
    request = json.loads(line)
    try:
        spoken = _speak(espeak, request["utterances"], rate=request["rate"])
    except _SpeechError as error:
        return _head(fault=str(error))
    return _head(sizes=[len(samples) for samples in spoken]) + b"".join(spoken)


def _speak(espeak: ctypes.CDLL, utterances: Sequence[tuple[str, str]], *, rate: int) -> list[bytes]:
    """Speak a list in order: the library keeps state (phases, noise, voice) from one utterance to the next."""
    blocks: list[bytes] = []

    def keep(samples: ctypes._Pointer[ctypes.c_int16], frames: int, _events: int) -> int:
        if samples and frames > 0:
            blocks.append(ctypes.string_at(samples, frames * ctypes.sizeof(ctypes.c_int16)))
        return 0

    callback = _Callback(keep)  # the library keeps only its address: the name must live as long as the speech
    espeak.espeak_SetSynthCallback(callback)
    spoken = []
    for voice, text in utterances:
        blocks.clear()
        if espeak.espeak_SetVoiceByName(voice.encode()):
            raise _SpeechError(f"no voice {voice}")
        espeak.espeak_SetParameter(_RATE_PARAMETER, rate, 0)
        espeak.espeak_ng_SetRandSeed(ctypes.c_long(_SEED))
        line = ctypes.create_string_buffer(text.encode())
        failed = espeak.espeak_Synth(line, ctypes.c_size_t(len(line)), 0, 0, 0, _UTF8, None, None)
        if failed or espeak.espeak_Synchronize() or not blocks:
            raise _SpeechError(f"no speech for {voice}: {text}")
        spoken.append(b"".join(blocks))
    return spoken


def _head(**fields: Any) -> bytes:
    return json.dumps({"sizes": [], "fault": "", **fields}).encode() + b"\n"


def _write(content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(_OUTPUT, rest) :]


if __name__ == "__main__":
    _serve(sys.argv[1])
