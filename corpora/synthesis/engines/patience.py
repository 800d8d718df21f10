"""Ask a speech server again for what failed for a while only; never for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar

from manifests.errors import CorpusError

Result = TypeVar("Result")


class PassingError(Exception):
    """What may be gone in a while.

    Parameters
    ----------
    found : str
        What went wrong, for the message if it stays.
    asked_s : float, optional
        How long the server asked to wait.
    """

    def __init__(self, found: str, *, asked_s: float | None = None) -> None:
        super().__init__(found)
        self.found = found
        self.asked_s = asked_s


def _sleep(wait_s: float) -> None:
    time.sleep(wait_s)


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long a failing server is borne with.

    Parameters
    ----------
    attempts : int
        How often it is asked at most.
    first_wait_s : float
        The wait before the second attempt, which doubles with each.
    longest_asked_s : float
        The longest wait that a server may ask for (`Retry-After`); one that asks for more is given up.
    sleep : callable
        Waits for so many seconds.
    """

    attempts: int = 5
    first_wait_s: float = 1.0
    longest_asked_s: float = 120.0
    sleep: Callable[[float], None] = _sleep

    def bear(self, call: Callable[[], Result], *, where: str) -> Result:
        """Call, and again as long as it raises PassingError.

        Raises
        ------
        CorpusError
            If it still fails at the last attempt, or the server asks to wait too long.
        """
        for attempt in range(1, self.attempts + 1):
            try:
                return call()
            except PassingError as error:
                wait_s = self.first_wait_s * 2.0 ** (attempt - 1) if error.asked_s is None else error.asked_s
                too_long = wait_s > self.longest_asked_s
                if attempt == self.attempts or too_long:
                    found = f"{error.found}, at attempt {attempt} of {self.attempts}"
                    wish = f", and the wish to be asked again in {wait_s:,.0f} s" if too_long else ""
                    raise _given_up(where, found + wish) from error
            self.sleep(wait_s)
        raise AssertionError  # the last attempt returns or raises


def _given_up(where: str, found: str) -> CorpusError:
    return CorpusError(
        where=where,
        found=found,
        wanted="speech",
        remedy="see that the server runs and is not too busy, then run it again: what was spoken is kept",
    )


def asked_wait_s(retry_after: str | None) -> float | None:
    """Read a `Retry-After` header, seconds or a date; None if it says neither."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
