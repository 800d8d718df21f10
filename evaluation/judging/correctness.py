"""Dynamic-SUPERB's LLM-C: a judge says whether a reply matches the label (section 4.2 and App. E of the paper)."""

from __future__ import annotations

import re

from evaluation.asked import Question
from evaluation.judging.asking import TRIES, UnusableReplyError, ask_until_usable
from evaluation.judging.judge import Judge
from evaluation.judging.prompt import judge_prompt
from evaluation.judging.quoting import unquoted
from evaluation.judging.slots import slot_values
from evaluation.verdicts import Outcome, Verdict

PROMPT = "dynamic_superb_classification"

# Not the form itself, "<YES or NO>", which judges like to repeat.
_RESULT = re.compile(r"\bresult\W{0,4}[:：]\W{0,6}(yes|no)\b(?!\W*(?:or|/)\W*(?:yes|no)\b)", re.IGNORECASE)


def read_result(text: str) -> bool:
    """Read "Result: YES" or "Result: NO" at the end of a judge's reply.

    Raises
    ------
    UnusableReplyError
        If it is not there, not at the end, or both results stand in the reply.
    """
    said = unquoted(text).strip()
    found = [match[1].lower() for match in _RESULT.finditer(said)]
    if not found:
        raise UnusableReplyError('it has no line "Result: YES" or "Result: NO"')
    if len(set(found)) > 1:
        raise UnusableReplyError("it states both results")
    if not _RESULT.search(said.splitlines()[-1]):
        raise UnusableReplyError("the result does not stand at its end")
    return found[0] == "yes"


def judge_correctness(
    judge: Judge, reply: str, question: Question, *, tries: int = TRIES, as_published: bool = False
) -> Verdict:
    """Let a judge say whether a reply matches the label of a closed or open question.

    An empty reply is not sent: it names nothing. Without a usable result the outcome is unjudged, and
    the score None.

    Parameters
    ----------
    judge : Judge
        Who judges.
    reply : str
        What the system under test said.
    question : Question
        With the right answer as its label.
    tries : int
        How often the judge is asked at most.
    as_published : bool
        Whether to ask with the paper's words alone, which does not fence the reply in.

    Raises
    ------
    JudgeError
        If the judge cannot be reached.
    """
    if not reply.strip():
        return Verdict(id=question.id, outcome=Outcome.UNPARSABLE, reason="is empty")
    template = judge_prompt(PROMPT)
    asked = template.filled(slot_values(template, reply, question), as_published=as_published)
    came = ask_until_usable(judge, template, asked, read_result, tries=tries)
    if came.value is None:
        reason = f"the judge gave no result in {came.attempts} replies: {came.reason}"
        return Verdict(id=question.id, outcome=Outcome.UNJUDGED, reason=reason)
    return Verdict(
        id=question.id,
        outcome=Outcome.RIGHT if came.value else Outcome.WRONG,
        score=float(came.value),
        reason=f"{judge.name} says that it {'matches' if came.value else 'does not match'} the label",
    )
