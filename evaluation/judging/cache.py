"""Judges' replies on the disk: what was paid for is never asked twice."""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from evaluation.answer import Answer
from evaluation.errors import JudgeError
from manifests.atomic import output_error
from manifests.digest import sha256_of


class ReplyCache:
    """Replies by judge and prompt, one JSON line each, appended as they come.

    A line is written in one piece, so a run that is broken off loses at most the reply under way, and several runs may
    share a file. A line that is cut off or damaged counts as not there.

    Parameters
    ----------
    path : pathlib.Path or None
        The file; made when the first reply comes. None keeps replies in memory.

    Raises
    ------
    JudgeError
        If the file cannot be read.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.damaged = 0  # lines that could not be read
        self._lock = threading.Lock()
        self._replies: dict[tuple[str, str], Answer] = {}
        self._torn = False  # whether the file's last line lacks its end
        for key, reply in self._lines():
            self._replies.setdefault(key, reply)

    def __len__(self) -> int:
        return len(self._replies)

    def get(self, judge: str, prompt: str) -> Answer | None:
        """Look a reply up."""
        return self._replies.get((judge, _sha256(prompt)))

    def put(self, judge: str, prompt: str, reply: Answer) -> None:
        """Keep a reply.

        Raises
        ------
        OutputError
            If it cannot be written.
        """
        digest = _sha256(prompt)
        with self._lock:
            self._replies[judge, digest] = reply
            if self.path is not None:
                self._append(self.path, {"judge": judge, "prompt_sha256": digest, **_fields(reply)})

    def _append(self, path: Path, line: dict[str, object]) -> None:
        data = (("\n" if self._torn else "") + json.dumps(line) + "\n").encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                self._torn = os.write(handle, data) != len(data)
                if self._torn:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            finally:
                os.close(handle)
        except OSError as error:
            raise output_error(path, error) from error

    def _lines(self) -> Iterator[tuple[tuple[str, str], Answer]]:
        if self.path is None or not self.path.exists():
            return
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise JudgeError(
                where=str(self.path),
                found=(error.strerror or type(error).__name__).lower(),
                wanted="a file of judges' replies that can be read",
                remedy="choose another file for the cache",
            ) from error
        self._torn = bool(data) and not data.endswith(b"\n")
        for line in data.splitlines():
            if line.strip():
                try:
                    row = json.loads(line)
                    yield (str(row["judge"]), str(row["prompt_sha256"])), _reply(row)
                except (ValueError, KeyError, TypeError):
                    self.damaged += 1


def _fields(reply: Answer) -> dict[str, object]:
    return {
        "reply": reply.text,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "cost_usd": reply.cost_usd,
    }


def _reply(row: dict[str, object]) -> Answer:
    text, read, written, cost = row["reply"], row["input_tokens"], row["output_tokens"], row["cost_usd"]
    if not isinstance(text, str) or not isinstance(read, int) or not isinstance(written, int):
        raise TypeError("another kind of line")
    if cost is not None and not isinstance(cost, int | float):
        raise TypeError("another kind of line")
    return Answer(text=text, input_tokens=read, output_tokens=written, cost_usd=cost)


def _sha256(prompt: str) -> str:
    return sha256_of(prompt.encode("utf-8", "surrogatepass"))
