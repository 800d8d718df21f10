"""Other people's texts in Markdown: titles, notes and names may hold anything, and must stay text."""

from __future__ import annotations

import re
import unicodedata

_CODE_SPAN = re.compile(r"(?<!`)`[^`]+`(?!`)")
_MARKS = re.compile(r"[\\`*~$\[\]]")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")  # within a word it is no emphasis, and names are full of it
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BLOCK_START = re.compile(r"^([#+=-])|^(\d+)(?=[.)](?:\s|$))")
# Marks that turn the direction of writing around: what follows would read other than it is.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str) -> str:
    """Put a text on one line, without control characters."""
    spaced = " ".join(text.split())
    return "".join(
        mark for mark in spaced if unicodedata.category(mark) not in {"Cc", "Cs"} and mark not in _TURNING
    ).strip()


def plain(text: str) -> str:
    """Write a text for the beginning of a block: like `inline`, and no list, heading or rule either."""
    return _BLOCK_START.sub(_not_a_block, inline(text))


def inline(text: str) -> str:
    """Write a text so that Markdown shows it as it is, on one line; a code span in single backticks stays one.

    Parameters
    ----------
    text : str
        Such as a note of a record. HTML, links, images, emphasis and comments in it lose their meaning.
    """
    line = one_line(text)
    parts: list[str] = []
    end = 0
    for span in _CODE_SPAN.finditer(line):
        parts += [_escaped(line[end : span.start()]), span.group()]
        end = span.end()
    parts.append(_escaped(line[end:]))
    return "".join(parts)


def cell(text: str) -> str:
    """Write a text for a cell of a table."""
    return inline(text).replace("|", "\\|")


def code(text: str) -> str:
    """Write a text as a code span."""
    return f"`{one_line(text).replace('`', chr(39)) or ' '}`"


def fenced(text: str, *, language: str) -> str:
    """Write lines as a block of code, which nothing in them can end."""
    lines = "\n".join(line.replace("```", "'''") for line in text.split("\n"))
    return f"```{language}\n{lines}\n```"


def bullets(title: str, lines: tuple[str, ...], *, said: str = "") -> str:
    """Write a section of texts, one bullet each, after a sentence that is said of all; nothing if there are none."""
    if not lines:
        return ""
    listed = "\n".join(f"- {plain(line)}" for line in lines)
    return "\n\n".join(filter(None, (f"## {title}", said, listed)))


def _escaped(text: str) -> str:
    text = _ENTITY.sub("&amp;", text)
    text = _MARKS.sub(lambda mark: f"\\{mark.group()}", text)
    text = _UNDERSCORE.sub(r"\\_", text)
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _not_a_block(found: re.Match[str]) -> str:
    return f"\\{found[1]}" if found[1] else f"{found[2]}\\"
