"""What a reply says about the options, before it is decided what that amounts to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evaluation.choosing.content import told
from evaluation.choosing.counting import parts_counted
from evaluation.choosing.folding import plain
from evaluation.choosing.lexicon import either
from evaluation.choosing.mentions import Mention, mentions_in
from evaluation.choosing.options import Options
from evaluation.choosing.polar import polar_mentions
from evaluation.choosing.positions import listed, positions_in
from evaluation.choosing.refusals import unsure
from evaluation.choosing.spans import Span, idle, inside, reasons, sentences, within
from evaluation.choosing.standing import Standing, standings
from evaluation.choosing.suppositions import supposed, usual
from evaluation.choosing.tokens import Token, tokenise

_BOTH = re.compile(
    either(
        r"\b(?:both|all) (?:of (?:them|the above|these|those)|options|answers|sides|ears|channels|apply|are correct)\b",
        r"(?:^|\b(?:is|it is|in|are|answer is|say|answer:)\s)\s*both\b(?=\s*(?:[.,!;\n]|$))",
        r"两(?:个|边|者|侧|只耳)[^,.\n]{0,3}(?:都|均|皆)|都有|都是",
    )
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A reply, read.

    Parameters
    ----------
    text : str
        Folded, without markup.
    tokens : list of Token
        Of the text.
    parts : list of (int, int)
        Its sentences.
    bold : tuple of (int, int)
        Its strongly emphasised passages.
    mentions : list of Mention
        Each option named outside idle passages, in order.
    standing : dict of Mention to Standing
        How each stands.
    reasons : list of (int, int)
        The passages that only give reasons.
    supposed : list of (int, int)
        The passages that suppose the clip to be otherwise.
    names_all : bool
        Whether it says "both" or "all of the above".
    """

    text: str
    tokens: list[Token]
    parts: list[Span]
    bold: tuple[Span, ...]
    mentions: list[Mention]
    standing: dict[Mention, Standing]
    reasons: list[Span]
    supposed: list[Span]
    names_all: bool

    def chosen(self, start: int = 0, end: int | None = None, *, with_reasons: bool = False) -> list[Mention]:
        """Return the mentions that choose an option and start within a passage."""
        limit = len(self.text) + 1 if end is None else end
        return [
            mention
            for mention in within(self.mentions, (start, limit))
            if self.standing[mention] is Standing.CHOSEN and (with_reasons or not inside(mention.start, self.reasons))
        ]


def read(reply: str, options: Options) -> Reading:
    """Read a reply.

    Parameters
    ----------
    reply : str
        As the model wrote it.
    options : Options
        Of the question.

    Returns
    -------
    Reading
        Every option that it names, by name, letter or place, and how each stands.
    """
    body = plain(reply)
    text = body.text
    tokens = tokenise(text, signed=options.signed)
    parts = sentences(text)
    named = mentions_in(tokens, text, options)
    polar = polar_mentions(text, options)
    taken = [(mention.start, mention.end) for mention in (*named, *polar)]
    named = [one for one in named if not any(other.start <= one.start < other.end for other in polar)]
    placed = [one for one in positions_in(text, options) if not inside(one.start, taken)]
    mentions = sorted((*named, *polar, *placed), key=lambda mention: mention.start)
    repeated = listed(text, mentions, options)
    ifs = supposed(text, parts)
    idle_spans = [*idle(tokens, text, parts, options), *ifs, *usual(text, parts), *told(text), *unsure(text, parts)]
    standing = standings(tokens, text, mentions)
    kept = [one for one in mentions if one not in repeated and not inside(one.start, idle_spans)]
    partial = parts_counted(text, kept, options)
    kept = [one for one in kept if one not in partial]
    return Reading(
        text=text,
        tokens=tokens,
        parts=parts,
        bold=body.bold,
        mentions=kept,
        standing={mention: standing[mention] for mention in kept},
        reasons=reasons(text, parts),
        supposed=ifs,
        names_all=len(options.spelt) > 1 and _BOTH.search(text) is not None,
    )
