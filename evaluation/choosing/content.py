"""What a reply reports of the clip's words: a name in them tells nothing about the sound."""

from __future__ import annotations

import re

from evaluation.choosing.lexicon import either
from evaluation.choosing.spans import Span

_WHO = (
    r"\b(?:person|speakers?|man|woman|men|women|voices?|he|she|they|clip|audio|recording|boy|girl|lady|guy|people|narrator"
    r"|announcer|singer|someone|somebody|text|transcript|lyrics|conversation|speech|male|female)\b"
)
_SAYING = (
    r"(?:says?|said|saying|mentions?|mentioned|mentioning|explains?|explaining|complains?|complaining|claims?|claiming"
    r"|announces?|announcing|reports?|reporting|states?|stating|utters?|uttered|asks?|asking|discuss(?:es|ing)?"
    r"|describ(?:es|ing)|(?:talk|speak|sing|tell|read|chat)(?:s|ing)? (?:\w+ ){0,3}?(?:about|of))"
)
_SPOKEN = re.compile(
    either(
        rf"{_WHO}[^.?!\n\"]{{0,20}}\b(?:says?|said|saying|utters?|uttered|states?)\b[^.?!\n\"]{{0,20}}\"[^\"\n]*\"",
        r"\b(?:person|speaker|man|woman|he|she) says?:[^\n]*",
        r"(?:谈论|谈到|提到|讨论|讲述)(?!的?(?:情绪|语气|语言))[^,.;!?\n]*",
        r"说[^。\n\"]{0,4}\"[^\"\n]*\"",
    )
)
_TOLD = re.compile(rf"{_WHO}[^.?!\n\"':,;]{{0,20}}?\b{_SAYING}\b(?!\s*[:\"'])")
_ASKED = re.compile(
    r"\b(?:(?:user|question|prompt|task|instructions?) (?:asks?|wants?|is (?:about|whether)|says?|mentions?|lists?)"
    r"|you (?:want|asked|ask|said)|i (?:was|am|have been) told"
    r"|(?:file ?name|title|metadata) (?:suggests|says|indicates)"
    r"|(?:some|many|one|others)(?: people)? (?:may |might |would |could )?(?:say|claim|expect|think|argue))\b"
)
# Where what is told ends: at the next clause, or at how it is told ("in English", "in a happy voice").
_TOLD_ENDS = re.compile(
    r"[.?!;:\n]|, (?:so|and|but|the|it|i|this|therefore|which|indicating|suggesting|making)\b|\bbut\b"
    r"|\band (?:sounds|seems|appears)\b|\band the (?:volume|pitch|tone|sound|voice|speaker|recording|audio|emotion)\b"
    r"|\b(?:in|with) (?:an? |the |his |her |their )?(?:[\w-]+,? ){0,4}?"
    r"(?:voice|tone|manner|way|mood|accent|language|emotion)\b"
    r"|\bin [\w-]+(?=\s*(?:[.,;!\n]|$))"
)
_QUOTE = re.compile(r"(?<![\w'])'[^'\n]*\s[^'\n]*\s[^'\n]*'(?!\w)|\"[^\"\n]*\s[^\"\n]*\s[^\"\n]*\"")
_PERSONS = re.compile(r"\b(?:i|you|we|my|your|our|me|he|she|his|her|let|please)\b")
_STATES = re.compile(r"(?:[:=]|\b(?:answer|option|choice|is|as|choose|pick|select|say|be))\s*$")
_ANSWERS = re.compile(r"\b(?:think|believe|guess|answer|choose|would say)\b")
_WORD = re.compile(r"\w")
_LONGEST_TOLD = 300  # characters


def told(text: str) -> list[Span]:
    """Find what the reply says that is said in the clip.

    Parameters
    ----------
    text : str
        Folded.

    Returns
    -------
    list of (int, int)
        Quoted speech; what follows "the speaker says that", "a man talks about", "the question is whether", to the end
        of the clause.
    """
    found = [match.span() for match in _SPOKEN.finditer(text)]
    for match in (*_TOLD.finditer(text), *_ASKED.finditer(text)):
        last = min(len(text), match.end() + _LONGEST_TOLD)
        ends = _TOLD_ENDS.search(text, match.end(), last)
        found.append((match.end(), ends.start() if ends else last))
    for match in _QUOTE.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()]
        inner = match.group()
        speech = _PERSONS.search(inner) and not _ANSWERS.search(inner)
        if speech and _WORD.search(text, 0, match.start()) and not _STATES.search(before):
            found.append(match.span())
    return found
