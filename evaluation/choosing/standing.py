"""How a named option stands: asserted, denied, or only weighed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum, auto
from itertools import pairwise

from evaluation.choosing.denials import REACH, denies
from evaluation.choosing.lexicon import either, words
from evaluation.choosing.mentions import Mention
from evaluation.choosing.tokens import Kind, Token

_BREAKS = frozenset(",.;:!?\n(")
_TURNS = frozenset(
    words("but however so because although though while whereas and therefore thus hence then yet instead 而 但 所 此")
)
_JOINS = frozenset({"or", "nor", "and", "/", "或", "还", "和", "与", "及", "跟"})
_EITHER = frozenset({"or", "nor", "/", "或", "还", "and", "和", "与"})
_BETWEEN_LINKS = frozenset(
    words(
        "the a an in on from either to side ear ears channel channels maybe possibly perhaps both also even at of with "
        "as 是 者 在 耳 边 侧 声 道 性 以"
    )
)
_SUBJECTS = r"(?:\s*(?:ear|side|channel|option|answer|range|one|choice|label|category)\b)?"
_BE = r"(?:is|was|are|were|being|does|did|do|can|could|has|had|would|should|seems?|looks?)\b(?: \w+ly| then)?"
_FALSE_HEADS = frozenset({"false", "incorrect", "untrue", "not"})
_FALSE = either(
    r"not\b",
    r"never\b",
    r"(?:be |been )?(?:ruled out|excluded|eliminated)",
    r"(?:the |an? )?(?:unlikely|impossible|implausible|wrong|incorrect|false|mistaken|mistake|untrue|inaccurate|lie"
    r"|silent|empty|quiet)\b",
    r"(?:no (?:sound|signal|audio)|out of the question)\b",
)
_DENIED_AFTER = re.compile(
    r"[\"')\]]*"
    + either(
        rf"{_SUBJECTS}\s*{_BE} {_FALSE}",
        rf"{_SUBJECTS}\s*(?:\w+ )?would (?!be (?:my|the)\b)(?:be|have|sound)\b",
        r",?\s*(?:it|that) (?:is|was) not(?=\W*(?:$|[.,;!\n]))",
        rf"{_SUBJECTS}\s*(?:contains|carries|shows|has|hears|holds|receives|plays|remains|stays|goes)"
        r" (?:(?:only|just|nothing but|complete|total|pure) )*(?:no|nothing|silence|silent|quiet)\b",
        rf"{_SUBJECTS}[\"']?\s*[:=]\s*[\"']?(?:no|none|nothing|false|silence|silent|empty|incorrect|wrong"
        r"|untrue|not)\b(?! (?:doubt|question))",
        r",?\s*(?:or )?(?:maybe|perhaps|possibly) not\b",
        r"\s+(?:only )?if\b(?! (?:anything|i (?:have|had|am|was|were) ))",
        r"[\"']?\s*\?\s*(?:no|nope|not really|hardly|unlikely|i doubt it)\b"
        r"(?=\W*(?:$|[.,!;\n]))",
        r"\s*[:\-]?\s*[❌✗✘✖]",
        r"(?:耳|边|侧|声道|选项|性)*"
        r"(?:是?不对|不正确|是?错误|是?错的|是错|没有(?:任何)?(?:声音|信号)|静音|被?排除|相比|不可能)",
    )
)


# "real or fake: real" repeats the question before it answers.
_HEADS = re.compile(r"[\"')\]]*\s*:\s*(?=\w)")


class Standing(Enum):
    """What a reply does with an option that it names."""

    CHOSEN = auto()
    DENIED = auto()
    WEIGHED = auto()


def standings(tokens: Sequence[Token], text: str, mentions: Sequence[Mention]) -> dict[Mention, Standing]:
    """Say of each mention how it stands.

    Parameters
    ----------
    tokens : sequence of Token
        Of the text.
    text : str
        Folded.
    mentions : sequence of Mention
        In order.

    Returns
    -------
    dict of Mention to Standing
        "not sad or angry" denies both, "not left, right" only the first; "whether left or right" weighs both; "louder
        than in the right ear" and "the right ear is silent" deny.
    """
    starts = [token.start for token in tokens]
    places = [(bisect_left(starts, mention.start), mention) for mention in mentions]
    taken = {mention.start for mention in mentions}
    found: dict[Mention, Standing] = {}
    for group, joined_by_versus in _groups(tokens, places):
        first = group[0][0]
        standing = Standing.WEIGHED if joined_by_versus else _before(tokens, first, taken, several=len(group) > 1)
        last = group[-1][1]
        if standing is Standing.CHOSEN and len(group) > 1:
            standing = Standing.WEIGHED if _HEADS.match(text, last.end) else standing
        if standing is Standing.CHOSEN and _DENIED_AFTER.match(text, last.end):
            standing = Standing.DENIED
        found.update({mention: standing for _, mention in group})
    return found


def _groups(
    tokens: Sequence[Token], places: Sequence[tuple[int, Mention]]
) -> list[tuple[list[tuple[int, Mention]], bool]]:
    """Put mentions together that one list holds: "sad, angry or fearful"."""
    links = [_link(tokens, one, two) for one, two in pairwise(places)]
    groups: list[tuple[list[tuple[int, Mention]], bool]] = []
    runs = [len(links)] * (len(links) + 1)  # where the commas that go on from here end
    for place in range(len(links) - 1, -1, -1):
        runs[place] = runs[place + 1] if links[place] == "," else place
    place = 0
    while place < len(places):
        end = place
        while end < len(links) and links[end] in {"or", "vs"}:
            end += 1
        if end == place and place < len(links) and links[place] == ",":
            run = runs[place]
            if run < len(links) and links[run] == "or":
                end = run + 1
        groups.append((list(places[place : end + 1]), "vs" in links[place:end]))
        place = end + 1
    return groups


def _link(tokens: Sequence[Token], before: tuple[int, Mention], after: tuple[int, Mention]) -> str:
    if after[0] - before[0] > 18:
        return ""
    between = [token.key for token in tokens[before[0] : after[0]] if token.start >= before[1].end]
    if set(between) & {"vs", "versus"}:
        return "vs"
    rest = [key for key in between if key not in _BETWEEN_LINKS and key not in {'"', "'", ")", "(", "hz"}]
    if any(key in _EITHER for key in rest) and all(key in _JOINS or key == "," for key in rest):
        return "or"
    return "," if rest == [","] else ""


def _before(tokens: Sequence[Token], first: int, taken: set[int], *, several: bool) -> Standing:
    """Look back from an option, within its clause, for what denies or weighs it."""
    for steps, place in enumerate(range(first - 1, -1, -1)):
        token = tokens[place]
        key = token.key
        previous = tokens[place - 1].key if place else ""
        following = tokens[place + 1].key
        if (key == "(" and not steps) or (key == ":" and previous in _FALSE_HEADS):
            continue
        if steps >= REACH or token.start in taken or key in _BREAKS or key in _TURNS or _is_dash(tokens, place):
            break
        if denies(key, previous, following, steps=steps):
            return Standing.DENIED
        if key == "whether" or (key == "between" and several):
            return Standing.WEIGHED
        if several and key in {"comparing", "compare", "compared", "comparison"}:
            return Standing.WEIGHED
    return Standing.CHOSEN


def _is_dash(tokens: Sequence[Token], place: int) -> bool:
    """Tell a dash between clauses from a hyphen."""
    token = tokens[place]
    if token.kind is not Kind.MARK or token.key != "-":
        return False
    return place == 0 or (token.start > tokens[place - 1].end and tokens[place + 1].start > token.end)
