"""Where the options of a set stand: in a column, in several, in the question, or nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from verification.opening.options import Options, options_by_columns, options_of
from verification.opening.values import cell
from verification.opening.wording import offered

_HALF = 0.5


@dataclass(frozen=True, kw_only=True)
class Offers:
    """Reads the options of a row.

    Parameters
    ----------
    columns : tuple of str
        One that holds them all, or one for each.
    in_question : bool
        Whether they are read out of the question.
    enumerated : bool
        Whether questions number them: else a numbering is something else.
    known : frozenset of frozenset of str
        Lists that questions named together with their answer: such a list counts even where it lacks the answer,
        which is a defect; another list without the answer is rather a sentence that was misread.
    """

    columns: tuple[str, ...] = ()
    in_question: bool = False
    enumerated: bool = False
    known: frozenset[frozenset[str]] = frozenset()

    def options(self, values: Mapping[str, Any], question: str, label: str) -> Options:
        """Give the options of a row, in its order."""
        if len(self.columns) > 1:
            return options_by_columns(self.columns, [cell(values, column) for column in self.columns])
        if self.columns:
            return options_of(cell(values, self.columns[0]))
        if not self.in_question or not question:
            return Options()
        options, marked = offered(question)
        if not label.endswith(".") and all(text.endswith(".") for text in options.texts):
            options = Options(tuple(text[:-1] for text in options.texts), options.keys)  # ends of sentences
        sure = (marked and self.enumerated) or _among(label, options) or frozenset(options.texts) in self.known
        return options if sure else Options()


def find_offers(columns: tuple[str, ...], pairs: Iterable[tuple[str, str]]) -> Offers:
    """Say where the options stand.

    Parameters
    ----------
    columns : tuple of str
        The columns of options, if there are any.
    pairs : iterable of (str, str)
        Questions with their labels, of some rows.
    """
    if columns:
        return Offers(columns=columns)
    read = [(label, *offered(question)) for question, label in pairs if question]
    named = [(label, options, marked) for label, options, marked in read if options.texts]
    held = [
        (options, marked)
        for label, options, marked in named
        if _among(label, options) or (marked and label.strip(" ().:").upper()[:1] in options.keys)
    ]
    if not held or len(held) <= _HALF * len(named):
        return Offers()
    known = frozenset(frozenset(options.texts) for options, _ in held)
    return Offers(in_question=True, known=known, enumerated=sum(marked for _, marked in held) > _HALF * len(held))


def _among(label: str, options: Options) -> bool:
    """Say whether a label is an option, or would be if it were spelt alike."""
    return _plain(label) in {_plain(text) for text in options.texts}


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
