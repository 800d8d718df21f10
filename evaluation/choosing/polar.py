"""Yes and no in a whole sentence: "there is no ambient noise" to "is there any ambient noise?"."""

from __future__ import annotations

import re

from evaluation.choosing.lexicon import words
from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options

_UNCLEAR = frozenset(words("and but only or with little hardly barely other than"))
_NEGATIVE = frozenset(words("no not without zero"))


def polar_mentions(text: str, options: Options) -> list[Mention]:
    """Find statements that the thing asked for is there, or is not.

    Parameters
    ----------
    text : str
        Folded.
    options : Options
        With what "is there ...?" asks for; without that, or without "yes" and "no", nothing is found.

    Returns
    -------
    list of Mention
        Of "yes" or "no".
    """
    if not options.thing or options.yes < 0:
        return []
    thing = re.escape(options.thing[-1])
    found = []
    there = rf"\bthere (?:is|are|was|were|seems to be|appears to be)\b((?: [\w-]+){{0,5}}?) {thing}\b"
    for match in re.finditer(there, text):
        words = match.group(1).split()
        if not _UNCLEAR & set(words):
            found.append(Mention(options.no if _NEGATIVE & set(words) else options.yes, *match.span()))
    covered = [(mention.start, mention.end) for mention in found]
    for match in re.finditer(rf"\bno((?: [\w-]+){{0,2}}?) {thing}\b", text):
        apart = not any(start <= match.start() < end for start, end in covered)
        if apart and not _UNCLEAR & set(match.group(1).split()):
            found.append(Mention(options.no, *match.span()))
    return found
