"""Sentences and lines of a text, and passages that answer nothing: echoes, questions, quotations, suppositions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TypeVar

from evaluation.choosing.lexicon import either
from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options
from evaluation.choosing.tokens import Kind, Token

Span = tuple[int, int]
Placed = TypeVar("Placed", Token, Mention)

_SENTENCE = re.compile(r"(?:[^.?!;\n]|\.(?!\s|$|[\"')\]]))*(?:[.?!;]+|\n|$)")
_ASKING = re.compile(
    r"(?:^|[,:]\s*)(?:so |now |and )?"
    r"(?:is|are|was|were|do|does|did|can|could|would|should|which|what|who|whose|where|when|how)\b"
    r"|请问|是否|什么|哪"
)
_PROMPT = re.compile(
    either(
        r"\bplease (?:choose|answer|select|respond|reply|indicate|pick|provide|upload|share|specify|tell|listen"
        r"|ask|use|write|type|speak"
        r"|repeat)\b",
        r"\b(?:options|choices|possible answers|candidates)(?: are| were| include|:)",
        r"\b(?:choose|pick|select) (?:from|between|one of|one from)\b",
        r"请(?:选择|回答|从|用|判断|提供)|选项(?:有|包括|为|是|:)",
    )
)
_SUPPOSED = re.compile(
    r"^\s*(?:otherwise|else|否则)\b"
    r"|^\s*(?:so |but |and )?(?:if|suppose|assuming|如果|假如|要是)(?! (?:i|you) (?:had|have|were|am) (?:to|forced))"
)
_COMMAND = re.compile(r"^\W*(?:answer|respond|reply|choose|pick|select|say)\b(?!\s*[-:=])(?! is\b)[^.?!\n]*\bor\b")
# What a model can do, and what a translation would be, tell nothing about the clip.
_ABLE = re.compile(
    r"\bi (?:can |could |will |do |only |also |just |mainly |currently |am (?:only )?(?:able to|trained to|trained in"
    r"|designed to) )*(?:(?:only )?(?:answer|respond|reply|communicate|assist|help|write|converse) (?:only )?in"
    r"|(?:understand|speak|support)(?! (?:that|this|it|the)\b))\b[^.,;:!?\n]*"
    r"|\bi (?:am|was|have been) (?:\w+ )?(?:trained|designed|built|made) (?:in|on|for|with)\b[^.,;:!?\n]*"
    r"|\btranslat\w+ (?:\w+ )?(?:in)?to \w+|\bin \w+,? (?:it|this|that) (?:means|translates)\b"
)
_DOUBTS = re.compile(
    r"\b(?:not sure|unsure|uncertain|not certain|do not know|no idea|can not (?:tell|say|hear)"
    r"|(?:hard|difficult|impossible) to (?:say|tell|know|judge))\b|不确定|不知道"
)
_REASON = re.compile(r"\b(?:because|since|given that|due to|considering)\b|因为|由于")
_REASON_HEAD = re.compile(
    r"\b(?:explanation|reasoning|reason|rationale|justification|analysis)[\"'\s]*:|(?:解释|理由|原因|分析)\s*:"
)
_ANSWER_HEAD = re.compile(r"\banswer\s*(?:is\b|:)|答案")


def sentences(text: str) -> list[Span]:
    """Return where the sentences of a text stand: a line ends one, too; a point inside a number or a name does not."""
    return [match.span() for match in _SENTENCE.finditer(text) if match.group().strip()]


def idle(tokens: Sequence[Token], text: str, parts: Sequence[Span], options: Options) -> list[Span]:
    """Find the passages in which a name is no choice, whoever says it.

    Parameters
    ----------
    tokens : sequence of Token
        Of the text.
    text : str
        Folded.
    parts : sequence of (int, int)
        Its sentences.
    options : Options
        With the question, whose echo is no answer.

    Returns
    -------
    list of (int, int)
        Repetitions of the question, questions put by the reply, instructions, suppositions, and what the model
        says it can do.
    """
    found = list(_echoes(tokens, options))
    found += [match.span() for match in _ABLE.finditer(text)]
    doubts = _DOUBTS.search(text) is not None
    for start, end in parts:
        part = text[start:end]
        asks = part.rstrip(" \"')").endswith("?") and (
            doubts
            or _ASKING.search(part.lstrip(" \"'(")) is not None
            or re.search(r"\b(?:or|whether)\b|还是|吗", part) is not None
        )
        if asks or any(pattern.search(part) for pattern in (_PROMPT, _COMMAND, _SUPPOSED)):
            found.append((start, end))
    return found


def reasons(text: str, parts: Sequence[Span]) -> list[Span]:
    """Find the passages that only give reasons: after "because" to the end of the sentence, under "Explanation:"."""
    found = []
    for start, end in parts:
        for match in _REASON.finditer(text, start, end):
            comma = re.compile(r",|所以|因此").search(text, match.end(), end)
            opens = not text[start : match.start()].strip()
            found.append((match.start(), comma.start() if opens and comma else end))
    for match in _REASON_HEAD.finditer(text):
        answer = _ANSWER_HEAD.search(text, match.end())
        found.append((match.start(), answer.start() if answer else len(text)))
    return found


def within(ordered: Sequence[Placed], span: Span) -> Sequence[Placed]:
    """Return those of some ordered pieces of a text that start in a passage."""
    first = bisect_left(ordered, span[0], key=_start)
    return ordered[first : bisect_left(ordered, span[1], lo=first, key=_start)]


def inside(start: int, spans: Iterable[Span]) -> bool:
    """Tell whether a place lies in one of the spans."""
    return any(low <= start < high for low, high in spans)


def _echoes(tokens: Sequence[Token], options: Options) -> Iterable[Span]:
    words = [token for token in tokens if token.kind is not Kind.MARK]
    keys = [token.key for token in words]
    for sentence in options.sentences:
        length = len(sentence)
        for place in range(len(keys) - length + 1):
            if keys[place] == sentence[0] and tuple(keys[place : place + length]) == sentence:
                yield words[place].start, words[place + length - 1].end


def _start(piece: Token | Mention) -> int:
    return piece.start
