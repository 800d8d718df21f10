"""Replies that decline: for want of ears, of the clip, or of permission."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evaluation.choosing.lexicon import either
from evaluation.choosing.spans import Span

_INABILITY = either(
    "(?:can|could|will) not",
    "(?:am|was) (?:not able|unable)",
    "do not have the (?:ability|capability|capacity)",
    "do not have (?:ears|a way|any way|access|the means)",
    "lack the (?:ability|capability)",
    "am not (?:capable|equipped|designed)",
)
_CLIP = r"(?:audio|recordings?|sounds? files?|sound clips?|files?|clips?|segments?|voice recordings?|attachments?)"
_PRIVATE = r"(?:gender|sex|age|identity|medical|audio|diagnos\w+|from (?:voice|their voice))"
_UNABLE = re.compile(
    either(
        rf"\b(?:i|we) (?:am (?:an?|only|just) [^.?!\n]{{0,40}}?(?:and|so|that|which|who|,) )?"
        rf"(?:\w+ly )?{_INABILITY}\b[^.?!\n]{{0,40}}?\b"
        + either(
            r"listen|process|(?<!my )analy[sz]\w+|access|play|open|assist|help|comply",
            r"hear(?:ing)?(?: it| this| that| you| anything)?(?=\s*(?:[.,;!\n]|but\b|$))",
            r"hear(?:ing)? (?:the |this |your |any |actual )?(?:audio|recordings?|clips?|files?)",
            r"(?:identify|recogni[sz]e|determine|answer|provide|infer|guess|judge|diagnose|tell|classify)"
            rf"[^.?!\n]{{0,60}}\b{_PRIVATE}",
        ),
        r"\b(?:i|we) do not have (?:ears|"
        r"(?:any |the )?(?:way|means|access) to (?:listen|hear|play|process|audio|the audio))\b",
        rf"\b(?:no|not (?:see|have|find) (?:any|an)) {_CLIP} "
        r"(?:was|were|is|has been|have been|file|provided|attached|clip)",
        rf"\b(?:do not|did not) (?:see|receive|have|find) (?:access to )?(?:any |an |the |your )?{_CLIP}",
        r"\b(?:please|could you|can you) (?:\w+ )?(?:provide|upload|share|attach|send|describe)\b"
        rf"[^.?!\n]{{0,30}}\b{_CLIP}",
        r"\bas an? (?:\w+[- ]){0,3}(?:ai|model|assistant|chatbot|text[- ]based)\b[^.?!\n]{0,40}\b(?:not|unable|lack)\b",
        r"(?:无法|不能|没办法|没有能力|不具备)[^.\n]{0,8}(?:听|播放|处理|分析|访问|接收|协助|提供帮助|音频)",
        r"没有(?:收到|听到|看到|提供|上传)[^.\n]{0,6}(?:音频|录音|文件)",
        r"请(?:上传|提供|发送)[^.\n]{0,8}(?:音频|录音|文件)",
    )
)
# "I cannot tell which": unlike "I cannot tell them apart" and "I cannot say for sure", no ground for an answer.
_UNSURE = re.compile(
    rf"\b(?:i|we)\b[^.?!\n,]{{0,30}}?\b(?:{_INABILITY}|(?:is|am|are) unable to) (?:to )?(?:\w+ly )?"
    r"(?:determine|judge|tell|say|know|assess|verify|confirm|decide|conclude|classify)\b"
    r"(?!(?: \w+){0,2} (?:any|an?|much|apart|difference)\b)"
    r"(?!(?: \w+){0,3} (?:for (?:sure|certain)|exactly|precisely|with \w+|more)\b)"
    r"|\btoo (?:[\w-]+,? ){1,5}?(?:for me )?to (?:\w+ly )?"
    r"(?:tell|say|judge|determine|distinguish|know|decide|discern|identify|classify|make out)\b"
    r"|(?:听|分辨|判断|分|说)不(?:出|清|准)(?:来|楚)?(?=\s*(?:[,.;!?\n]|$)|是|究竟|到底)|分不清|分辨不出|判断不了|说不准"
    r"|我(?:无法|不能)(?:判断|确定|分辨|听出)|(?:听不到|听不见|无法听到?)(?:音频|声音|录音)"
)
_TURNS = re.compile(r"\b(?:but|however|though|although|yet|nevertheless|still)\b|但|不过")
_APOLOGY = re.compile(
    either(
        r"\b(?:sorry|apologi[sz]e|apologies|i must decline|i would rather not|i am not comfortable)\b",
        rf"\b(?:i|we) (?:\w+ly )?{_INABILITY} (?:to )?(?:help|assist|comply|do that|provide|answer)\b",
        r"抱歉|对不起|很遗憾|不好意思|(?:我|本模型)[^.\n]{0,4}(?:无法|不能)(?:回答|提供|协助)",
    )
)


_NOT_TOLD = re.compile(
    rf"\b(?:i|we) (?:\w+ly )?{_INABILITY} (?:to )?(?:determine|judge|tell|say|know|decide)\b"
    r"|(?:无法|不能)(?:判断|确定|分辨)"
)
_PERSONAL = re.compile(rf"\b{_PRIVATE}\b|性别|男|女|年龄|岁|身份|病|诊断|感染|健康|音频|录音")


def declines(text: str) -> bool:
    """Tell whether a reply says that it cannot or will not listen. A name in it is then an answer only if stated."""
    return _UNABLE.search(text) is not None


def unsure(text: str, parts: Sequence[Span]) -> list[Span]:
    """Find the clauses that say that the model cannot tell: a name in them is not chosen.

    Parameters
    ----------
    text : str
        Folded.
    parts : sequence of (int, int)
        Its sentences.

    Returns
    -------
    list of (int, int)
        Each from the sentence's begin, or the "but" before, to the "but" after, or its end.
    """
    found = []
    for start, end in parts:
        for match in _UNSURE.finditer(text, start, end):
            turns = [turn.start() for turn in _TURNS.finditer(text, start, end)]
            first = max((turn for turn in turns if turn <= match.start()), default=start)
            opens = text[start:first].strip() == "" and first in turns
            after = [turn for turn in turns if turn >= match.end()]
            comma = text.find(",", match.end(), end) if opens else -1
            found.append((first, comma if comma >= 0 else min(after, default=end)))
    return found


def apologises(text: str) -> bool:
    """Tell whether a reply asks to be excused, which with no option named is a refusal.

    "Sorry, I cannot tell which ear" only doubts, unless it is about a person's sex, age or health.
    """
    doubts = _NOT_TOLD.search(text) is not None and _PERSONAL.search(text) is None
    return _APOLOGY.search(text) is not None and not doubts
