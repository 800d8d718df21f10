"""Decide whether a failed request is worth another, and how long to wait before it."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime

_ATTEMPTS = 5  # in a row that bring nothing
_FIRST_WAIT_S, _LONGEST_WAIT_S = 1.0, 30.0
_LONGEST_ASKED_S = 300.0  # a server that asks for more is given up for now
# The codes of a server that is busy, restarting or limiting the rate.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})


def sleep(wait_s: float) -> None:
    """Wait."""
    time.sleep(wait_s)


def wait_s(error: Exception, failures: int) -> float | None:
    """Say how long to wait before the next attempt; None if there should be none.

    Parameters
    ----------
    error : Exception
        What httpx2 raised.
    failures : int
        Attempts in a row that brought nothing, this one included.
    """
    import httpx2

    if failures >= _ATTEMPTS:
        return None
    waiting_s = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2.0 ** (failures - 1))
    if isinstance(error, httpx2.HTTPStatusError):
        if error.response.status_code not in _PASSING:
            return None
        asked_s = asked_wait_s(error.response.headers.get("Retry-After", ""))
        if asked_s is not None:
            return asked_s if asked_s <= _LONGEST_ASKED_S else None
        return waiting_s
    refused = (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)
    return waiting_s if isinstance(error, httpx2.TransportError) and not isinstance(error, refused) else None


def asked_wait_s(value: str) -> float | None:
    """Read `Retry-After` (RFC 9110, 10.2.3), seconds or a date, as seconds from now; None if it says nothing."""
    value = value.strip()
    if value.isascii() and value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
