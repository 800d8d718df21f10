"""Words that say nothing beside an option: with no others, a sentence is a bare answer."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.choosing.lexicon import words
from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options
from evaluation.choosing.spans import Span, within
from evaluation.choosing.tokens import Kind, Token

_FILLERS = frozenset(
    words(
        "a an the it is was are this that its i we my me think believe guess say choose pick select would should could "
        "can may might must be being been seems seem appears appear sounds sound like likely most probably possibly "
        "perhaps maybe definitely clearly certainly surely or and also both either so therefore thus hence final "
        "answer option choice correct right best response of in on from to as for here there by at with one more ear "
        "side channel hz hertz range between well okay ok hmm speaker person voice audio clip recording heard hear "
        "only comes coming class category label emotion but equally still too"
    )
) | frozenset("是的了在我认为觉得选择答案应该可能这个段音频声边耳侧性道说话人者或还和也因此所以最终赫兹")


def is_bare(tokens: Sequence[Token], mentions: Sequence[Mention], span: Span, options: Options) -> bool:
    """Tell whether a passage says nothing but which option: its other words are fillers, or the question's own."""
    inner = within(mentions, span)
    named = {place for mention in inner for place in range(mention.start, mention.end)}
    return bool(inner) and all(
        token.kind is Kind.MARK or token.key in _FILLERS or token.key in options.asked or token.start in named
        for token in within(tokens, span)
    )
