"""A server on loopback that speaks OpenAI's `/audio/speech`: a tone for each text, and what goes wrong before it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import numpy as np
import soundfile

RATE = 24_000


@dataclass
class Reply:
    """One answer as it is; `promised` is the length that its header claims, if another than the true one."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None


@dataclass
class SpeechServer:
    """What was asked, and what is answered before speech is: each of `replies` once."""

    replies: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    guard: Lock = field(default_factory=Lock)
    url: str = ""

    def texts(self) -> list[str]:
        """Give what it was asked to say, in order."""
        return [request["input"] for request in self.requests]


def tone(text: str, *, channels: int = 1) -> np.ndarray:
    """Give the speech of a text: 0.2 s of a tone of its own, shape (4800,) or (4800, channels)."""
    hertz = 200 + sum(text.encode()) % 800
    wave = np.round(8_000 * np.sin(2 * np.pi * hertz * np.arange(RATE // 5) / RATE)).astype(np.int16)
    return wave if channels == 1 else np.stack([wave, np.zeros_like(wave)], axis=1)


def encoded(samples: np.ndarray, kind: str = "WAV", **options: Any) -> bytes:
    """Encode samples as a file of some kind."""
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, RATE, format=kind, **options)
    return buffer.getvalue()


@contextmanager
def speech_server(*replies: Reply) -> Iterator[SpeechServer]:
    """Serve until the block ends."""
    state = SpeechServer(list(replies))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with state.guard:
                state.requests.append(body)
                state.paths.append(self.path)
                state.keys.append(self.headers.get("Authorization"))
                said = Reply(body=encoded(tone(body["input"])), headers={"Content-Type": "audio/wav"})
                reply = state.replies.pop(0) if state.replies else said
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body) if reply.promised is None else reply.promised))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()
