"""Replies that decline: for want of ears, of the clip, or of permission."""

from __future__ import annotations

import re

from evaluation.choosing.lexicon import either

_INABILITY = either(
    "(?:can|could|will) not",
    "(?:am|was) (?:not able|unable)",
    "do not have the (?:ability|capability|capacity)",
    "lack the (?:ability|capability)",
    "am not (?:capable|equipped|designed)",
)
_CLIP = r"(?:audio|recordings?|sounds? files?|sound clips?|files?|clips?|segments?|voice recordings?|attachments?)"
_PRIVATE = r"(?:gender|sex|age|identity|medical|audio|diagnos\w+|from (?:voice|their voice))"
_UNABLE = re.compile(
    either(
        rf"\b(?:i|we) (?:\w+ly )?{_INABILITY}\b[^.?!\n]{{0,40}}?\b"
        + either(
            r"listen|process|analy[sz]\w+|access|play|open|assist|help|comply",
            r"hear(?:ing)? (?:the |this |your |any |actual )?(?:audio|recordings?|clips?|files?)",
            r"(?:identify|recogni[sz]e|determine|answer|provide|infer|guess|judge|diagnose|tell|classify)"
            rf"[^.?!\n]{{0,60}}\b{_PRIVATE}",
        ),
        rf"\b(?:no|not (?:see|have|find) (?:any|an)) {_CLIP} "
        r"(?:was|were|is|has been|have been|file|provided|attached|clip)",
        rf"\b(?:do not|did not) (?:see|receive|have|find) (?:access to )?(?:any |an |the |your )?{_CLIP}",
        r"\b(?:please|could you|can you) (?:\w+ )?(?:provide|upload|share|attach|send|describe)\b"
        rf"[^.?!\n]{{0,30}}\b{_CLIP}",
        r"\bas an? (?:\w+[- ]){0,2}(?:ai|language model|text[- ]based)\b[^.?!\n]{0,40}\b(?:not|unable|lack)\b",
        r"(?:无法|不能|没办法|没有能力|不具备)[^.\n]{0,8}(?:听|播放|处理|分析|访问|接收|协助|提供帮助|音频)",
        r"没有(?:收到|听到|看到|提供|上传)[^.\n]{0,6}(?:音频|录音|文件)",
        r"请(?:上传|提供|发送)[^.\n]{0,8}(?:音频|录音|文件)",
    )
)
_APOLOGY = re.compile(
    either(
        r"\b(?:sorry|apologi[sz]e|apologies|i must decline|i would rather not|i am not comfortable)\b",
        rf"\b(?:i|we) (?:\w+ly )?{_INABILITY} (?:to )?(?:help|assist|comply|do that|provide|answer)\b",
        r"抱歉|对不起|很遗憾|不好意思|(?:我|本模型)[^.\n]{0,4}(?:无法|不能)(?:回答|提供|协助)",
    )
)


def declines(text: str) -> bool:
    """Tell whether a reply says that it cannot or will not listen. A name in it is then an answer only if stated."""
    return _UNABLE.search(text) is not None


def apologises(text: str) -> bool:
    """Tell whether a reply asks to be excused, which with no option named is a refusal."""
    return _APOLOGY.search(text) is not None
