"""A class that comes from one source, while the others come from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from verification.findings import Ledger
from verification.questions.words import loose

# More different sources than this are recordings rather than corpora: no class is confined to one by accident or habit.
_MOST_PAIRS = 20_000
# A class is confined if nearly all of it is from one source, of which the others make at most half their use.
_CONFINED, _ELSEWHERE = 0.9, 0.5
# So that a small set does not alarm by accident. Shared among the labels: 8 against 8 rows, cleanly apart, which
# give 0.00008, are told of.
_P = 2e-4


class Confined:
    """Rule `balance.source` for one column.

    Parameters
    ----------
    what : str
        The column's role: `source` or `speaker`.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._pairs: Counter[tuple[str, str]] = Counter()

    def add(self, where: str, label: str) -> None:
        """Take one row; one that does not say where it is from is left out."""
        if where and len(self._pairs) < _MOST_PAIRS:
            self._pairs[where, label] += 1

    def check(self, ledger: Ledger, spelling: Mapping[str, str], *, name: str) -> None:
        """Judge, once all rows are in.

        Parameters
        ----------
        ledger : Ledger
            Takes the finding: one for the set.
        spelling : mapping of str to str
            How the labels are written.
        name : str
            The set's.
        """
        if len({where for where, _ in self._pairs}) < 2 or len(self._pairs) >= _MOST_PAIRS:
            return
        told = self._confined_classes(spelling)
        ledger.expect(
            not told,
            "balance.source",
            name,
            found="; ".join(told),
            wanted=f"every class from every {self._what} alike",
            severity="warning",
        )

    def _confined_classes(self, spelling: Mapping[str, str]) -> list[str]:
        from scipy.stats import hypergeom

        labels, places = Counter[str](), Counter[str]()
        for (where, label), count in self._pairs.items():
            labels[label] += count
            places[where] += count
        rows = labels.total()
        told = []
        for label, size in sorted(labels.items()):
            where, inside = max(((w, c) for (w, each), c in self._pairs.items() if each == label), key=lambda x: x[1])
            others, others_inside = rows - size, places[where] - inside
            # Who speaks may be the question itself.
            if not others or loose(where) == label:
                continue
            apart = inside >= _CONFINED * size and others_inside <= _ELSEWHERE * others
            if apart and float(hypergeom.sf(inside - 1, rows, places[where], size)) < _P / len(labels):
                told.append(
                    f"{inside:,} of {size:,} {spelling[label]!r} from {self._what} {where}, "
                    f"but {others_inside:,} of {others:,} others"
                )
        return told
