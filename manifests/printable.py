"""Print a stranger's text so that it stays a text: it neither moves the cursor nor begins a line of its own."""

from __future__ import annotations

_LONGEST = 200


def printable(text: str, *, most: int = _LONGEST, keep: str = "") -> str:
    """Escape what is no printable character, and cut what is too long.

    Parameters
    ----------
    text : str
        Whatever a record holds.
    most : int
        Characters that are shown.
    keep : str
        Characters that may stand as they are, such as a line end in a message of several lines.

    Returns
    -------
    str
        The text on one line. Control characters (a terminal obeys them), marks that turn the direction of writing
        around and halves of characters are written as Python does: a backslash and their number.
    """
    shown = text[:most]
    if not shown.isprintable():
        shown = "".join(mark if mark.isprintable() or mark in keep else _escaped(mark) for mark in shown)
    return shown if len(text) <= most else f"{shown}… ({len(text):,} characters)"


def _escaped(mark: str) -> str:
    return mark.encode("unicode_escape").decode("ascii")
