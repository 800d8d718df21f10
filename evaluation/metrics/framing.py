"""The words around an answer that a question asked for: "The person says: ..."."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

# Each must match from the reply's beginning to where the answer starts. A colon may follow a few words of
# courtesy ("Sure! The person says: ..."); without a colon only the reply's first words are a frame.
_PREAMBLE = 200
_QUOTES = "\"'“”‘’«»「」『』"


def _frame(words: str) -> re.Pattern[str]:
    within = rf".{{0,{_PREAMBLE}}}?\b(?:{words})\s*[:：]"
    first = rf"[\W_]*(?:{words})\b[\s,，]*"
    return re.compile(rf"(?:{within}|{first})", re.IGNORECASE | re.DOTALL)


FRAMES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "speech": _frame(r"the (?:person|speaker|man|woman|voice) (?:says|said|is saying)(?: that)?"),
        "lyrics": _frame(r"(?:the )?lyrics (?:is|are|reads?|says?)|(?:the )?lyrics(?=\s*[:：])"),
        "speech-zh": re.compile(
            r".{0,200}?(?:这个人|说话人|说话者|这位说话者|该说话人|他|她)(?:说|说的是|在说)\s*[:：]|\W*(?:这个人|说话人|说话者)(?:说的是|说)",
            re.DOTALL,
        ),
    }
)


def unframed(reply: str, frame: str | re.Pattern[str] = "speech") -> str:
    """Take the frame off a reply, and the quotation marks around what is left.

    Parameters
    ----------
    reply : str
        As the model wrote it. Without the frame it stays as it is: nothing is cut on suspicion.
    frame : str or pattern
        A name in `FRAMES`, or a pattern that matches from the beginning to where the answer starts.
    """
    pattern = FRAMES[frame] if isinstance(frame, str) else frame
    match = pattern.match(reply)
    if match is None:
        return reply.strip()
    return reply[match.end() :].strip().strip(_QUOTES).strip()
