"""Measurements kept between runs, by the content that they were made from: one SQLite file a kind."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_KEYS_A_QUERY = 500
_PATIENCE_S = 30.0
# The codes of a file that SQLite cannot use; all else (locked, full, read-only) passes by itself.
_UNUSABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
_warned: set[str] = set()


def cache_folder() -> Path:
    """Give the folder for what can be made again: `SOUNDPROBE_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("SOUNDPROBE_CACHE")
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("soundprobe")


class ContentCache:
    """JSON values by key, shared by every process of this user.

    A cache only saves time: one that is corrupt is started anew, one that cannot be read or written is done
    without, both with one warning on standard error. Nothing here raises.

    Parameters
    ----------
    namespace : str
        The kind of value, which names the file. A key should hold the SHA-256 of the content and the version
        of what was measured on it.
    """

    def __init__(self, namespace: str) -> None:
        self.path = cache_folder() / f"{namespace}.sqlite"

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """Give the values that are here, by key; keys without one are left out."""
        wanted = list(keys)
        found: dict[str, Any] = {}

        def read(connection: sqlite3.Connection) -> None:
            for start in range(0, len(wanted), _KEYS_A_QUERY):
                some = wanted[start : start + _KEYS_A_QUERY]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, value FROM entries WHERE key IN ({marks})"  # noqa: S608 (only marks)
                for key, text in connection.execute(query, some):
                    found[key] = _decoded(text)

        if wanted:
            self._attempt(read)
        return found

    def put_many(self, values: Mapping[str, Any]) -> None:
        """Keep `values`, all of them or none."""
        rows = [(key, json.dumps(value, separators=(",", ":"))) for key, value in values.items()]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?)", rows)

        if rows:
            self._attempt(write)

    def _attempt(self, action: Callable[[sqlite3.Connection], None]) -> None:
        for last in (False, True):
            try:
                self._run(action)
            except (sqlite3.Error, OSError, ValueError) as error:
                if last or not _unusable(error):
                    self._warn(f"is left aside ({error})")
                    return
                self._warn(f"is damaged ({error}) and is started anew")
                self._start_anew()
            else:
                return

    def _run(self, action: Callable[[sqlite3.Connection], None]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=_PATIENCE_S)) as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
            )
            action(connection)

    def _start_anew(self) -> None:
        from filelock import FileLock

        try:
            # Another process may have met the same damage: whoever comes second must keep the new file.
            with FileLock(self.path.with_suffix(".lock"), timeout=_PATIENCE_S):
                if not self._sound():
                    for suffix in ("", "-journal", "-wal", "-shm"):
                        self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        except OSError as error:
            self._warn(f"cannot be replaced ({error})")

    def _sound(self) -> bool:
        try:
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE_S)) as connection:
                verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
                for (text,) in connection.execute("SELECT value FROM entries WHERE key >= ''"):
                    _decoded(text)
                return bool(verdict == ("ok",))
        except (sqlite3.Error, ValueError):
            return False

    def _warn(self, what: str) -> None:
        message = f"soundprobe: the cache {self.path} {what}"
        if message not in _warned:
            _warned.add(message)
            print(message, file=sys.stderr)


def _decoded(text: object) -> Any:
    """Read a value as JSON; ValueError if it is none, also where a foreign table holds another type."""
    if not isinstance(text, str):
        raise ValueError(f"a value of type {type(text).__name__}")  # noqa: TRY004 (the type is the file's, not ours)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error


def _unusable(error: Exception) -> bool:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)  # absent where the module itself complains
        return code is not None and code & 0xFF in _UNUSABLE
    return isinstance(error, ValueError)
