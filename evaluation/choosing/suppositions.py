"""What a reply supposes, or says of other clips: "if it were left, ...", "a typical male voice lies ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence

Span = tuple[int, int]

_OPENS = re.compile(
    r"\W*(?:so |but |and )?(?:(?:if|suppose|supposing|assuming)|had|were) "
    r"(?:it|there|this|that|the|they|he|she|an?|my)\b(?![^,]*\?)"
)
_IF = re.compile(
    r"(?<!\bas )(?<!\beven )\bif (?:it|there|this|that|they|he|she|(?:the|an?|my) (?:\w+ ){1,3}?)\s*w(?:ere|as)\b"
)
_CLAUSE_BEGINS = re.compile(r"[,:]|\b(?:because|since|but|and|so)\b")
_WOULD = re.compile(r"\b(?:would|could|might|should)\b")
_UNLIKELY = re.compile(
    r"\b(?:i (?:would|will|should) (?:not )?(?:\w+ )?be (?:\w+ )?(?:surprised|amazed|astonished|shocked)"
    r"|it (?:would|will) (?:not )?(?:be (?:\w+ )?(?:surprising|strange|odd|unusual)|surprise me))"
    r" (?:if|by|that|at|to|when|for)\b[^.;!?\n]*"
    r"|\btoo [\w-]+ (?:for (?:me|it|this) )?to (?:be|have|come|belong|count)\b[^.,;!?\n]*"
)
_TYPICAL = re.compile(
    r"^\s*(?:an?|typical|most)(?! (?:\w+ )*(?:guess|answer|choice|option|estimate)\b) (?:[\w-]+ ){1,3}would\b"
    r"|\b(?:typically|usually|normally|generally|often)\b[^.?!\n]*\b"
    r"(?:such|these|most) (?:clips|tones|sounds|recordings|files)\b"
    r"|\b(?:such|most) (?:clips|tones|sounds|recordings|files)\b[^.?!\n]*\b"
    r"(?:typically|usually|normally|generally|often)\b"
    r"|\b(?:usually|typically),? (?:such|most) "
)
_USUAL = re.compile(
    r"^\W*(?:(?:an?|the|most) )?(?:typical|average|usual) (?:[\w-]+ ){1,4}?(?:is|are|has|have|lies?|ranges?|falls?"
    r"|sits?|sounds?|spans?|contains?|shows?|speaks?|starts?|ends?|moves?|comes?|appears?|uses?|gets?)\b"
    r"|\b(?:typically|usually|normally|commonly)\b|通常|一般来说|一般而言|一般情况下"
)
_THIS_CLIP = re.compile(
    r"\b(?:this|it|here|i|he|she|his|her|the (?:\w+ )?(?:speaker|singer|sound|voice|clip|audio|recording|volume|tone"
    r"|pitch|f0|answer|person|man|woman|cough|noise|segment|speech|music|instrument|emotion))\b"
    r"|这(?!种|类|样)|本段|该|我"
)
_TURNS = re.compile(r"\b(?:but|so|therefore|thus|hence|however|while|whereas)\b|, (?:and|which)\b|但|所以|因此|不过")


def supposed(text: str, parts: Sequence[Span]) -> list[Span]:
    """Find suppositions about the clip: what would hold, or be answered, if it were otherwise.

    Parameters
    ----------
    text : str
        Folded.
    parts : sequence of (int, int)
        Its sentences.

    Returns
    -------
    list of (int, int)
        Sentences that open with "if it", "if there"; clauses with "if it were ...", to the end of the sentence.
        "If I had to choose" and "as if it were" suppose nothing of the clip.
    """
    found = []
    for start, end in parts:
        if _OPENS.match(text, start, end):
            found.append((start, end))
            continue
        if match := _IF.search(text, start, end):
            begins = [start, *(one.end() for one in _CLAUSE_BEGINS.finditer(text, start, match.start()))]
            first = begins.pop()
            if match.group().endswith("was") and not _WOULD.search(text, start, match.start()):
                continue
            if begins and text[first - 1] == "," and not text[first : match.start()].strip():
                first = begins[-1] if _WOULD.search(text, begins[-1], first) else first
            found.append((first, end))
    return found


def usual(text: str, parts: Sequence[Span]) -> list[Span]:
    """Find what a reply says of clips in general, and what would surprise it: neither tells what this clip is.

    Parameters
    ----------
    text : str
        Folded.
    parts : sequence of (int, int)
        Its sentences.

    Returns
    -------
    list of (int, int)
        "A typical male voice lies ..." up to "so" or "but"; "I would be surprised by ...", "too high to be male".
    """
    found = [match.span() for match in _UNLIKELY.finditer(text)]
    for start, end in parts:
        if _TYPICAL.search(text[start:end]):
            found.append((start, end))
            continue
        turn = _TURNS.search(text, start + 3, end)
        last = turn.start() if turn else end
        if _USUAL.search(text[start:last]) and not _THIS_CLIP.search(text, start, last):
            found.append((start, last))
    return found
