"""Decide whether a failed request is worth another, and how long to wait before it."""

from __future__ import annotations

from execution.patience import PASSING_STATUSES, Patience, asked_wait_s, connection_failed

PATIENCE = Patience()


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

    if isinstance(error, httpx2.HTTPStatusError):
        if error.response.status_code not in PASSING_STATUSES:
            return None
        return PATIENCE.wait_s(failures, asked_s=asked_wait_s(error.response.headers.get("Retry-After")))
    return PATIENCE.wait_s(failures) if connection_failed(error) else None
