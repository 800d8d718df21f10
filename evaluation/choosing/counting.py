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
# "Speaker 2 talks" numbers a speaker, whether or not another number counts them.
_LABEL = re.compile(
    r"\b(?:speaker|person|voice|talker)\s*#?(?:\s*(?:\d|one|two|three|four|five)\s*(?:,|and|, and))*\s*$"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_PLURAL = re.compile(r"\b(?:speakers|persons|voices)\s*#?\s*$")
_LIST = re.compile(r"\b(?:speakers|persons|voices)\s*#?\s*(?:\d|one|two|three|four|five)\s*(?:,|and|&)\s*$")
_GOES_ON = re.compile(r"\s*(?:,|and|&)\s*(?:\d|one|two|three|four|five)\b")
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
        A speaker's number ("speaker 2 talks") always; of the others never all.
    """
    if not options.counts:
        return set()
    labels = {one for one in mentions if _is_label(text, one)}
    counted = [one for one in mentions if one not in labels]
    found = set()
    for mention in counted:
        before = text[max(0, mention.start - _WINDOW) : mention.start]
        of_a_part = _OF_A_PART.match(text, mention.end, mention.end + _WINDOW) or _ONE_OF_THEM.search(before)
        if of_a_part and not _OTHERWISE.search(before):
            found.add(mention)
    return labels | (found if len(found) < len(counted) else set())


def _is_label(text: str, mention: Mention) -> bool:
    """Tell whether a number names a speaker: "speaker 2", "the 2nd", "speakers 1 and 2"."""
    before = text[max(0, mention.start - _WINDOW) : mention.start]
    if _LABEL.search(before) or _LIST.search(before) or _ORDINAL.match(text, mention.end):
        return True
    return _PLURAL.search(before) is not None and _GOES_ON.match(text, mention.end) is not None
