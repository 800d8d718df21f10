"""The three questions of the SAGI paper's Table 7, word for word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from builders.phonemes.dictionary import Dictionary, Phones

SEQUENCE, TOKEN, ONE_SHOT = LEVELS = ("sequence", "token", "token-one-shot")


@dataclass(frozen=True)
class Example:
    """A sentence that is shown solved.

    Parameters
    ----------
    words : str
        In lower case, blanks between them.
    phones : tuple of tuple of str
        Of each word, for dictionaries that lack one; stress as speechocean762's lexicon has it.
    """

    words: str
    phones: tuple[Phones, ...]

    def spelled(self, dictionary: Dictionary) -> tuple[Phones, ...]:
        """Give the phonemes as `dictionary` has them, so that example and question look alike."""
        found = [dictionary.phones_of(word) for word in self.words.split()]
        known = tuple(phones for phones in found if phones)
        return known if len(known) == len(found) else self.phones


def _phones(text: str) -> tuple[Phones, ...]:
    return tuple(tuple(word.split()) for word in text.split(" | "))


# The paper's example, with the phonemes of its last word, which the paper left out; and one for items that are it.
EXAMPLES = (
    Example(
        "four five six seven eight nine",
        _phones("F AO0 R | F AY0 V | S IH0 K S | S EH1 V N | EY0 T | N AY0 N"),
    ),
    Example("one two three", _phones("W AH0 N | T UW0 | TH R IY0")),
)

_QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        SEQUENCE: "Given a phone sequence, “{phones}”, what sentence does it represent?",
        TOKEN: "Given a tokenized phone sequence, “{phones}”, what sentence does it represent?",
        ONE_SHOT: "Given a tokenized phone sequence, “{phones}”, what sentence does it represent? "
        "For example, if the phone sequence is “{example}” the sentence can be: “{words}”.",
    }
)


def sequence_of(words: Sequence[Phones]) -> str:
    """Write phonemes without the bounds of words: `M AA0 R K IH0 Z`."""
    return " ".join(phone for word in words for phone in word)


def tokens_of(words: Sequence[Phones]) -> str:
    """Write phonemes word by word: `[M AA0 R K] [IH0 Z]`."""
    return " ".join(f"[{' '.join(word)}]" for word in words)


def question(level: str, phones: Sequence[Phones], *, words: str, dictionary: Dictionary | None) -> str:
    """Ask for the sentence behind `phones`.

    Parameters
    ----------
    level : str
        One of `LEVELS`.
    phones : sequence of tuple of str
        Of each word.
    words : str
        The answer, in lower case: the example must be another sentence.
    dictionary : Dictionary or None
        What spells the example; None for the paper's own spelling, which is speechocean762's.
    """
    example = next(each for each in EXAMPLES if each.words != words)
    return _QUESTIONS[level].format(
        phones=sequence_of(phones) if level == SEQUENCE else tokens_of(phones),
        example=tokens_of(example.spelled(dictionary) if dictionary else example.phones),
        words=example.words,
    )
