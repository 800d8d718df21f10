"""Wait for a server that fails for a while only, longer each time or as long as it asks; never for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar

Result = TypeVar("Result")

# The codes of a server that is busy, restarting or limiting the rate.
PASSING_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})


def _sleep(wait_s: float) -> None:
    time.sleep(wait_s)


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long a failing server is borne with.

    Parameters
    ----------
    attempts : int
        How often a request is made at most.
    first_wait_s, longest_wait_s : float
        The wait before the second attempt, which doubles with each, and its bound.
    longest_asked_s : float
        The longest wait that a server may ask for (`Retry-After`); one that asks for more is given up.
    sleep : callable
        Waits for so many seconds.
    """

    attempts: int = 5
    first_wait_s: float = 1.0
    longest_wait_s: float = 30.0
    longest_asked_s: float = 300.0
    sleep: Callable[[float], None] = _sleep

    def wait_s(self, failures: int, *, asked_s: float | None = None) -> float | None:
        """Say how long to wait before the next attempt; None if there should be none.

        Parameters
        ----------
        failures : int
            Attempts that failed in a row, at least 1.
        asked_s : float, optional
            How long the server asked to wait.
        """
        if failures >= self.attempts:
            return None
        if asked_s is not None:
            return asked_s if asked_s <= self.longest_asked_s else None
        return min(self.longest_wait_s, self.first_wait_s * 2.0 ** (failures - 1))

    def bear(self, call: Callable[[], Result], *, waiting_s: Callable[[Exception, int], float | None]) -> Result:
        """Call, and again as long as there is something to wait for.

        Parameters
        ----------
        call : callable
            What is tried.
        waiting_s : callable
            Takes a failure and how many there were; gives the seconds to wait, or None to raise that failure.
        """
        failures = 0
        while True:
            try:
                return call()
            except Exception as error:
                failures += 1
                wait_s = waiting_s(error, failures)
                if wait_s is None:
                    raise
            self.sleep(wait_s)


def asked_wait_s(retry_after: str | None) -> float | None:
    """Read `Retry-After` (RFC 9110, 10.2.3), seconds or a date, as seconds from now; None if it says neither."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def connection_failed(error: BaseException) -> bool:
    """Say whether httpx2 raised it since a connection failed or was cut, and not since it could not be asked at all."""
    import httpx2

    refused = (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)
    return isinstance(error, httpx2.TransportError) and not isinstance(error, refused)
