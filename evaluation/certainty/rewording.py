"""One model asked about the same clips in several wordings (the SAGI paper's Tables 14 and 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.certainty.bootstrap import mean_interval
from evaluation.certainty.flipping import flip_test
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.significance import SMALLEST, STRIKING

_GROUPS_EACH = 2  # of as few groups as wordings, every way to turn them gives one and the same chi-squared


@dataclass(frozen=True, kw_only=True, slots=True)
class Reworded:
    """What came of it, over the questions that have a score in every wording.

    Parameters
    ----------
    means : mapping of str to Interval
        By wording.
    mean : Interval
        Over all wordings.
    deviation : float
        The standard deviation of the means, as of a sample.
    p_value : float or None
        Whether wordings differ but for chance, groups held together; None if there are not two wordings, or fewer than
        twice as many groups: the test has nothing to go by then.
    left_out : int
        Questions without a score in some wording.
    """

    means: Mapping[str, Interval]
    mean: Interval
    deviation: float
    p_value: float | None
    left_out: int

    @property
    def spread(self) -> float:
        """The highest mean less the lowest; part of it is chance, the more so the fewer the questions."""
        values = [each.value for each in self.means.values()]
        return max(values) - min(values) if values else 0.0

    @property
    def is_sensitive(self) -> bool:
        """Whether the wording is shown to matter: p below 0.01, and a spread of 0.02 or more."""
        return self.p_value is not None and self.p_value < STRIKING and self.spread >= SMALLEST

    def to_json(self) -> dict[str, Any]:
        """Give it as JSON values."""
        return json_values(
            {
                "means": {name: each.to_json() for name, each in self.means.items()},
                "mean": self.mean.to_json(),
                "deviation": self.deviation,
                "spread": self.spread,
                "p_value": self.p_value,
                "is_sensitive": self.is_sensitive,
                "left_out": self.left_out,
            }
        )


def reworded(
    scores: Mapping[str, Mapping[str, float | None]],
    groups: Mapping[str, str],
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    seed: int = 0,
) -> Reworded:
    """Hold wordings against each other, question by question.

    Each question's scores are held against their own mean over wordings, whose sums by group are tested together
    (`flip_test`). It is what `instructions` does where every question is asked in every wording.

    Parameters
    ----------
    scores : mapping of str to mapping of str to (float or None)
        By wording, by the question's id; None where there is no score.
    groups : mapping of str to str
        By id; a question without one is a group by itself, with all its wordings.
    bounds : tuple of two floats
        Between which scores lie.
    seed : int
        Of resampling.
    """
    every = list(dict.fromkeys(name for found in scores.values() for name in found))
    kept = [name for name in every if all(found.get(name) is not None for found in scores.values())]
    table = np.array([[found[name] for found in scores.values()] for name in kept], dtype=np.float64)
    table = table.reshape(len(kept), len(scores))
    together = [groups.get(name, "") or f"\0{name}" for name in kept]
    means = {
        wording: mean_interval(table[:, place], together, bounds=bounds, seed=seed)
        for place, wording in enumerate(scores)
    }
    parts = table - table.mean(axis=1, keepdims=True) if len(scores) else table
    several = len(scores) > 1 and len(kept) > 0
    is_testable = several and len(set(together)) >= _GROUPS_EACH * len(scores)
    return Reworded(
        means=means,
        mean=mean_interval(table.mean(axis=1) if len(scores) else [], together, bounds=bounds, seed=seed),
        deviation=float(np.std(table.mean(axis=0), ddof=1)) if several else 0.0,
        p_value=flip_test(parts, together, seed=seed).p_value if is_testable else None,
        left_out=len(every) - len(kept),
    )
