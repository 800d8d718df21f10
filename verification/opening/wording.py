"""Read options out of a question that names them, as in `The answer could be clean or noisy`."""

from __future__ import annotations

import re
from functools import lru_cache

from verification.opening.enumerations import enumerated, split_list
from verification.opening.options import Options, lettered

# What announces a list of answers. The list runs to the end of the sentence.
_CUES = re.compile(
    r"""(?ix)\b(?:
      (?:possible\s+)?(?:answers?|responses?|labels?|results?|outputs?|outcomes?)\s+
        (?:(?:could|can|may|might|should|must|will)\s+(?:only\s+)?be|is|are|includes?)
        (?:\s+(?:either|one\s+of|any\s+of|among))?(?:\s+the\s+following)?\s*:?
    | (?:choose|select|pick|answer|respond|reply)\s+(?:(?:only|just)\s+)?(?:one\s+)?
        (?:from|among|between|with|either|by|out\s+of)(?:\s+(?:either|one\s+of|among|the\s+following))*
        (?:\s+(?:options|choices|answers|labels|classes))?\s*:?
    | (?:options|choices|candidates|alternatives|(?:possible|available)\s+(?:answers|options|labels|choices)
        |classes|categories)(?:\s+(?:are|include|to\s+choose\s+from))?\s*(?::|(?<=are)\s|(?<=include)\s)
    | (?:one|any)\s+of\s*:
    | (?:answer|say|reply|respond)\s+(?:only\s+)?(?=\S)
    )\s*"""
)
_SENTENCE_END = re.compile(r"[.?!](?=\s|$|[\"')\]]\s*$)|\n|$")
_BETWEEN = re.compile(r"\bbetween\s*:?\s*$", re.IGNORECASE)
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`"}
_LONGEST_ITEM = 80
_MOST_WORDS = 8


@lru_cache(maxsize=4096)
def offered(question: str) -> tuple[Options, bool]:
    """Read the options that a question names.

    Parameters
    ----------
    question : str
        The instruction, whole.

    Returns
    -------
    tuple of Options and bool
        The options (none, if not at least two are named), and whether they are enumerated, which cannot be
        read otherwise; a list in a sentence may be.
    """
    marked = enumerated(question)
    if marked:
        return Options(*marked), True
    for cue in reversed(list(_CUES.finditer(question))):  # instructions end with the options
        end = _SENTENCE_END.search(question, cue.end())
        listed = question[cue.end() : end.start() if end else len(question)]
        items = _items(listed, by_and=bool(_BETWEEN.search(cue.group())))
        if len(items) > 1 and all(_is_item(item) for item in items):
            return lettered(items), False
    return Options(), False


def _items(text: str, *, by_and: bool) -> list[str]:
    text = text.strip()
    if text[:1] + text[-1:] in ("[]", "{}"):
        text = text[1:-1]
    pieces = [piece.strip() for piece in split_list(text, by_and=by_and)]
    if len(pieces) == 1 and text.count("/") >= 1 and " " not in text:
        pieces = text.split("/")
    items = [piece for piece in pieces if piece]
    quoted = [_QUOTES.get(item[0]) == item[-1] and len(item) > 2 for item in items]
    return [item[1:-1].rstrip(",") for item in items] if items and all(quoted) else items


def _is_item(item: str) -> bool:
    return bool(item) and len(item) <= _LONGEST_ITEM and len(item.split()) <= _MOST_WORDS
