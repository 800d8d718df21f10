"""Where a reply states its answer: "Answer: ...", "I choose ...", "so it is ...", a last line, bold type."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from itertools import zip_longest

from evaluation.choosing.lexicon import either
from evaluation.choosing.spans import Span

_NOUN = r"(?:answer|option|choice|guess|prediction|response|label|verdict|decision|conclusion|pick)"
_VERB = r"(?:is|was|lies|falls|(?:would|should|must|could|might|may|can|will) be)"
_FINAL = re.compile(
    either(
        rf"\b(?:final|ultimate) {_NOUN}\b[^.?!\n:]{{0,30}}?(?:\b{_VERB}\b|[:=])",
        r"最终的?(?:答案|选择|回答)(?:应该|应当|应)?[是为:]*",
    )
)
_STATED = re.compile(
    either(
        rf"\b(?:answer|ans)\b[^.?!\n:,]{{0,40}}?(?:\b{_VERB}\b(?!\s*:)|[:=])",
        rf"\b(?:correct|right|best|likely|likeliest|my|our|chosen|selected|appropriate) "
        rf"(?:{_NOUN}|category|range|one|class|emotion|language)\b[^.?!\n:,]{{0,40}}?(?:\b{_VERB}\b|[:=])",
        r"\b(?:answer|option|choice|label|prediction|verdict|decision|conclusion|result|output|response)\s*[:=]",
        r"\bi (?:would |will |am going to |have to |must |am )?(?:choose|pick|select|say|go with|going with|go for"
        r"|opt for|answer|guess|vote for|settle on|settle for|conclude)\b",
        r"(?:正确|我的)?(?:答案|回答)(?:可能|应该|应当|应)?(?:[是为]|\s*:|选(?=\s*[a-z\u3400-\u9fff]))+",
        r"(?:^|[,.:\s我会])选择?(?![项自了一])",
    )
)
_CONCLUDED = re.compile(
    either(
        r"(?:^|[.,;:!\n])\s*(?:and |but )?(?:therefore|thus|hence|so|in conclusion|to conclude|in summary|overall"
        r"|ultimately|consequently|accordingly)\b",
        r"因此|所以|综上(?:所述)?|总之|由此可见",
    )
)
_DISOWNED = re.compile(r"\b(?:wrong|incorrect|false|not (?:the|my|an?)|the user|you|he|she)\s*$")
_TURN = re.compile(
    either(
        r"\b(?:no wait|wait|correction|scratch that|on second thought|on reflection|let me correct (?:that|myself)"
        r"|i was wrong|i misspoke|i take that back|hold on)\b",
        r"(?:[.,;:!\n]\s*|\bbut |\bno |\boh |\bhmm )(?:actually|rather)\b",
        r"(?<=[,.\s])不对(?=[,.!])|更正|等等|等一下",
    )
)
_ADDING = re.compile(r"\W*(?:also|too|or|and|both|maybe also|possibly also|or maybe)\b|\W*(?:也|还有|或)")


class Level(IntEnum):
    """How plainly an answer is stated; the plainest that a reply has is its answer."""

    FINAL = 0
    STATED = 1
    CONCLUDED = 2


def statements(text: str, parts: Sequence[Span], level: Level) -> list[Span]:
    """Return the passages that state an answer at a level.

    Parameters
    ----------
    text : str
        Folded.
    parts : sequence of (int, int)
        Its sentences.
    level : Level
        How plainly.

    Returns
    -------
    list of (int, int)
        Each from the words that announce the answer to the next such words or the end of the sentence; the next
        sentence if that is empty.
    """
    pattern = {Level.FINAL: _FINAL, Level.STATED: _STATED, Level.CONCLUDED: _CONCLUDED}[level]
    found: list[Span] = []
    part_ends = [end for _, end in parts]
    matches = [
        match
        for match in pattern.finditer(text)
        if not _DISOWNED.search(text[max(0, match.start() - 20) : match.start()])
    ]
    for match, following in zip_longest(matches, matches[1:]):
        index = bisect_left(part_ends, match.end())
        if index == len(parts):
            continue
        end = parts[index][1]
        if following and following.start() < end:
            found.append((match.end(), max(match.end(), following.start())))
            continue
        while not re.search(r"\w", text[match.end() : end]) and index + 1 < len(parts):
            index += 1
            end = parts[index][1]
        found.append((match.end(), end))
    return found


def correction(text: str) -> int:
    """Return where the reply's last correction of itself ("wait, ...", "actually, ...") ends; 0 if it has none."""
    last = 0
    for match in _TURN.finditer(text):
        if not _ADDING.match(text, match.end()):
            last = match.end()
    return last
