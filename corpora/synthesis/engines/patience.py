"""Ask a speech server again for what failed for a while only; never for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from execution.patience import Patience
from manifests.errors import CorpusError

Result = TypeVar("Result")

# A script has hundreds of utterances: a server that wants two minutes for each is not for today.
SPEECH_PATIENCE = Patience(longest_asked_s=120.0)


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


def bear(patience: Patience, call: Callable[[], Result], *, where: str) -> Result:
    """Call, and again as long as it raises PassingError.

    Raises
    ------
    CorpusError
        If it still fails at the last attempt, or the server asks to wait too long.
    """

    def waiting_s(error: Exception, failures: int) -> float | None:
        if not isinstance(error, PassingError):
            return None
        wait_s = patience.wait_s(failures, asked_s=error.asked_s)
        if wait_s is None:
            raise _given_up(error, failures, patience, where=where) from error
        return wait_s

    return patience.bear(call, waiting_s=waiting_s)


def _given_up(error: PassingError, failures: int, patience: Patience, *, where: str) -> CorpusError:
    too_long = error.asked_s is not None and error.asked_s > patience.longest_asked_s
    wish = f", and the wish to be asked again in {error.asked_s:,.0f} s" if too_long else ""
    return CorpusError(
        where=where,
        found=f"{error.found}, at attempt {failures} of {patience.attempts}{wish}",
        wanted="speech",
        remedy="see that the server runs and is not too busy, then run it again: what was spoken is kept",
    )
