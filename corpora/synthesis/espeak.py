"""Speech by eSpeak NG, from the library that the package espeakng-loader carries.

The library keeps state from one utterance to the next (phases, noise, voice), so that what it says depends on
what it said before. Here each list of utterances is spoken from the same start: it gives the same samples each time.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from corpora.synthesis.espeak_process import SAMPLING_RATE
from manifests.errors import CorpusError

__all__ = ["SAMPLING_RATE", "Speaker", "speak"]

_PROGRAM = "corpora.synthesis.espeak_process"
_SAMPLE_BYTES = 2


def speak(utterances: Sequence[tuple[str, str]], *, words_per_minute: int) -> list[NDArray[np.int16]]:
    """Speak a list of utterances, in a process that ends with it.

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
    speaker = Speaker()
    try:
        return speaker.speak(utterances, words_per_minute=words_per_minute)
    finally:
        speaker.close()


class Speaker:
    """Holds a process with the library, from the first utterance until it is closed or forgotten.

    It may be asked from several threads; they take turns.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._child: _Child | None = None

    def speak(self, utterances: Sequence[tuple[str, str]], *, words_per_minute: int) -> list[NDArray[np.int16]]:
        """Speak a list of utterances, whatever was spoken before; see `speak`.

        Raises
        ------
        CorpusError
            If the library cannot be used or lacks a voice.
        """
        request = json.dumps({"rate": words_per_minute, "utterances": list(utterances)})
        with self._lock:
            self._child = self._child or _start(self)
            try:
                head, body = self._child.ask(request)
            except BaseException as error:  # also Ctrl-C: half an answer would be taken for the next one's
                said = self._child.end()
                self._child = None
                if isinstance(error, EOFError | OSError):
                    raise _fault(said) from error
                raise
        if head["fault"]:
            raise _fault(head["fault"])
        stops = np.cumsum([0, *head["sizes"]]) // _SAMPLE_BYTES
        samples = np.frombuffer(body, np.int16)
        return [samples[start:stop] for start, stop in pairwise(stops)]

    def close(self) -> None:
        """End the process; the next utterance starts another."""
        with self._lock:
            if self._child is not None:
                self._child.end()
                self._child = None


@dataclass(frozen=True)
class _Child:
    process: subprocess.Popen[bytes]
    input: IO[bytes]
    output: IO[bytes]
    errors: IO[bytes]

    def ask(self, request: str) -> tuple[dict[str, Any], bytes]:
        """Send a line and read its answer.

        Raises
        ------
        OSError, EOFError
            If the process has ended.
        """
        self.input.write(f"{request}\n".encode())
        self.input.flush()
        line = self.output.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        head = json.loads(line)
        body = self.output.read(sum(head["sizes"]))
        if len(body) < sum(head["sizes"]):
            raise EOFError
        return head, body

    def end(self) -> str:
        """End the process if it has not ended, and give its last words."""
        with suppress(OSError):  # it has ended
            os.killpg(self.process.pid, signal.SIGKILL)  # and the fork that may be speaking
        code = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip().splitlines()
        for stream in (self.output, self.errors):
            stream.close()
        with suppress(BrokenPipeError):  # what it holds was for the process that ended
            self.input.close()
        return said[-1] if said else f"that it ended with code {code}"


def _start(owner: Speaker) -> _Child:
    import espeakng_loader

    errors = TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
    process = subprocess.Popen(  # noqa: S603 (our own module)
        [sys.executable, "-P", "-m", _PROGRAM, espeakng_loader.get_library_path()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=Path(espeakng_loader.get_data_path()).parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)},
        process_group=0,  # Ctrl-C is for this process alone
    )
    child = _Child(process, cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout), errors)
    weakref.finalize(owner, _forget, child)
    return child


def _forget(child: _Child) -> None:
    if child.process.returncode is None:
        child.end()


def _fault(found: str) -> CorpusError:
    import espeakng_loader

    return CorpusError(
        where=str(espeakng_loader.get_library_path()),
        found=found,
        wanted="speech by eSpeak NG",
        remedy="install the package espeakng-loader anew, as constraints.txt pins it",
    )
