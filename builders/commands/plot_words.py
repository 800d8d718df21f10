"""The words on a picture: short enough to be read, in letters that a font here has."""

from __future__ import annotations

import textwrap
from functools import cache
from typing import TYPE_CHECKING

from manifests.printable import printable

if TYPE_CHECKING:
    from manifests.rows import ItemRecord

_LINE = 96
_LABEL_LINES, _QUESTION_LINES = 2, 3
_PLAIN = "DejaVu Sans"  # comes with matplotlib
# Fonts with Chinese letters, as the common systems name them.
_CHINESE = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "Microsoft YaHei",
    "SimHei",
    "Arial Unicode MS",
)


def fonts_for(text: str) -> tuple[list[str], frozenset[str]]:
    """Choose fonts for a text, and say which of its letters none of them has.

    Parameters
    ----------
    text : str
        What is to be written.

    Returns
    -------
    list of str and frozenset of str
        The fonts, the plain one first, and the letters that would be boxes.
    """
    missing = frozenset(text) - _letters(_PLAIN)
    if not missing:
        return [_PLAIN], frozenset()
    for name in _CHINESE:
        left = missing - _letters(name)
        if len(left) < len(missing):
            return [_PLAIN, name], left
    return [_PLAIN], missing


def heading(record: ItemRecord, *, without: frozenset[str]) -> str:
    """Write the heading of an item: its id and label, and the question, each in a few lines at most.

    Parameters
    ----------
    record : ItemRecord
        The item.
    without : frozenset of str
        Letters that cannot be drawn: a label or a question that has some is told in words.
    """
    label = f"{record.id}: {record.label}"
    question = record.instruction
    if without & set(label):
        label = f"{record.id} (the label is in letters that no font here has)"
    if without & set(question):
        question = "(the question is in letters that no font here has)"
    # A $ would begin a formula.
    lines = [*_lines(label, _LABEL_LINES), *_lines(question, _QUESTION_LINES)]
    return "\n".join(lines).replace("$", r"\$")


def _lines(text: str, most: int) -> list[str]:
    return textwrap.wrap(printable(text, most=4_000), _LINE, max_lines=most, placeholder=" …")


@cache
def _letters(font: str) -> frozenset[str]:
    """Give the letters that a font has; none if it is not here."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    try:
        path = findfont(FontProperties(family=font), fallback_to_default=False)
    except ValueError:
        return frozenset()
    return frozenset(map(chr, get_font(path).get_charmap()))
