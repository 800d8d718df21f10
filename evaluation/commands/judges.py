"""The judge that a command names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evaluation.errors import JudgeError

if TYPE_CHECKING:
    from evaluation.judging.metered import MeteredJudge


@contextmanager
def judge_option(
    name: str | None, *, prices: tuple[float, float] | None, max_usd: float | None, cache: Path | None
) -> Iterator[MeteredJudge | None]:
    """Open the judge that the options name, with its cap and its cache; None if they name none.

    Raises
    ------
    JudgeError
        If there is no such judge, or a cap without prices.
    MissingLibraryError
        If it needs a library of the extra `eval`.
    """
    if name is None:
        yield None
        return
    if max_usd is not None and "/" not in name:
        raise JudgeError(
            where="--max-usd",
            found=f"the function {name} as judge, of which nobody knows what a call costs",
            wanted="a model of inspect-ai, or no cap",
            remedy="leave --max-usd out, and let the function keep to a cap of its own",
        )
    from evaluation.judging.cache import ReplyCache
    from evaluation.judging.metered import MeteredJudge
    from evaluation.judging.opening import open_judge
    from evaluation.price import Price

    price = Price(input_usd=prices[0], output_usd=prices[1]) if prices else None
    with open_judge(name, price=price) as judge:
        yield MeteredJudge(judge, cache=ReplyCache(cache), cap_usd=max_usd)
