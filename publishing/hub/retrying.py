"""Try again what failed at the Hub or a store for a while only: a busy server, a cut connection; never for ever."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from execution.patience import PASSING_STATUSES, Patience, connection_failed
from execution.patience import asked_wait_s as retry_after_s

Result = TypeVar("Result")


def bear(patience: Patience, call: Callable[[], Result]) -> Result:
    """Call, and again as long as what goes wrong may pass; what does not, and the last failure, is raised."""

    def waiting_s(error: Exception, failures: int) -> float | None:
        return patience.wait_s(failures, asked_s=asked_wait_s(error)) if may_pass(error) else None

    return patience.bear(call, waiting_s=waiting_s)


def may_pass(error: BaseException) -> bool:
    """Say whether a failure may be gone in a while."""
    from huggingface_hub.errors import OfflineModeIsEnabled

    status = status_of(error)
    if status is not None or any(isinstance(cause, OfflineModeIsEnabled) for cause in causes(error)):
        return status in PASSING_STATUSES
    # A server that fails answers in HTML where a library wants JSON.
    passing = (ConnectionError, TimeoutError, json.JSONDecodeError)
    return any(isinstance(cause, passing) or connection_failed(cause) for cause in causes(error))


def status_of(error: BaseException) -> int | None:
    """Give the HTTP status that is behind a failure; None if no server answered."""
    response = _response(error)
    return None if response is None else int(response.status_code)


def asked_wait_s(error: BaseException) -> float | None:
    """Give the seconds that the server asked to wait for, from `Retry-After`; None if it did not."""
    response = _response(error)
    return None if response is None else retry_after_s(response.headers.get("Retry-After"))


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
