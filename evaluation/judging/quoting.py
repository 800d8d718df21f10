"""What a judge quotes, or thinks aloud, is not what it says."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|`[^`\n]*`')
_ECHOED = re.compile(r"<(judged-[0-9a-f]+)>.*?(?:</\1>|\Z)", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)


def spoken(text: str) -> str:
    """Leave out what a reasoning model thinks aloud before it speaks."""
    return _THOUGHT.sub("", text)


def unquoted(text: str) -> str:
    """Leave out quotations within a line, and what stands between the tags of a judged reply.

    A judge that explains itself repeats what it was given, a reply that says "Score: 4" too. A line that is nothing but
    a quotation is kept without its marks: some judges quote their own result.
    """
    return "\n".join(_line(line) for line in _ECHOED.sub("", text).splitlines())


def _line(line: str) -> str:
    bare = line.strip().rstrip(".")
    if _QUOTED.fullmatch(bare):
        return bare[1:-1]
    return _QUOTED.sub("…", line)
