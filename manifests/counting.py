"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, what: str, *, several: str = "") -> str:
    """Give a number of things: 1 clip, 2,452 clips.

    Parameters
    ----------
    number : int
        How many.
    what : str
        One of them.
    several : str
        More of them, where that is not `what` with an s.
    """
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"
