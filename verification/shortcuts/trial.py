"""Try families of features on one set of labels."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from verification.shortcuts.cheats import stable_number
from verification.shortcuts.family import Family, Matrix
from verification.shortcuts.grouping import Indices, deal, numbered
from verification.shortcuts.learner import Fold, lean_libraries, prepare
from verification.shortcuts.relabelling import Relabelling
from verification.shortcuts.score import FamilyScore
from verification.shortcuts.significance import is_still, p_value, p_values_family
from verification.shortcuts.statistic import answers, balanced_accuracy, gains, interval, resampled

Fitted = tuple[Family, list[Fold]]

LABELLINGS = 999
_TELLING = 0.05  # p of a family whose features are tried one by one: elsewhere there is nothing to tell apart
_TRIFLING = 0.5  # p of a family that does no better than shuffled labels do
_FEW_LABELLINGS = 100  # different ones: p cannot be small then


class Trial:
    """A cross-validated attempt to guess the labels, with a permutation test.

    Parameters
    ----------
    labels : numpy.ndarray, shape (rows,)
        As numbers from 0, each occurring.
    groups : sequence of str, shape (rows,)
        Rows of one name are never on both sides.
    strata : sequence, shape (rows,)
        Labels are exchanged only between rows of one stratum.
    seed : int
        Of folds, landmarks, labellings and resampling.
    labellings : int
        How many besides the true one.
    """

    def __init__(
        self,
        labels: Indices,
        *,
        groups: Sequence[str],
        strata: Sequence[Hashable],
        seed: int,
        labellings: int = LABELLINGS,
    ) -> None:
        self.labels = labels
        self._groups = groups
        self._rows = [f"{group}\0{place}" for place, group in enumerate(groups)]
        self._strata = strata
        self._seed = stable_number(seed, "shortcuts") % 2**31
        self._count = labellings
        self._numbers = numbered(groups)
        self._labellings = Relabelling(labels, groups=groups, strata=strata).draw(labellings, seed=self._seed)
        self._folds = deal(groups, seed=self._seed)

    @cached_property
    def few(self) -> int:
        """How many different labellings there are, if they are so few that p cannot be small; else 0."""
        different = len(np.unique(self._labellings, axis=0))
        return different if different < min(_FEW_LABELLINGS, self._count) else 0

    @cached_property
    def _by_row(self) -> tuple[Indices, NDArray[np.int16]]:
        relabelling = Relabelling(self.labels, groups=self._rows, strata=self._strata)
        return deal(self._rows, seed=self._seed), relabelling.draw(self._count, seed=self._seed)

    @cached_property
    def _resampled(self) -> Matrix:
        return resampled(self._numbers, seed=self._seed)

    def fit(self, families: Sequence[Family]) -> list[Fitted]:
        """Fit the classifiers of each family, but for the labels: none for a family that is the same for all rows."""
        return [(family, [] if family.constant else self._prepare(family)) for family in families]

    def _prepare(self, family: Family) -> list[Fold]:
        return prepare(family, self._by_row[0] if family.by_row else self._folds, seed=self._seed)

    def gains(self, family: Family, folds: Sequence[Fold]) -> Matrix:
        """Give the gain of the true labelling and of each other."""
        return gains(folds, self._by_row[1] if family.by_row else self._labellings)

    def run(self, families: Sequence[Family]) -> list[FamilyScore]:
        """Score families, in the order given; those that are inherent are not corrected for, nor the others for them.

        Families whose rows were left out one by one have other permutations than the rest, so that max-T cannot
        hold them against these. Either kind has its share of the allowed errors, by the number of its families.
        """
        with lean_libraries():
            fitted = self.fit(families)
            found = {family.name: self.gains(family, folds) for family, folds in fitted if folds}
            corrected = self.corrected(fitted, found)
            return [self._score(family, folds, found.get(family.name), corrected) for family, folds in fitted]

    def corrected(self, fitted: Sequence[Fitted], found: Mapping[str, Matrix]) -> dict[str, float]:
        """Give the p-values of the families that count, corrected for trying them all, from their gains."""
        counted = [family for family, folds in fitted if folds and not family.inherent]
        corrected: dict[str, float] = {}
        for by_row in (False, True):
            names = [family.name for family in counted if family.by_row == by_row]
            if names:
                table = np.stack([found[name] for name in names], axis=1)
                p_values = p_values_family(table) * len(counted) / len(names)
                corrected |= dict(zip(names, np.minimum(p_values, 1.0).tolist(), strict=True))
        return corrected

    def _score(
        self, family: Family, folds: Sequence[Fold], found: Matrix | None, corrected: dict[str, float]
    ) -> FamilyScore:
        counts = np.bincount(self.labels)
        chance, majority = 1 / len(counts), float(counts.max() / counts.sum())
        accuracy, balanced, low, high, p, note = majority, chance, chance, chance, 1.0, family.note
        if found is not None and family.trifle and p_value(found) >= _TRIFLING:
            found, note = None, family.trifle
            corrected = {}
        if found is None:
            note = note or "the same for all rows"
        else:
            even, plain = (answer == self.labels for answer in answers(folds, self.labels))
            accuracy, balanced = float(plain.mean()), balanced_accuracy(even, self.labels)
            low, high = interval(even, self.labels, self._numbers, drawn=self._resampled)
            p = p_value(found)
            if is_still(found):
                same = "the same for all rows of a group, whose labels differ: it cannot tell"
                note = note or ("these groups cannot exchange labels: no test" if self.few == 1 else same)
        return FamilyScore(
            family=family.name,
            features=family.features,
            balanced_accuracy=balanced,
            low=low,
            high=high,
            chance=chance,
            accuracy=accuracy,
            majority=majority,
            p_value=p,
            p_family=corrected.get(family.name, p),
            inherent=family.inherent,
            single=self._single(family, balanced, p),
            items=len(self.labels),
            note=note,
        )

    def _single(self, family: Family, whole: float, p: float) -> dict[str, float]:
        if len(family.features) == 1:
            return {family.features[0]: whole}
        if p >= _TELLING:
            return {}
        chance = 1 / (int(self.labels.max()) + 1)
        single = {}
        for feature in family.features:
            alone = family.only(feature)
            single[feature] = chance
            if not alone.constant:
                even, _ = answers(self._prepare(alone), self.labels)
                single[feature] = balanced_accuracy(even == self.labels, self.labels)
        return single
