"""A reply as plain text: one spelling of every character, no markup, what a format states put into words."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass

FINAL = "final answer: "
LONGEST_END = 4_000  # characters at either end of a reply that are read
_BREAK = re.compile(r"[.!?;](?=\s)|\n")
_SPELLINGS = str.maketrans(
    {
        **dict.fromkeys("’‘`´ʼ＇", "'"),
        **dict.fromkeys("“”„«»「」『』《》〝〞", '"'),
        **dict.fromkeys("–‒−‐‑﹣", "-"),
        **dict.fromkeys("〜～∼˜", "~"),
        **dict.fromkeys("、﹐", ","),
        **dict.fromkeys("【〔〖", "["),
        **dict.fromkeys("】〕〗", "]"),
        "。": ". ",
        "｡": ". ",
        "—": ";",
        "―": ";",
        "&": " and ",
    }
)
_SHORT = (
    (r"\bcan(?:no|'?)t\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must)n'?t\b", r"\1 not"),
    (r"\b(it|that|he|she|there|what|here|let|who|this)'s\b", r"\1 is"),
    (r"\bn/a\b", "none"),
    (r"\b(?:anything|everything|all) but\b(?! (?:the )?(?:same|that|this)\b)", "not"),
    (r"\b(?:the )?(?:furthest|farthest) (?:thing )?from\b", "not"),
    (r"'s\b", ""),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'d\b", " would"),
    (r"'ll\b", " will"),
    (r"'ve\b", " have"),
    (r"\b(?:if i am not|correct me if i am|unless i am) (?:mistaken|wrong)\b,?", " "),
    # They hold a "no" or a "not" that denies nothing.
    (r"\b(?:there is |there can be )?(?:no|without (?:a|any)) (?:doubt|question)\b(?: that\b)?", " "),
    (r"\bnot (?:only|just|merely)\b", " "),
    (r"\b(?:none|nothing|no one|not anything) (?:other than|but|else than)\b", " "),
)
_SHORT_PATTERNS = tuple((re.compile(pattern), into) for pattern, into in _SHORT)
_ANSWER_KEYS = r"(?:final[_ ]?answer|answer|choice|label|option|prediction|response|result|selected[_ ]?option|答案)"
_STATED_FIELD = re.compile(rf"""["']{_ANSWER_KEYS}["']\s*:\s*("[^"\n]*"|'[^'\n]*'|\[[^\]\n]*\]|[^,}}\n]+)""")
_BOLD = re.compile(r"\*\*(.+?)\*\*|(?<!\w)__(.+?)__(?!\w)|<(?:b|strong)>(.+?)</(?:b|strong)>", flags=re.DOTALL)


@dataclass(frozen=True, slots=True)
class Plain:
    """A reply without its markup.

    Parameters
    ----------
    text : str
        Folded, one spelling of quotes and dashes, contractions written out, final answers in words.
    bold : tuple of (int, int)
        Where in the text the strongly emphasised passages stand.
    """

    text: str
    bold: tuple[tuple[int, int], ...] = ()


def fold(text: str) -> str:
    """Bring a text to one spelling: NFKC, no case, ASCII digits, one kind of quote, dash and comma."""
    text = re.sub(r"(?<=\d)\s*[—―]\s*(?=\d)", "-", text)
    text = unicodedata.normalize("NFKC", text.translate(_SPELLINGS)).casefold()
    text = unicodedata.normalize("NFKC", text).translate(_SPELLINGS)
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in text
        if unicodedata.category(character) != "Cf"
    )


def plain(reply: str) -> Plain:
    """Take the markup off a reply; what is struck out or thought aloud between tags is not part of it."""
    text = fold(reply.strip())
    text = re.sub(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", "\n", text, flags=re.DOTALL)
    text = ends(text.rpartition("</think>")[2])
    text = _structured(text)
    text = re.sub(r"\\(?:text|mathrm|textbf|mathbf|textit|operatorname)\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\(?:boxed|fbox)\s*\{([^{}]*)\}", rf"\n{FINAL}\1\n", text)
    text = re.sub(r"<answer>(.*?)(?:</answer>|\Z)", rf"\n{FINAL}\1\n", text, flags=re.DOTALL)
    text = re.sub(r"~~.*?~~|<(?:s|del|strike)>.*?</(?:s|del|strike)>", " ", text, flags=re.DOTALL)
    text = re.sub(r"<\|[^|\n]*\|>|</?(?!b>|strong>)[a-z][^<>\n]{0,40}>", " ", text)
    text = re.sub(r"^[ \t]*(?:[-+*•][ \t]+)?(?:\[ ?\]|[❌✗✘✖☐])[ \t]*", "not ", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]*(?:[-+*•][ \t]+)?(?:\[[x✓✔]\]|[✅☑☒])[ \t]*", "", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]*(?:#{1,6}|>+|[-+*•])[ \t]+", "", text, flags=re.MULTILINE)
    for pattern, into in _SHORT_PATTERNS:
        text = pattern.sub(into, text)
    return _without_emphasis(text)


def ends(text: str) -> str:
    """Return a text, or the begin and the end of a long one: answers stand there, and models that loop do not end."""
    if len(text) <= 2 * LONGEST_END:
        return text
    head, tail = text[:LONGEST_END], text[-LONGEST_END:]
    # A cut inside a sentence could part an option from the "not" before it.
    breaks = [match.end() for match in _BREAK.finditer(head)]
    start = _BREAK.search(tail)
    return f"{head[: breaks[-1]] if breaks else head}\n{tail[start.end() :] if start else ''}"


def _structured(text: str) -> str:
    """Replace a JSON object by the answer in it; put its other fields aside where the whole reply is one."""
    body = re.sub(r"^\s*'''?\w*\s*|\s*'''\s*$", "", text).strip() if "'''" in text else text.strip()
    if body.startswith("{") and body.endswith("}"):
        try:
            fields = json.loads(body)
        except ValueError:
            fields = {}
        for key, value in fields.items():
            if re.fullmatch(_ANSWER_KEYS, key):
                values = value if isinstance(value, list) else [value]
                return FINAL + ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in values)
    return _STATED_FIELD.sub(rf"\n{FINAL}\1\n", text)


def _without_emphasis(text: str) -> Plain:
    pieces: list[str] = []
    bold: list[tuple[int, int]] = []
    length = done = 0

    def keep(piece: str) -> None:
        nonlocal length
        piece = _without_light_emphasis(piece)
        pieces.append(piece)
        length += len(piece)

    for match in _BOLD.finditer(text):
        keep(text[done : match.start()])
        start = length
        keep(next(group for group in match.groups() if group is not None))
        bold.append((start, length))
        done = match.end()
    keep(text[done:])
    return Plain("".join(pieces), tuple(bold))


def _without_light_emphasis(text: str) -> str:
    return re.sub(r"</?(?:b|strong)>|[*$\\{}]", "", text.replace("_", " "))
