"""A judge whose replies are kept, whose cost is summed, and who stops before a cap is exceeded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from evaluation.answer import Answer
from evaluation.errors import JudgeError
from evaluation.judging.cache import ReplyCache
from evaluation.judging.judge import Judge
from evaluation.judging.spending import Spending

_ROUNDING_USD = 1e-9  # of sums of floats


class CapError(JudgeError):
    """The next question could exceed what may be spent."""


class MeteredJudge:
    """Asks a judge, unless the cache knows the reply or the cap forbids it; the same question is asked only once.

    Parameters
    ----------
    judge : Judge
        Who is asked.
    cache : ReplyCache or None
        Where replies are kept; None keeps them in memory.
    cap_usd : float or None
        What may be spent in US dollars. Before each call its highest possible cost is set aside, and the call is not
        made if that could exceed the cap. A call that failed is counted as free.
    cap_calls : int or None
        How often the judge may be asked.

    Raises
    ------
    JudgeError
        If there is a cap on cost, but no price.
    """

    def __init__(
        self,
        judge: Judge,
        *,
        cache: ReplyCache | None = None,
        cap_usd: float | None = None,
        cap_calls: int | None = None,
    ) -> None:
        self.name = judge.name
        self.spending = Spending()
        self._judge = judge
        self._cache = ReplyCache() if cache is None else cache
        self._cap_usd = cap_usd
        self._cap_calls = cap_calls
        self._settled = threading.Condition()
        self._flights: dict[str, Future[Answer]] = {}
        self._reserved_usd = 0.0
        self._under_way = 0
        if cap_usd is not None and judge.most_usd("") is None:
            raise JudgeError(
                where=f"judge {judge.name}",
                found=f"a cap of {cap_usd:g} USD, but no price",
                wanted="the price of its tokens",
                remedy="state the price, or cap the number of calls",
            )

    def most_usd(self, prompt: str) -> float | None:
        """Say what asking this can cost at most."""
        return self._judge.most_usd(prompt)

    def ask(self, prompt: str) -> Answer:
        """Give the reply that is kept, or ask.

        Raises
        ------
        CapError
            If asking could exceed a cap.
        JudgeError
            If the judge cannot be reached.
        OutputError
            If the cache cannot be written.
        """
        with self._settled:
            known = self._cache.get(self.name, prompt)
            if known is not None:
                self.spending.note_cached(known)
                return known
            flight = self._flights.get(prompt)
            mine = flight is None
            if flight is None:
                flight = self._flights[prompt] = Future()
        if mine:
            self._fly(prompt, flight)
        reply = flight.result()
        if not mine:
            with self._settled:
                self.spending.note_cached(reply)
        return reply

    def _fly(self, prompt: str, flight: Future[Answer]) -> None:
        try:
            flight.set_result(self._bought(prompt))
        except BaseException as error:  # noqa: BLE001  whoever waits for the same reply hears of it too
            flight.set_exception(error)
        finally:
            with self._settled:
                self._flights.pop(prompt, None)

    def _bought(self, prompt: str) -> Answer:
        most_usd = self._judge.most_usd(prompt)
        with self._set_aside(most_usd or 0.0):
            try:
                reply = self._judge.ask(prompt)
            except JudgeError:
                with self._settled:
                    self.spending.failed += 1
                raise
            with self._settled:
                # Where the endpoint counts nothing, the bound is what is known.
                self.spending.note_bought(reply, most_usd=most_usd)
        self._cache.put(self.name, prompt, reply)
        return reply

    @contextmanager
    def _set_aside(self, most_usd: float) -> Iterator[None]:
        """Wait until the call fits under the caps, or nothing is left that could make room."""
        with self._settled:
            while reason := self._over(most_usd):
                if not self._under_way:
                    self.spending.stopped = reason
                    raise CapError(
                        where=f"judge {self.name}",
                        found=reason,
                        wanted="calls within the cap",
                        remedy="raise the cap and run again: with a cache, what was judged costs nothing",
                    )
                self._settled.wait()
            self._reserved_usd += most_usd
            self._under_way += 1
        try:
            yield
        finally:
            with self._settled:
                self._reserved_usd -= most_usd
                self._under_way -= 1
                self._settled.notify_all()

    def _over(self, most_usd: float) -> str:
        made = self.spending.calls + self.spending.failed
        if self._cap_calls is not None and made + self._under_way >= self._cap_calls:
            return f"{made} calls made, and the next would exceed the cap of {self._cap_calls}"
        spent_usd = self.spending.cost_usd
        if self._cap_usd is not None and spent_usd + self._reserved_usd + most_usd > self._cap_usd + _ROUNDING_USD:
            return (
                f"{spent_usd:.4f} USD spent, and the next call could cost {most_usd:.4f} USD: more than the cap of "
                f"{self._cap_usd:g} USD"
            )
        return ""
