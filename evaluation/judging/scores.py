"""Read a score from 0 to 4 out of a judge's reply: JSON as asked for, or the paper's free form, never a guess."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from evaluation.judging.asking import UnusableReplyError
from evaluation.judging.quoting import unquoted

TOP = 4.0

_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL | re.IGNORECASE)
_NUMBER = r"[-+]?\d+(?:\.\d+)?"
_NO_RANGE = r"(?!\s*(?:[-–~+]|to\b|or\b|and\b)\s*\d)"  # "3-4" and "1 + 0.5" are no scores
# "Score: 3", "**Score:** 3.5/4", "the score is 3 out of 4"; what follows decides whether the number is whole and of 4.
_LABELLED = re.compile(
    rf"\bscore\W{{0,4}}\s*(?:[:：=]|\bis\b|\bof\b)\W{{0,4}}?({_NUMBER})(?![.,]?\d){_NO_RANGE}"
    rf"(?:\s*(%|(?:/|out of)\s*({_NUMBER})))?",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"\A\W{{0,3}}?({_NUMBER})(?:\s*(?:/|out of)\s*4)?\s*(?:points?)?\W{{0,3}}\Z", re.IGNORECASE)


# An object among words counts only where it ends the reply: elsewhere it may be one that was judged.
_LAST_OBJECT = re.compile(r"\{[^{}]*\}(?=\s*(?:```)?\s*\Z)")


class Form(StrEnum):
    """How a score was given."""

    JSON = "json"
    FREE = "free"


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """A score as a judge gave it.

    Parameters
    ----------
    value : float
        From 0 to 4, after clamping.
    given : float
        As it was given.
    form : Form
        Whether it came as JSON, or in the free form that the papers' prompts lead to.
    reason : str
        The judge's own, if it gave one.
    """

    value: float
    given: float
    form: Form
    reason: str = ""

    @property
    def clamped(self) -> bool:
        """Whether it was given outside 0 to 4."""
        return self.value != self.given


def read_score(text: str) -> Score:
    """Read a judge's reply.

    A reply that is a JSON object must have one number under `score`. Any other reply must state one score, as
    "Score: 3", "Score: 3/4", a JSON object at its end, or a number alone; what it quotes does not count, and if it
    states two that differ, none does.

    Raises
    ------
    UnusableReplyError
        If there is no score, or more than one.
    """
    fenced = _FENCE.match(text)
    bare = (fenced[1] if fenced else text).strip()
    if not bare.startswith("{"):
        return _clamped(_free(bare), Form.FREE)
    whole = _object(bare)
    if whole is None:
        raise UnusableReplyError("its JSON cannot be read")
    reason = whole.get("reason", "")
    return _clamped(_number(whole), Form.JSON, reason=reason if isinstance(reason, str) else "")


def _free(text: str) -> float:
    alone = _ALONE.match(text)
    if alone:
        return float(alone[1])
    found: set[float] = set()
    last = _LAST_OBJECT.search(text)
    if last and (stated := _object(last[0])):
        found.add(_number(stated))
        text = text[: last.start()]
    for match in _LABELLED.finditer(unquoted(text)):
        if match[2] == "%" or (match[3] and float(match[3]) != TOP):
            raise UnusableReplyError("the score is not on the scale from 0 to 4")
        found.add(float(match[1]))
    if not found:
        raise UnusableReplyError("it states no score")
    if len(found) > 1:
        raise UnusableReplyError("it states several scores that differ")
    return found.pop()


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if names.count("score") > 1:
        raise UnusableReplyError("it states a score twice")
    return dict(pairs)


def _number(reply: dict[str, Any]) -> float:
    value = reply.get("score")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnusableReplyError('there is no number under "score"')
    if not math.isfinite(value):
        raise UnusableReplyError('the number under "score" is not finite')
    return float(value)


def _clamped(given: float, form: Form, *, reason: str = "") -> Score:
    return Score(value=min(max(given, 0.0), TOP), given=given, form=form, reason=reason)
