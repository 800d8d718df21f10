"""The same sound twice: by its samples, exactly, and nearly, by its fingerprint."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from verification.findings import Ledger
from verification.listening.facts import ClipFacts
from verification.listening.fingerprint import Fingerprints, near_duplicates
from verification.opening.entry import Entry

# Of the rows: with so many that have a twin of another label, twins are how the set is made.
_PAIRED_SHARE = 0.5
_SYNTHETIC = "synthesised"  # the corpus of machine speech
_SPOKEN_QUESTION = "parameters.spoken_text"
_RECORDINGS = "source.item"  # the column of our rows
_MUTE = ("audio.silent", "audio.nonfinite", "audio.empty")


@dataclass(slots=True)
class _Row:
    item: str
    clips: tuple[str, ...]
    is_synthetic: bool
    mixed: frozenset[str]  # the recordings that the row says it is mixed of
    split: str
    group: str
    question: str
    label: str


class Duplicates:
    """Collects what the clips sound like, and compares; a few hundred bytes a row, and its fingerprint.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    notes : list of str
        Takes what is worth saying but no fault.
    """

    def __init__(self, ledger: Ledger, *, notes: list[str]) -> None:
        self._ledger, self._notes = ledger, notes
        self._rows: list[_Row]
        self._by_sound: dict[bytes, int]
        self._copies: defaultdict[int, list[int]]
        self._fingerprints: Fingerprints
        self._printed: list[int]  # the rows that these are of
        self._texts: dict[str, str]
        self._forget()

    def add(self, entry: Entry, facts: Sequence[ClipFacts]) -> None:
        """Take a row whose clips were heard; several clips count as one sound."""
        if not facts or any(not fact.heard or any(rule in fact.faults for rule in _MUTE) for fact in facts):
            return
        texts = (self._texts.setdefault(text, text) for text in (entry.split, entry.group, entry.question, entry.label))
        clips = tuple(fact.name for fact in facts)
        self._rows.append(_Row(entry.name, clips, _is_synthetic(entry), self._mixed(entry), *texts))
        number = len(self._rows) - 1
        sound = sha256("".join(fact.pcm_sha256 for fact in facts).encode()).digest()[:16]
        first = self._by_sound.setdefault(sound, number)
        if first != number:
            self._check_copy(number, [first, *self._copies[first]])
            self._copies[first].append(number)
        elif len(facts) == 1 and len(facts[0].fingerprint):
            self._fingerprints.append(facts[0].fingerprint)
            self._printed.append(number)
        if first == number:
            self._ledger.checks.update(("duplicate.pcm", "duplicate.split"))

    def finish(self) -> None:
        """Look for near duplicates among all rows; then forget them."""
        numbers = self._printed
        if numbers:
            self._ledger.checks["duplicate.near"] += len(numbers)
        near: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for first, second, distance in near_duplicates(self._fingerprints):
            pair = numbers[first], numbers[second]
            if self._is_near_fault(*pair):
                near[pair[1]][pair[0]] = distance
        families = _families(near)
        twins = [family for family in families if self._may_be_design(family)]
        paired = sum(map(len, twins))
        if paired and paired >= _PAIRED_SHARE * len(numbers) and not any(row.group for row in self._rows):
            self._notes.append(
                f"{paired:,} of {len(numbers):,} clips have a near duplicate, and not with the same label: taken for "
                "pairs by design. A column that says which rows belong together would show it."
            )
            families = [family for family in families if family not in twins]
        for family in families:
            for number in sorted(family)[1:]:
                self._tell_near(number, near.get(number) or {min(family): 0.0})
        self._forget()

    def _mixed(self, entry: Entry) -> frozenset[str]:
        """Give the recordings that a row names, if there are several: those of a mixture are used again and again."""
        named = str(entry.metadata.get(_RECORDINGS) or "").split("; ")
        return frozenset(self._texts.setdefault(each, each) for each in named) if len(named) > 1 else frozenset()

    def _forget(self) -> None:
        self._rows, self._printed, self._texts = [], [], {}
        self._by_sound, self._copies = {}, defaultdict(list)
        self._fingerprints = Fingerprints()

    def _check_copy(self, number: int, earlier: Sequence[int]) -> None:
        row = self._rows[number]
        others = [self._rows[other] for other in earlier if self._is_copy(self._rows[other], row)]
        across = next((other for other in others if other.split != row.split), None)
        within = next((other for other in others if other.split == row.split), None)
        self._ledger.expect(
            across is None,
            "duplicate.split",
            row.item,
            found=f"the same samples as {across.item} of {across.split or 'another split'}" if across else "",
            wanted=f"a clip that only {row.split or 'this split'} has",
        )
        self._ledger.expect(
            across is not None or within is None,
            "duplicate.pcm",
            row.item,
            found=f"the same samples as {within.item}" if within else "",
            wanted="a clip of its own",
            severity="warning",
        )

    @staticmethod
    def _is_copy(other: _Row, row: _Row) -> bool:
        """Say whether two rows of the same samples are a fault of this rule."""
        if other.question == row.question and other.label != row.label:
            return False  # a contradiction: a rule of the questions
        if other.split != row.split:
            return True
        by_design = bool(row.group) and other.group == row.group and other.question != row.question
        return other.clips != row.clips and not by_design

    def _is_near_fault(self, first: int, second: int) -> bool:
        one, other = self._rows[first], self._rows[second]
        # A machine says nearly the same sentence in nearly the same way, each time.
        by_design = (bool(one.group) and one.group == other.group) or (one.is_synthetic and other.is_synthetic)
        return one.clips != other.clips and not by_design and not one.mixed & other.mixed

    def _may_be_design(self, family: set[int]) -> bool:
        labels = {self._rows[number].label for number in family}
        return len(labels) > 1 or labels == {""}

    def _tell_near(self, number: int, partners: Mapping[int, float]) -> None:
        other = min(partners)
        self._ledger.checks["duplicate.near"] -= 1  # it was counted with all others
        self._ledger.expect(
            False,
            "duplicate.near",
            self._rows[number].item,
            found=f"nearly the same recording as {self._rows[other].item}"
            f" ({100.0 * partners[other]:.0f} % of the fingerprint differs)",
            wanted="a recording of its own",
            severity="warning",
        )


def _is_synthetic(entry: Entry) -> bool:
    """Say whether a machine speaks in a clip: all of it, or the question before it."""
    return entry.source == _SYNTHETIC or _SPOKEN_QUESTION in entry.metadata


def _families(near: Mapping[int, Mapping[int, float]]) -> list[set[int]]:
    """Join pairs that have a member in common."""
    family_of: dict[int, set[int]] = {}
    for second, partners in near.items():
        for first in partners:
            joined = family_of.get(first, {first}) | family_of.get(second, {second})
            family_of.update(dict.fromkeys(joined, joined))
    return list(_distinct(family_of.values()))


def _distinct(families: Iterable[set[int]]) -> Iterator[set[int]]:
    seen: set[int] = set()
    for family in families:
        if not family <= seen:
            seen |= family
            yield family
