"""A server on loopback that speaks OpenAI's chat format with audio, and hears by a function of the test's."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import numpy as np
import soundfile as sf

Hearing = Callable[[str, list[np.ndarray]], str]


@dataclass
class ChatServer:
    """What was asked, and what goes wrong next.

    Each fault is an HTTP status, taken once; each of `raw` a status and a body, sent as they are, before any other
    reply.
    """

    hear: Hearing
    faults: list[int] = field(default_factory=list)
    raw: list[tuple[int, bytes]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    guard: Lock = field(default_factory=Lock)
    url: str = ""

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        """Hear the clips of a request and answer it."""
        parts = body["messages"][-1]["content"]
        clips = [_samples(part["input_audio"]) for part in parts if part["type"] == "input_audio"]
        (text,) = (part["text"] for part in parts if part["type"] == "text")
        return {
            "id": "chat-1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": self.hear(text, clips)},
                }
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }


@contextmanager
def chat_server(hear: Hearing) -> Iterator[ChatServer]:
    """Serve until the block ends."""
    state = ChatServer(hear)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with state.guard:
                state.requests.append(
                    {
                        "path": self.path,
                        "body": body,
                        "headers": {name.lower(): value for name, value in self.headers.items()},
                    }
                )
                raw = state.raw.pop(0) if state.raw else None
                fault = state.faults.pop(0) if state.faults and raw is None else 0
            if raw is not None:
                self.respond(*raw)
                return
            told = {"error": {"message": f"fault {fault}", "type": "fault"}} if fault else state.reply(body)
            self.respond(fault or 200, json.dumps(told).encode())

        def respond(self, status: int, data: bytes) -> None:
            """Send a body."""
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            if status == 429:
                self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _samples(part: dict[str, str]) -> np.ndarray:
    assert part["format"] == "wav"
    samples, rate = sf.read(io.BytesIO(base64.b64decode(part["data"])), always_2d=True)
    assert rate == 16_000
    return samples


def louder_ear(text: str, clips: list[np.ndarray]) -> str:
    """Hear which ear it is in; guess left if there is one channel only."""
    powers = np.mean(np.square(clips[0]), axis=0)
    return f"It is in the {'right' if len(powers) == 2 and powers[1] > powers[0] else 'left'} ear."
