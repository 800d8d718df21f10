"""Names of options in another sense: "that is right", "nothing left", "I would be surprised", "so far"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from evaluation.choosing.lexicon import either

Places = Sequence[tuple[int, int]]

_WHERE = r"(?:ear|side|channel|hand|half|speaker|headphone|earphone|earbud)"
_TIGHT = r"(?<!\bthe )(?<!\bon )(?<!\bmy )(?<!\bits )(?<!\bhard )(?<!\bfar )(?<!\bpanned )"
_MEASURED = "quality|confidence|probability|likelihood|chance|certainty|accuracy|evidence|indication|sign|signs"
_SENSES = {
    "right": either(
        r"\bthat (?:is|was) (?:all |quite |absolutely |exactly )?right\b(?=\s*(?:[,.!;:?\n]|but|$))",
        r"\b(?:you|he|she|they|i) (?:are|is|am|was|were) (?:\w+ )?right\b",
        r"\b(?:that|this|it) (?:sounds|seems|looks|feels) right\b(?=\s*(?:[,.!;?\n]|$))|\babout right\b",
        r"\b(?:all|quite|just) right\b|, right\?|\bam i right\b|\bserves? \w+ right\b|\bhuman right\b",
        r"\b(?:get|got|do|did|hear|heard|read|understand|understood) (?:it|this|that|you) right\b",
        r"\bright (?:answer|choice|option|response|guess|label|range|word|words|term|emotion|category|language|away|now"
        r"|before|after|here|there|from the|as|then|that|up|off|next|between|above|below|behind|beside|inside|outside"
        r"|around|beneath|under|over|across|through|tools?|way|time|place|moment|thing|person|track|decision|idea"
        r"|conditions?|information|equipment|context|kind|approach)\b",
        r"\bright on (?:time|target|cue|the (?:beat|money|mark))\b",
        rf"{_TIGHT}\bright (?:in|at)\b",
        rf"\bright to (?!(?:the |my |your )?(?:left|{_WHERE})\b)",
        r"\bright[.!] (?=let (?:me|us)\b)",
        r"(?:^|[.!?\n])\s*right, (?=(?:so|okay|ok|well|i|it|the|this|let|now|here|in)\b)",
    ),
    "left": either(
        r"\b(?:i|we|he|she|they|who|has|have|had|having) left\b|\b(?:am|is|are|was|were) left with\b",
        r"\bleft (?:behind|over|alone|out|off|home|me|him|us|them|for|early|town|school|work)\b",
        r"\b(?:what|whatever|all that|everything that|anything that) (?:is|was) left\b",
        r"\b(?:nothing|anything|something|everything|much|little|seconds?|minutes?|time) left\b",
        r"\b(?:am|is|are|was|were) left (?:\w+ing|un\w+ed)\b|\bthe (?:speaker|man|woman|person) left\b(?=\s*[.,;!])",
        rf"\bleft to (?!(?:the |my |your )?(?:right|{_WHERE})\b)",
        rf"{_TIGHT}\bleft (?:the|his|her|their|an?)\b(?! (?:whole|entire|{_WHERE}))",
    ),
    "yes": r"\byes,? (?:i (?:can|could|will) (?:help|assist|try|answer|listen|do)"
    r"|i (?:would|will) be (?:happy|glad)|please"
    r"|i (?:have |did |just |carefully )*(?:listened|listen|received|processed|analy[sz]ed|played)\b"
    r"|(?:i (?:have |can )?(?:got|have|heard?|see) )?(?:the|your|this|an?) (?:audio|sound|file|clip|recording|segment)"
    r"(?: (?:file|clip|recording|segment))?(?: (?:was|is|has been) (?:received|loaded|here|attached|uploaded|processed)"
    r"|(?=\s*(?:[.,;!\n]|$)))"
    r"|i understand\b(?! (?:it|that))|i am (?:ready|able|here)"
    r"|(?:that|this) is an? \w+ question)\b",
    "happy": r"\bhappy (?:to|birthday|new year)\b",
    "sad": r"\bsad to say\b",
    "surprised": r"\b(?:would|will|should) (?:not )?be surprised\b|\bsurprised if\b",
    "real": r"\breal (?:evidence|signs?|indication|reason|way|time|difference|change|sense|doubt|problem|issue)\b"
    r"|\breal-time\b",
    "far": r"\bas far as\b|\b(?:so|thus) far\b(?! (?:away|off))|\bby far\b|\bfar (?:more|less|too|from)\b",
    "near": r"\bnear (?:the |its )?(?:end|beginning|start|middle|silence)\b",
    "increasing": r"\bincreasing (?:softness|quiet\w*|silence)\b",
    "decreasing": r"\bdecreasing (?:softness|quiet\w*|silence)\b",
    "no": r"\bno(?= (?!(?:there|it|this|the|i|that|because|since|as|he|she|they|we|you|is|based|in|and|or)\b)[a-z])"
    r"|\bno,? sorry\b",
    "#1": r"\bone (?:moment|second|sec|thing|question|can|could|would|might|must|has to)\b",
    "对": r"对(?:不起|于|比|话|应|象|方|面)|[面相针绝反应]对",
    "错": r"不错|错过",
    "是": r"是否|还是|但是|可是|于是|只是|不是|总是|若是|要是",
    "否": r"[是能可与有]否|否[则认]",
    "左": r"(?<=[\d十百千])\s*(?:赫兹|hz)?左右",
    "右": r"(?<=[\d十百千])\s*(?:赫兹|hz)?左右",
    "高兴": r"(?:很|我|真|非常)高兴(?:地)?(?:为|能|帮|可以|认识|见到|与你|和你|收到|听到)|高兴(?:为您|为你|认识|帮)",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _SENSES.items()}
_DEGREE = re.compile(
    rf"\b(?:high|low|strong|clean|normal) ({_MEASURED})\b|\b({_MEASURED})(?: \w+){{0,3}}? (?:is|are|was|seems)"
    r"(?: (?:too|very|quite|so|rather))? (?:high|low|strong|clean|normal)\b"
)
_DEGREES = frozenset({"high", "low", "strong", "clean", "normal"})
# What a model says of itself is not about the sound: "I am positive that", "I am a speech model".
_MODEL = re.compile(
    r"\b(?:i|we) (?:am|are|was|were|feel|(?:would|will|should|might|could) be|remain)(?: not)? "
    r"(?:an? |only |just |very |so |quite |rather |pretty |fairly |\w+ly )*([\w-]+)\b"
    r"|\b([\w-]+) (?:language )?(?:model|assistant|chatbot|llm)\b"
)


def other_senses(text: str, firsts: Iterable[str], asked: frozenset[str]) -> Mapping[str, Places]:
    """Find where the names of options are words of something else.

    Parameters
    ----------
    text : str
        Folded.
    firsts : iterable of str
        The first words or characters of the options' names.
    asked : frozenset of str
        The words of the question: where it asks for quality, "high quality" is an answer.

    Returns
    -------
    mapping of str to sequence of (int, int)
        By name, in order: what lies there is not the option of that name.
    """
    begun = set(firsts)
    found: dict[str, list[tuple[int, int]]] = {}
    for name, pattern in _PATTERNS.items():
        if name in begun or (name[0] in begun and not name.isascii()):
            found[name] = [match.span() for match in pattern.finditer(text)]
    for match in _DEGREE.finditer(text) if _DEGREES & begun else ():
        if (match.group(1) or match.group(2)) not in asked:
            for name in _DEGREES:
                found.setdefault(name, []).append(match.span())
    for match in _MODEL.finditer(text):
        name = match.group(1) or match.group(2)
        if name in begun and name not in {"left", "right"}:
            found.setdefault(name, []).append(match.span())
    return {name: sorted(spans) for name, spans in found.items()}
