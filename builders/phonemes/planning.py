"""From sentences to rows: look the words up, leave out what cannot be spelled, ask."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builders.phonemes.dictionary import Dictionary, Phones
from builders.phonemes.prompts import SEQUENCE, question, sequence_of, tokens_of
from builders.phonemes.sentences import Sentence
from manifests.counting import counted
from manifests.digest import opaque_id
from manifests.errors import PlanError
from manifests.seeding import item_generator

TASK = "phonemes"
_LISTED = 20
_QUOTES = str.maketrans("’‘", "''")
# What may stand around a word; the apostrophes within it stay.
_AROUND = ".,;:!?\"“”„«»()[]{}'…–—-"


@dataclass(frozen=True)
class Spelled:
    """A sentence with the phonemes of its words.

    Parameters
    ----------
    sentence : Sentence
        As it was given.
    words : tuple of str
        In lower case.
    phones : tuple of tuple of str
        Of each word.
    dictionary : Dictionary or None
        What spelled it; None if its corpus did.
    """

    sentence: Sentence
    words: tuple[str, ...]
    phones: tuple[Phones, ...]
    dictionary: Dictionary | None

    @property
    def speller(self) -> str:
        """The name of what spelled it."""
        return self.dictionary.name if self.dictionary else self.sentence.corpus

    @property
    def label(self) -> str:
        """The answer: the words in lower case, blanks between them."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Planned:
    """What came of the sentences.

    Parameters
    ----------
    rows : list of dict
        In the columns of the dataset, in the order of their ids.
    sentences : int
        How many different ones they ask for.
    left_out : int
        How many sentences have words that the dictionary lacks.
    lacking : mapping
        Those words, and how many sentences have each.
    alike : tuple of tuple of str
        Sentences that were left out because their phonemes are the same: one question would have several answers.
    """

    rows: list[dict[str, Any]]
    sentences: int
    left_out: int
    lacking: Mapping[str, int]
    alike: tuple[tuple[str, ...], ...] = ()

    def notice(self) -> str:
        """Say what was left out and why; empty if nothing was."""
        told = []
        if self.left_out:
            told.append(f"left out {counted(self.left_out, 'sentence')}: the dictionary lacks {_words(self.lacking)}")
        if self.alike:
            count = counted(sum(map(len, self.alike)), "sentence")
            told.append(f"left out {count} that are spelled as another is: {_listed(self.alike)}")
        return "; ".join(told)


def plan_rows(
    sentences: Iterable[Sentence], dictionary: Dictionary, *, levels: Sequence[str], limit: int | None, seed: int
) -> Planned:
    """Plan the rows of a set of phoneme probes.

    Parameters
    ----------
    sentences : iterable of Sentence
        Of those that are the same but for case and punctuation the first is taken.
    dictionary : Dictionary
        What spells those that their corpus does not.
    levels : sequence of str
        The questions to ask of each sentence.
    limit : int or None
        How many sentences to take, drawn by `seed`; all if None.
    seed : int
        What the draw and the ids depend on.

    Raises
    ------
    PlanError
        If no sentence is left, because the dictionary lacks words or all have the phonemes of another.
    """
    found: dict[str, Spelled] = {}
    lacking: Counter[str] = Counter()
    left_out = 0
    for sentence in sentences:
        spelled, absent = _spelled(sentence, dictionary)
        lacking.update(absent)
        left_out += bool(absent)
        if spelled is not None:
            found.setdefault(spelled.label, spelled)
    if not found:
        raise PlanError(
            where=f"the dictionary {dictionary.name}",
            found=f"none of {left_out:,} sentences whose words it has all; it lacks {_words(lacking)}",
            wanted="a sentence that can be spelled",
            remedy="give a larger dictionary with --dictionary, such as cmudict-0.7b",
        )
    alike = _alike(found.values(), levels)
    told = {label for labels in alike for label in labels}
    distinct = [each for each in found.values() if each.label not in told]
    if not distinct:
        raise PlanError(
            where="the sentences",
            found=f"none whose phonemes are not those of another: {_listed(alike)}",
            wanted="a sentence that its phonemes tell",
            remedy="give other sentences with --sentences",
        )
    chosen = _drawn(distinct, limit=limit, seed=seed)
    rows = [_row(each, level=level, seed=seed) for each in chosen for level in levels]
    return Planned(sorted(rows, key=lambda row: str(row["id"])), len(chosen), left_out, lacking, alike)


def _alike(spelled: Iterable[Spelled], levels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Find the sentences of which a question is the same: without bounds of words, as in `ice cream`, more are."""
    write = sequence_of if SEQUENCE in levels else tokens_of
    labels: dict[str, list[str]] = defaultdict(list)
    for each in spelled:
        labels[write(each.phones)].append(each.label)
    return tuple(sorted(tuple(sorted(few)) for few in labels.values() if len(few) > 1))


def _spelled(sentence: Sentence, dictionary: Dictionary) -> tuple[Spelled | None, set[str]]:
    """Spell a sentence, or name the words that the dictionary lacks; None and none for a sentence without words."""
    if sentence.spelling:
        words, phones = zip(*sentence.spelling, strict=True)
        return Spelled(sentence, words, phones, None), set()
    spelling = {word: dictionary.phones_of(word) for word in _words_of(sentence.text, dictionary)}
    absent = {word for word, phones in spelling.items() if phones is None}
    words = tuple(_words_of(sentence.text, dictionary))
    if absent or not words:
        return None, absent
    return Spelled(sentence, words, tuple(spelling[word] or () for word in words), dictionary), set()


def _words_of(text: str, dictionary: Dictionary) -> Iterator[str]:
    """Cut a sentence into words in lower case; a word with a hyphen that the dictionary lacks counts as several."""
    for token in text.translate(_QUOTES).lower().split():
        word = token.strip(_AROUND)
        parts = [word] if dictionary.phones_of(word) else word.replace("–", "-").replace("—", "-").split("-")
        yield from filter(None, (part.strip(_AROUND) for part in parts))


def _drawn(spelled: list[Spelled], *, limit: int | None, seed: int) -> list[Spelled]:
    if limit is None or limit >= len(spelled):
        return spelled
    # By a draw of its own for each sentence: another sentence in the file changes no draw but its own.
    order = {each.label: item_generator(seed, TASK, each.label).random() for each in spelled}
    return sorted(spelled, key=lambda each: order[each.label])[:limit]


def _row(spelled: Spelled, *, level: str, seed: int) -> dict[str, Any]:
    sentence = spelled.sentence
    told = (f"{word} is {' '.join(phones)}" for word, phones in zip(spelled.words, spelled.phones, strict=True))
    return {
        "id": opaque_id(seed, TASK, level, spelled.label),
        "instruction": question(level, spelled.phones, words=spelled.label, dictionary=spelled.dictionary),
        "options": [],
        "label": spelled.label,
        "explanation": f"In {spelled.speller}, {', '.join(told)}.",
        "source": [{"corpus": sentence.corpus, "item": sentence.item, "licence": sentence.licence}],
        "parameters": {
            "level": level,
            "dictionary": spelled.speller,
            "words": len(spelled.words),
            "phones": len(sequence_of(spelled.phones).split()),
        },
        "group": opaque_id(seed, TASK, spelled.label),
    }


def _listed(alike: Sequence[Sequence[str]]) -> str:
    first = "; ".join(" / ".join(labels) for labels in alike[:_LISTED])
    return f"{first} and {len(alike) - _LISTED:,} more" if len(alike) > _LISTED else first


def _words(lacking: Mapping[str, int]) -> str:
    first = sorted(lacking)[:_LISTED]
    more = f" and {len(lacking) - len(first):,} more" if len(lacking) > len(first) else ""
    return f"{counted(len(lacking), 'word')}: {', '.join(first)}{more}"
