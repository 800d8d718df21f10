"""Label words in names: whether they follow the label more than chance would have it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from verification.questions.words import label_tokens, name_tokens

# Fewer rows than this say nothing; a fifth of a class with its own name is already a leak.
_LEAST_ROWS, _LEAST_SHARE = 4, 0.2
# A word such as `noisy` does not get into a name by accident; a number or a letter does, now and then.
_WORD_P, _NUMBER_P = 0.05, 1e-4
_LEAST_LETTERS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What names tell of the labels.

    Parameters
    ----------
    rows : int
        Rows whose name tells their own label.
    of : int
        Rows that could tell it.
    label, name : str
        An example.
    """

    rows: int
    of: int
    label: str
    name: str


class LabelWords:
    """Finds label words in names.

    Parameters
    ----------
    labels : sequence of str
        The set's different labels, by whose place they are called.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self._strong: list[bool] = []
        self._by_first: dict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for place, label in enumerate(labels):
            tokens = label_tokens(label)
            self._strong.append(any(token.isalpha() and len(token) >= _LEAST_LETTERS for token in tokens))
            if tokens:
                self._by_first[tokens[0]].append((tokens, place))

    def is_strong(self, place: int) -> bool:
        """Tell whether a label has a word that does not get into a name by accident."""
        return self._strong[place]

    def found_in(self, name: str) -> frozenset[int]:
        """Give the labels whose words stand in a name in a row; not those that are a part of another one found."""
        tokens = name_tokens(name)
        spans = {
            (start, start + len(words), place)
            for start, token in enumerate(tokens)
            for words, place in self._by_first.get(token, ())
            if tokens[start : start + len(words)] == words
        }
        return frozenset(
            place
            for start, end, place in spans
            if not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in spans)
        )


def told_by_words(names: Sequence[str], labels: Sequence[int], vocabulary: Sequence[str]) -> Told | None:
    """Find out whether names say their rows' labels.

    For each label, rows whose name says it are counted inside and outside the label's own rows (a one-sided exact test
    by the hypergeometric distribution, corrected for the number of labels), and once for all labels together, against
    the Poisson distribution of chance hits; the second finds labels of one row each.

    Parameters
    ----------
    names : sequence of str
        One a row.
    labels : sequence of int, same length
        Place of each row's label in `vocabulary`.
    vocabulary : sequence of str
        The different labels.

    Returns
    -------
    Told or None
        None if they say no more than chance would.
    """
    words = LabelWords(vocabulary)
    cache = {name: words.found_in(name) for name in dict.fromkeys(names)}
    named, own = Counter[int](), Counter[int]()
    for name, label in zip(names, labels, strict=True):
        named.update(cache[name])
        own[label] += label in cache[name]
    sizes = Counter(labels)
    leaking = _leaking(words, sizes, named, own)
    if not leaking:
        return None
    telling = [(n, c) for n, c in zip(names, labels, strict=True) if c in leaking and c in cache[n]]
    alone = next((each for each in telling if cache[each[0]] == {each[1]}), telling[0])
    of = sum(sizes[label] for label in leaking)
    return Told(rows=len(telling), of=of, label=vocabulary[alone[1]], name=alone[0])


def _leaking(words: LabelWords, sizes: Counter[int], named: Counter[int], own: Counter[int]) -> set[int]:
    rows, hits = sizes.total(), own.total()
    tested = [label for label in own if own[label] and sizes[label] < rows]
    if hits < _LEAST_ROWS or not tested:
        return set()
    from scipy.stats import hypergeom, poisson

    strong = {label: words.is_strong(label) for label in tested}
    leaking = {
        label
        for label in tested
        if own[label] >= _LEAST_SHARE * sizes[label]
        and hypergeom.sf(own[label] - 1, rows, sizes[label], named[label]) * len(tested)
        < (_WORD_P if strong[label] else _NUMBER_P)
    }
    expected = sum(sizes[label] * named[label] for label in sizes) / rows
    mostly_words = sum(own[label] for label in tested if strong[label]) > hits / 2
    together = float(poisson.sf(hits - 1, expected)) if expected else 0.0
    if hits >= _LEAST_SHARE * rows and together < (_WORD_P if mostly_words else _NUMBER_P):
        leaking.update(label for label in tested if own[label] >= _LEAST_SHARE * sizes[label])
    return leaking
