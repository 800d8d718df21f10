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
    r"|describ(?:es|ing)|(?:talk|speak|sing|tell|read|chat)(?:s|ing)? (?:\w+ ){0,3}?(?:about|of)"
    r"|(?:talk|speak|read|lectur|recit)(?:e?s|ing)? (?:\w+ ){0,3}?"
    r"(?:text|article|story|passage|report|poem|lecture|paper) on"
    r"|(?:tell|order|instruct|urge|advise|warn|remind|encourag|command)(?:e?s|ing|ed)? (?:[\w']+ ){1,4}?to"
    r"|told (?:[\w']+ ){1,4}?to)"
)
_QUOTED = r"(?:\"[^\"\n]*\"|(?<!\w)'(?:[^'\n]|'(?=\w))*')"
_SPOKEN = re.compile(
    either(
        rf"{_WHO}[^.?!\n\"]{{0,20}}\b(?:says?|said|saying|utters?|uttered|states?)\b[^.?!\n\"']{{0,20}}{_QUOTED}",
        rf"\b(?:transcript(?:ion)?|lyrics|dialogue|(?:spoken|exact) (?:words?|text|content))\b[^.?!\n\"':]{{0,20}}"
        rf"(?:\b(?:is|are|reads?|goes)\b|:)[\s:,]*{_QUOTED}",
        r"\b(?:sentence|utterance|phrase|quote|words|text)\b(?: \w+){0,3} (?:is|are|reads?|goes)\s*:?\s*"
        r"(?:\"[^\"\s]+ [^\"\n]*\"|'[^'\s]+ (?:[^'\n]|'(?=\w))*')",
        r"\b(?:transcript(?:ion)?|lyrics)(?: (?:is|are|reads?))?\s*:(?:(?!\b(?:final )?answer\b)[^\n])*",
        r"\b(?:person|speaker|man|woman|he|she) says?:[^\n]*",
        r"\b(?:tells|told|orders|instructs|urges|advises|warns) (?:(?:an?|the|his|her) )?(?:\w+ )?\w+ to\b",
        rf"{_WHO} (?:says|said|announces|instructs|orders|reads):[^\n]*",
        rf"{_QUOTED},?\s*(?:(?:he|she|they|(?:the|an?) \w+) )?(?:says?|said|asks|announces)\b",
        r"\b(?:words|phrase|sentence|utterance|line) (?:\"[^\"\s]+ [^\"\n]*\"|'[^'\s]+ (?:[^'\n]|'(?=\w))*')",
        r"\b(?:tells?|telling|told|reads?|reading|recit\w+) (?:an? |the )?(?:[\w-]+ ){0,3}?"
        r"(?:story|joke|tale|poem|news)\b",
        r"(?:谈论|谈到|提到|讨论|讲述)(?!的?(?:情绪|语气|语言))[^,.;!?\n]*",
        r"歌词(?:讲|说|写|唱|内容|是?关于)[^,.;!?\n]*|说话?的内容[是为]?[^,.;!?\n]*",
        r"\"[^\"\n]*\",?\s*(?:说话人|他|她|有人)[^,.;!?\n]{0,2}说",
        r"说[^。\n\"]{0,4}\"[^\"\n]*\"",
        r"(?:说话人|说话者|[他她]们?|有人|[男女](?:人|子|生|士|性|声|的)|主持人|播音员|旁白|歌手|录音|音频)"
        r"(?:[中里在正还又]|一直){0,3}(?:说|讲|表示)道?(?![的话得着起]|了?[^,.;!?\n]{0,3}[语文话])[:,]?[^,.;!?\n]*",
    )
)
_TOLD = re.compile(rf"{_WHO}[^.?!\n\"':,;]{{0,20}}?\b{_SAYING}\b(?!\s*[:\"'])")
# Measures and the model's own ears "say" what the answer is; anything else says words.
_ANYONE = re.compile(
    r"\b(?:the|an?) (?!(?:[\w-]+ )?(?:answer|evidence|analysis|spectrogram|waveform|data|results?|meter|ears?|levels?"
    r"|channel|model|measurements?|intuition|signal|stereo)\b)(?:[\w-]+ )?[\w-]+ "
    r"(?:(?:says|said|is saying)|(?:orders|instructs|urges|tells|asks) (?:[\w']+ ){1,4}?to)\b(?!\s*[:\"'])"
)
_ABOUT = re.compile(
    r"\b(?:lyrics|song|text|story|speech|passage|conversation|lecture|poem|monologue|dialogue|sentence|transcript|topic)"
    r" (?:(?:is|are) (?:all )?about|deals? with|revolves? around)\b(?! (?:the )?\(?\d)"
    r"|\b(?:lecture|article|report|essay|paper) on\b"
    r"|\b(?:song|text|story|speech|lecture|poem|talk) about\b(?! (?:the )?\(?\d)"
)
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
    for match in (*_TOLD.finditer(text), *_ANYONE.finditer(text), *_ABOUT.finditer(text), *_ASKED.finditer(text)):
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
