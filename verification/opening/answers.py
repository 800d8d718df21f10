"""Labels that call an option by its letter or its place: which option they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verification.opening.options import Options

_LETTER = re.compile(r"\(?(?P<key>[A-Za-z]|\d{1,2})(?:\)|[).:]\s*(?P<text>.*))?", re.DOTALL)
_INDEX_COLUMN = re.compile(r".*(?:_|\b)(?:idx|index|indices|no|number)")
# Of the labels that are not options as they stand; below this they are rather labels with a defect.
_MOST = 0.9


@dataclass(frozen=True)
class AnswerKey:
    """How the labels of a set name an option.

    Parameters
    ----------
    kind : str
        `text` (the option itself), `key` (its letter), `from 0` or `from 1` (its place).
    note : str
        What was found, for people.
    """

    kind: str = "text"
    note: str = ""

    def text(self, label: str, options: Options) -> str:
        """Give the option that a label means, or the label itself."""
        means = _KINDS.get(self.kind)
        found = means(label, options) if means else None
        return label if found is None else found


def answer_key(pairs: Iterable[tuple[str, Options]], *, column: str = "") -> AnswerKey:
    """Find out from some rows how labels name options.

    Parameters
    ----------
    pairs : iterable of (str, Options)
        Labels with their options.
    column : str
        The label's column: `answer_index` holds places, even where the options are numbers too.
    """
    tried = [(label, options) for label, options in pairs if label and len(options.texts) > 1]
    places = bool(_INDEX_COLUMN.fullmatch(column.lower()))
    other = tried if places else [(label, options) for label, options in tried if label not in options.texts]
    if not other or len(other) * 2 < len(tried):
        return AnswerKey()
    for kind in ("from 0", "from 1", "key") if places else ("key", "from 0", "from 1"):
        means = _KINDS[kind]
        if sum(means(*pair) is not None for pair in other) >= _MOST * len(other):
            return AnswerKey(kind, _note(kind, *other[0], sure=kind == "key" or _is_sure(other)))
    return AnswerKey()


def _is_sure(pairs: list[tuple[str, Options]]) -> bool:
    """Say whether it can be told if places count from 0 or from 1."""
    return any(label == "0" or label == str(len(options.texts)) for label, options in pairs)


def _note(kind: str, label: str, options: Options, *, sure: bool) -> str:
    meant = _KINDS[kind](label, options)
    how = "letter" if kind == "key" else f"place, counted {kind}{'' if sure else ' (a guess: no label tells)'}"
    return f"labels name an option by its {how}: `{label}` is read as `{meant}`"


def _by_key(label: str, options: Options) -> str | None:
    keys = [key.upper() for key in options.keys]
    if label.strip().upper() in keys:
        return options.texts[keys.index(label.strip().upper())]
    match = _LETTER.fullmatch(label.strip())
    if not match or match["key"].upper() not in keys:
        return None
    text = options.texts[keys.index(match["key"].upper())]
    # "(A) left" names the option twice; with another text it names none.
    return text if not match["text"] or match["text"] == text else None


def _by_place(label: str, options: Options, first: int) -> str | None:
    place = int(label) - first if label.isascii() and label.isdigit() and len(label) < 4 else -1
    return options.texts[place] if 0 <= place < len(options.texts) else None


_KINDS: dict[str, Callable[[str, Options], str | None]] = {
    "key": _by_key,
    "from 0": lambda label, options: _by_place(label, options, 0),
    "from 1": lambda label, options: _by_place(label, options, 1),
}
