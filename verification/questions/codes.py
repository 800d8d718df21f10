"""Codes in names: a field, or a word, that goes with the label without saying it."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from verification.questions.words import name_tokens

_FIELD = re.compile(r"[-_.\s]+")
# Names of one form: nearly all rows have this many fields.
_USUAL = 0.9
# So many rows may be exceptions (a file misnamed) and the field still tells the label.
_EXCEPTIONS = 0.01
_LOG_P = math.log(1e-6)
# A word is a code if it stands in nearly all names of a class and in nearly no others.
_WORD_RECALL, _WORD_PRECISION, _WORD_P = 0.9, 0.95, 1e-5
_LEAST_LETTERS = 3
# Words are looked for in this many names, evenly drawn from the set; a word of a whole class is among them.
_SAMPLE = 2_000


def name_fields(name: str) -> tuple[str, ...]:
    """Split a name at hyphens, underscores, points and spaces."""
    return tuple(_FIELD.split(name))


def log_chance_pure(groups: Collection[int], labels: Collection[int]) -> float:
    """Give the log probability that rows fall into groups of one label each by chance.

    Parameters
    ----------
    groups, labels : collection of int
        Rows in each group, and with each label.
    """
    total = sum(labels)
    # Equal sizes are taken together: there may be thousands of each.
    shares = Counter(math.log(count / total) for count in labels if count)
    most = max(shares)
    # A group of n is pure with probability sum(p ** n), in a form that does not underflow.
    return sum(
        groups_of_n * (n * most + math.log(sum(times * math.exp(n * (p - most)) for p, times in shares.items())))
        for n, groups_of_n in Counter(groups).items()
    )


def telling_field(fields: Sequence[tuple[str, ...]], labels: Sequence[int], *, speakers: Sequence[str]) -> int | None:
    """Find a field of the names from which the label follows.

    Parameters
    ----------
    fields : sequence of tuple of str
        Each row's name, split.
    labels : sequence of int, same length
        Each row's label.
    speakers : sequence of str, same length
        Who speaks, or where the clip is from: a field that says only this is judged by `balance.source`.

    Returns
    -------
    int or None
        Its place, from 0; None if there is none.
    """
    usual, rows = Counter(len(each) for each in fields).most_common(1)[0]
    if rows < _USUAL * len(fields):
        return None
    kept = [(each, c, s) for each, c, s in zip(fields, labels, speakers, strict=True) if len(each) == usual]
    for place in range(usual):
        values = [each[place] for each, _, _ in kept]
        if _follows(values, [c for _, c, _ in kept]) and not _one_to_one(values, [s for _, _, s in kept]):
            return place
    return None


def _follows(values: Sequence[str], labels: Sequence[int]) -> bool:
    """Tell whether each value goes with one label, in a way that chance does not explain."""
    sizes = Counter(labels)
    distinct = Counter(values)
    if len(sizes) < 2 or not 2 <= len(distinct) <= 2 * len(sizes):
        return False
    table: dict[str, Counter[int]] = defaultdict(Counter)
    for value, label in zip(values, labels, strict=True):
        table[value][label] += 1
    pure = sum(max(counts.values()) for counts in table.values())
    mapped = {counts.most_common(1)[0][0] for counts in table.values()}
    if pure < (1 - _EXCEPTIONS) * len(values) or len(mapped) < len(sizes):
        return False
    return log_chance_pure(distinct.values(), sizes.values()) < _LOG_P


def _one_to_one(values: Sequence[str], others: Sequence[str]) -> bool:
    pairs = set(zip(values, others, strict=True))
    return len(pairs) == len(set(values)) == len(set(others))


def telling_word(names: Sequence[str], labels: Sequence[int], *, known: Collection[str]) -> tuple[str, int] | None:
    """Find a word that stands in the names of one class only, and in nearly all of them.

    Parameters
    ----------
    names : sequence of str
        One a row.
    labels : sequence of int, same length
        Each row's label.
    known : collection of str
        Words that say who speaks or where the clip is from: `balance.source` judges these.

    Returns
    -------
    tuple of (str, int) or None
        The word and its label; None if there is none.
    """
    from scipy.stats import hypergeom

    drawn = names[:: max(1, len(names) // _SAMPLE)]
    seen = Counter(word for name in drawn for word in set(name_tokens(name)))
    words = {w for w, n in seen.items() if n > 1 and w.isalpha() and len(w) >= _LEAST_LETTERS and w not in known}
    if not words:
        return None
    table: dict[str, Counter[int]] = defaultdict(Counter)
    for name, label in zip(names, labels, strict=True):
        for word in words.intersection(name_tokens(name)):
            table[word][label] += 1
    sizes = Counter(labels)
    for word, counts in sorted(table.items()):
        label, hits = counts.most_common(1)[0]
        if hits < _WORD_RECALL * sizes[label] or hits < _WORD_PRECISION * counts.total() or len(sizes) < 2:
            continue
        if hypergeom.sf(hits - 1, len(names), sizes[label], counts.total()) * len(words) < _WORD_P:
            return word, label
    return None
