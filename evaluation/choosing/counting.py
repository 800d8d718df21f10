"""Counts of a part beside the count asked for: "two speakers: one man and one woman", "speaker 1 is a man"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options

_SEX = r"(?:(?:\w+ ){0,2}(?:males?|females?|man|men|woman|women|boys?|girls?|child|children|kids?|adults?|lady|ladies))"
_OF_A_PART = re.compile(
    rf"\s*(?:{_SEX}|of (?:them|whom|the(?:se|m)?)|"
    rf"(?:speaker|person|voice) (?:is|has|sounds|seems|speaks|appears)|(?:is|are|sounds?) (?:an? )?{_SEX}|other)\b"
)
_ONE_OF_THEM = re.compile(
    r"(?:\b(?:speakers?|persons?|voices?|people)\s*#?(?:\s*(?:\w+|\d+)\s*(?:,| and|, and))*"
    r"|\b(?:other|another|each|first|second))\s*$"
)
# "... or maybe one man" is another count.
_OTHERWISE = re.compile(r"\b(?:or|maybe|perhaps|possibly|not|no|wait|actually|rather|only|just)\b[^.?!\n]*$")
_WINDOW = 40  # characters


def parts_counted(text: str, mentions: Sequence[Mention], options: Options) -> set[Mention]:
    """Return the numbers that count or name some of the things, where another number counts them all.

    Parameters
    ----------
    text : str
        Folded.
    mentions : sequence of Mention
        In order.
    options : Options
        With numbers, to a question "how many ...?"; to any other question nothing is found.

    Returns
    -------
    set of Mention
        Never all of them.
    """
    if not options.counts:
        return set()
    found = set()
    for mention in mentions:
        before = text[max(0, mention.start - _WINDOW) : mention.start]
        of_a_part = _OF_A_PART.match(text, mention.end, mention.end + _WINDOW) or _ONE_OF_THEM.search(before)
        if of_a_part and not _OTHERWISE.search(before):
            found.add(mention)
    return found if len(found) < len(mentions) else set()
