"""An instruction without the words of its options, by which wordings are told apart."""

from __future__ import annotations

from functools import lru_cache

from verification.opening.entry import Entry
from verification.questions.answers import bare_options
from verification.questions.words import plain_tokens

_SLOT = "…"


def template_of(entry: Entry) -> str:
    """Give a row's question in lower case, with a slot in each place where an option stands.

    The order of the options does not change it: `left or right?` and `right or left?` are both `… or … ?`.
    """
    return _template(entry.question, entry.options)


# A few: several rules ask for the template of the same row.
@lru_cache(maxsize=64)
def _template(question: str, options: tuple[str, ...]) -> str:
    text = f" {' '.join(plain_tokens(question))} "
    spelt = (" ".join(plain_tokens(option)) for option in {*bare_options(options), *options})
    # The longest first: an option may be a part of another.
    for option in sorted(spelt, key=lambda each: (-len(each), each)):
        if option:
            text = text.replace(f" {option} ", f" {_SLOT} ")
    return text.strip()
