"""What goes into the slots of a prompt, from a question and the reply to it."""

from __future__ import annotations

from evaluation.asked import Question
from evaluation.errors import JudgeError
from evaluation.judging.prompt import JudgePrompt


def slot_values(prompt: JudgePrompt, reply: str, question: Question, *, examples: str = "") -> dict[str, str]:
    """Fill the slots: the reply, the question's text and label, and for any other slot what the set documents.

    Parameters
    ----------
    prompt : JudgePrompt
        Whose slots are filled.
    reply : str
        What the system under test said.
    question : Question
        `suggestion`, the reference translation, is its label; `emotion` and `sentence` are documented in the set.
    examples : str
        Worked examples for a prompt that has room for them; empty for none.

    Raises
    ------
    JudgeError
        If the set does not document what a slot needs.
    """
    known = {prompt.judged: reply, "label": question.label, "suggestion": question.label, "instruction": question.asked}
    if examples:
        known["examples"] = examples
    values = {slot: known[slot] for slot in prompt.slots if slot in known}
    for slot in sorted(prompt.slots - values.keys() - prompt.optional.keys()):
        documented = question.documented.get(slot)
        if documented is None:
            raise JudgeError(
                where=f"question {question.id}",
                found=f"nothing under {slot!r} in its parameters and measurements",
                wanted=f"what the prompt {prompt.name} asks for",
                remedy="add it to the set, or judge with another prompt",
            )
        values[slot] = str(documented)
    return values
