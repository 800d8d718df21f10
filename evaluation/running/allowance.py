"""How much may be spent, and what is set aside for the questions in the air."""

from __future__ import annotations

import math

_ROUNDING_USD = 1e-9  # of sums of floats
_UNKNOWN = (
    "what a reply cost is not known (the endpoint counts no tokens, or the function gives no Answer with cost_usd), "
    "and so --max-usd cannot be kept"
)


class Allowance:
    """A cap that is looked at before each question.

    For a question in the air as much is set aside as the dearest reply so far has cost; until the first cost is known,
    one question is asked at a time. What is spent passes the cap only if a reply costs more than any before it.

    Parameters
    ----------
    most_usd : float or None
        What may be spent in US dollars; None for no cap.
    """

    def __init__(self, most_usd: float | None) -> None:
        self._most_usd = most_usd
        self.stopped = ""

    def note(self, cost_usd: float | None) -> None:
        """Hear what a reply has cost: where that is not known, a cap cannot be kept, and nothing more is asked."""
        if cost_usd is None and self._most_usd is not None:
            self.stopped = self.stopped or _UNKNOWN

    def permits(self, *, spent_usd: float, dearest_usd: float, flying: int) -> bool:
        """Say whether one more may be asked now; if none may ever be, `stopped` says why.

        Parameters
        ----------
        spent_usd, dearest_usd : float
            Over all replies so far, and of the dearest of them; 0 if no cost is known.
        flying : int
            Questions in the air.
        """
        if self._most_usd is None or self.stopped:
            return not self.stopped
        if spent_usd >= self._most_usd:
            self.stopped = f"{usd(spent_usd)} USD are spent, and {usd(self._most_usd)} were allowed"
        elif not flying and spent_usd + dearest_usd > self._most_usd + _ROUNDING_USD:
            self.stopped = (
                f"{usd(spent_usd)} USD are spent, the next reply may cost {usd(dearest_usd)}, "
                f"and {usd(self._most_usd)} were allowed"
            )
        if self.stopped:
            return False
        if not dearest_usd:
            return not flying
        return spent_usd + (flying + 1) * dearest_usd <= self._most_usd + _ROUNDING_USD


def usd(amount: float) -> str:
    """Write US dollars: two decimals, or three digits that say something of less than a dollar."""
    if not amount or amount >= 1:
        return f"{amount:,.2f}"
    return f"{amount:.{2 - math.floor(math.log10(amount))}f}"
