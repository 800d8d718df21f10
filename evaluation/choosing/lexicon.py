"""Lists of words, written as text."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, in order."""
    return tuple(text.split())


def either(*patterns: str) -> str:
    """Return the regular expression that matches one of several."""
    return "(?:" + "|".join(patterns) + ")"
