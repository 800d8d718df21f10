"""Try again what failed for a while only: a busy server, a cut connection; never for ever."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

Result = TypeVar("Result")

# The codes of a server that is busy, restarting or limiting the rate.
_PASSING = frozenset({408, 429, 500, 502, 503, 504})


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

    def bear(self, call: Callable[[], Result]) -> Result:
        """Call, and again as long as what goes wrong may pass; what does not, and the last failure, is raised."""
        for attempt in range(1, self.attempts):
            try:
                return call()
            except Exception as error:
                wait_s = self._wait_s(error, attempt)
                if wait_s is None:
                    raise
                self.sleep(wait_s)
        return call()

    def _wait_s(self, error: Exception, attempt: int) -> float | None:
        if not may_pass(error):
            return None
        asked_s = asked_wait_s(error)
        if asked_s is not None:
            return asked_s if asked_s <= self.longest_asked_s else None
        return min(self.longest_wait_s, self.first_wait_s * 2.0 ** (attempt - 1))


def may_pass(error: BaseException) -> bool:
    """Say whether a failure may be gone in a while."""
    import httpx2
    from huggingface_hub.errors import OfflineModeIsEnabled

    status = status_of(error)
    if status is not None or any(isinstance(cause, OfflineModeIsEnabled) for cause in causes(error)):
        return status in _PASSING
    # A server that fails answers in HTML where a library wants JSON.
    passing = (httpx2.TransportError, ConnectionError, TimeoutError, json.JSONDecodeError)
    refused = (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)
    return any(isinstance(cause, passing) and not isinstance(cause, refused) for cause in causes(error))


def status_of(error: BaseException) -> int | None:
    """Give the HTTP status that is behind a failure; None if no server answered."""
    response = _response(error)
    return None if response is None else int(response.status_code)


def asked_wait_s(error: BaseException) -> float | None:
    """Give the seconds that the server asked to wait for, from `Retry-After`: seconds or a date; None if it did not."""
    response = _response(error)
    value = response.headers.get("Retry-After") if response is not None else None
    if not value:
        return None
    if value.strip().isascii() and value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def causes(error: BaseException) -> Iterator[BaseException]:
    """Go from a failure to what caused it."""
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        yield here
        here = here.__cause__ or here.__context__


def _response(error: BaseException) -> Any:
    answers = (getattr(cause, "response", None) for cause in causes(error))
    return next((answer for answer in answers if hasattr(answer, "status_code")), None)
