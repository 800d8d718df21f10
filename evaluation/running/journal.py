"""The file of replies as it grows: a line a reply, and beside it what is needed to go on with it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from filelock import FileLock, Timeout

from evaluation.errors import ReplyError
from manifests.atomic import atomic_path, output_error
from manifests.errors import OutputError


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """One line.

    Parameters
    ----------
    id : str
        Of the question.
    reply : str or None
        Word for word; None if the model could not be asked.
    seconds : float
        How long it took.
    input_tokens, output_tokens : int
        0 if they are not known.
    cost_usd : float or None
        None if it is not known.
    error : str
        Why there is no reply; empty otherwise.
    remedy : str
        What to do about it: told, and not written.
    """

    id: str
    reply: str | None
    seconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    error: str = ""
    remedy: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the line as JSON values, without what is not known."""
        told: dict[str, Any] = {"id": self.id, "reply": self.reply, "seconds": round(self.seconds, 3)}
        for name in ("input_tokens", "output_tokens", "cost_usd", "error"):
            if value := getattr(self, name):
                told[name] = value
        return told


class Journal:
    """Appends replies to a file; opened again, it goes on after the last whole line.

    Parameters
    ----------
    path : pathlib.Path
        `NAME.jsonl`; `NAME.run.json` beside it says of what run it is.
    run : mapping
        What must be the same for a run to be gone on with: set, model and its settings, control, seed.

    Attributes
    ----------
    answered : set of str
        Questions that have a reply.
    spent_usd : float
        What all lines cost, as far as that is known.
    dearest_usd : float
        The most that one line cost.

    Raises
    ------
    ReplyError
        If the file is of another run, or another process writes to it.
    OutputError
        If it cannot be written.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self.path = path
        self.answered: set[str] = set()
        self.spent_usd = 0.0
        self.dearest_usd = 0.0
        self._guard = Lock()
        self._lock = FileLock(f"{path}.lock")
        self._run = dict(run)

    def __enter__(self) -> Self:
        """Lock the file, check what is there, and cut a line that was not finished."""
        if self.path.exists() and not self.path.is_file():
            raise OutputError(
                where=str(self.path),
                found="a folder, a device or a pipe",
                wanted="a file of replies, or a free place for one",
                remedy="name a file with --out",
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise self._wrong("another run that is writing to it", "a file of its own for each run") from error
        except OSError as error:
            raise output_error(self.path, error) from error
        try:
            self._sink = self.path.open("ab")
            self._go_on()
        except BaseException as error:
            with suppress(AttributeError):  # it may be the opening that failed
                self._sink.close()
            self._unlock()
            if isinstance(error, OSError):
                raise output_error(self.path, error) from error
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, and give it free whatever comes."""
        try:
            self._sink.close()
        except OSError as failure:
            if error is None:
                raise output_error(self.path, failure) from failure
        finally:
            self._unlock()

    def add(self, given: Given) -> None:
        """Write a line, at once and whole; called from several threads.

        Raises
        ------
        OutputError
            If the disk is full.
        TypeError, ValueError
            If it could not be read back: the reply is no text, or the cost no amount.
        """
        told = given.to_json()
        _check(told)
        line = json.dumps(told, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"
        with self._guard, self._writing():
            self._sink.write(line)
            self._sink.flush()
            self._take(told)

    def _unlock(self) -> None:
        self._lock.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise output_error(self.path, error) from error

    def _take(self, told: Mapping[str, Any]) -> None:
        if told.get("reply") is not None:
            self.answered.add(told["id"])
        cost_usd = float(told.get("cost_usd") or 0.0)
        self.spent_usd += cost_usd
        self.dearest_usd = max(self.dearest_usd, cost_usd)

    @property
    def _beside(self) -> Path:
        return self.path.with_name(f"{self.path.stem}.run.json")

    def _go_on(self) -> None:
        if not self.path.exists() or self.path.stat().st_size == 0:
            with atomic_path(self._beside) as temporary:
                temporary.write_text(json.dumps(self._run, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            return
        try:
            before = json.loads(self._beside.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise self._wrong("replies of a run that nothing is known of", "a new file") from error
        if not isinstance(before, dict):
            raise self._wrong("replies of a run that nothing is known of", "a new file")
        other = [name for name, value in self._run.items() if before.get(name) != value]
        if other:
            found = ", ".join(f"{name} {before.get(name)!r}" for name in other)
            wanted = ", ".join(f"{name} {self._run[name]!r}" for name in other)
            raise self._wrong(f"replies of another run ({found})", wanted)
        self._read_back()

    def _read_back(self) -> None:
        whole = 0
        with self.path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break  # the process was killed in mid-line
                try:
                    told = _line(line)
                    _check(told)
                    self._take(told)
                except (ValueError, KeyError, TypeError, RecursionError) as error:
                    raise self._wrong("a line that no run wrote", "replies as a run writes them") from error
                whole += len(line)
        os.truncate(self.path, whole)

    def _wrong(self, found: str, wanted: str) -> ReplyError:
        remedy = "name another file with --out, or remove this one and its .run.json"
        return ReplyError(where=str(self.path), found=found, wanted=wanted, remedy=remedy)


def _line(line: bytes) -> dict[str, Any]:
    told = json.loads(line)
    if not isinstance(told, dict):
        raise TypeError(f"found a line of the kind {type(told).__name__}, wanted an object")
    return told


def _check(told: Mapping[str, Any]) -> None:
    """Refuse a line of other kinds than a run writes: it would be scored as what nobody said."""
    cost_usd = told.get("cost_usd", 0.0)
    if not isinstance(told["id"], str) or not isinstance(told["reply"], str | None):
        raise TypeError(f"found an id and a reply of the kinds {_kinds(told['id'], told['reply'])}, wanted texts")
    if not isinstance(cost_usd, int | float) or not math.isfinite(cost_usd) or cost_usd < 0:
        raise ValueError(f"found a cost of {cost_usd!r}, wanted US dollars")


def _kinds(*values: object) -> str:
    return " and ".join(type(value).__name__ for value in values)
