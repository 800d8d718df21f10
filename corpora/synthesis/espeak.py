"""Speech by eSpeak NG, from the library that the package espeakng-loader carries.

The library keeps state from one utterance to the next (phases, noise, voice), so that what it says depends on
what it said before. Here a fresh process speaks a whole list in order: the same list gives the same samples.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manifests.errors import CorpusError

SAMPLING_RATE = 22_050

_SYNCHRONOUS = 2
_NO_EXIT = 0x8000
_RATE_PARAMETER = 1
_UTF8 = 1
_SEED = 1
_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int16), ctypes.c_int, ctypes.c_void_p)


def speak(utterances: Sequence[tuple[str, str]], *, words_per_minute: int) -> list[NDArray[np.int16]]:
    """Speak a list of utterances in a process of their own.

    Parameters
    ----------
    utterances : sequence of (voice, text)
        The voice as eSpeak NG names it: a language file, then "+" and a variant.
    words_per_minute : int
        Speaking rate.

    Returns
    -------
    list of numpy.ndarray, each of shape (frames,)
        16-bit samples at `SAMPLING_RATE`.

    Raises
    ------
    CorpusError
        If the library cannot be used or lacks a voice.
    """
    import espeakng_loader

    library = Path(espeakng_loader.get_library_path())
    request = json.dumps({"library": str(library), "rate": words_per_minute, "utterances": list(utterances)})
    # The library keeps the path of its data in a short buffer: the process starts beside them instead.
    child = subprocess.run(  # noqa: S603 (our own module)
        [sys.executable, "-P", "-m", __name__],
        input=request.encode(),
        capture_output=True,
        cwd=Path(espeakng_loader.get_data_path()).parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)},
        check=False,
    )
    if child.returncode:
        said = child.stderr.decode(errors="replace").strip().splitlines()
        raise CorpusError(
            where=str(library),
            found=said[-1] if said else f"that it ended with code {child.returncode}",
            wanted="eSpeak NG, to speak the demo corpus",
            remedy="install the package espeakng-loader anew, as constraints.txt pins it",
        )
    return list(_unpacked(child.stdout))


def _unpacked(stream: bytes) -> Iterator[NDArray[np.int16]]:
    head, _, body = stream.partition(b"\n")
    samples = np.frombuffer(body, np.int16)
    start = 0
    for frames in json.loads(head):
        yield samples[start : start + frames]
        start += frames


def _speak_here(library: str, utterances: Sequence[tuple[str, str]], rate: int) -> list[NDArray[np.int16]]:
    espeak = ctypes.CDLL(library)
    sampling_rate = espeak.espeak_Initialize(_SYNCHRONOUS, 0, b".", _NO_EXIT)
    if sampling_rate != SAMPLING_RATE:
        sys.exit(f"a sampling rate of {sampling_rate} from espeak_Initialize")
    blocks: list[NDArray[np.int16]] = []

    def keep(samples: ctypes._Pointer[ctypes.c_int16], frames: int, _events: int) -> int:
        if samples and frames > 0:
            blocks.append(np.ctypeslib.as_array(samples, (frames,)).copy())
        return 0

    callback = _Callback(keep)  # the library keeps only its address: the name must live as long as the speech
    espeak.espeak_SetSynthCallback(callback)
    spoken = []
    for voice, text in utterances:
        blocks.clear()
        if espeak.espeak_SetVoiceByName(voice.encode()):
            sys.exit(f"no voice {voice}")
        espeak.espeak_SetParameter(_RATE_PARAMETER, rate, 0)
        espeak.espeak_ng_SetRandSeed(ctypes.c_long(_SEED))
        line = ctypes.create_string_buffer(text.encode())
        failed = espeak.espeak_Synth(line, ctypes.c_size_t(len(line)), 0, 0, 0, _UTF8, None, None)
        if failed or espeak.espeak_Synchronize() or not blocks:
            sys.exit(f"no speech for {voice}: {text}")
        spoken.append(np.concatenate(blocks))
    return spoken


def _answer() -> None:
    request = json.load(sys.stdin)
    spoken = _speak_here(request["library"], request["utterances"], request["rate"])
    sys.stdout.buffer.write(json.dumps([len(samples) for samples in spoken]).encode() + b"\n")
    sys.stdout.buffer.write(np.concatenate(spoken).tobytes())


if __name__ == "__main__":
    _answer()
