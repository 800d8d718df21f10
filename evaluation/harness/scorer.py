"""Score a reply inside inspect-ai as it is scored outside: by the same rules."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice
from evaluation.verdicts import Outcome

_VALUES = {Outcome.RIGHT: CORRECT, Outcome.WRONG: INCORRECT}


# Members of a pair stand or fall together: the standard error counts groups, not questions.
@scorer(name="choice", metrics=[accuracy(), stderr(cluster="group")])
def reply_scorer(questions: Sequence[Question]) -> Scorer:
    """Score replies to closed questions.

    Parameters
    ----------
    questions : sequence of Question
        The set: replies are joined to it by id.
    """
    known = {question.id: question for question in questions}

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        verdict = judge_choice(state.output.completion, known[str(state.sample_id)])
        return Score(
            value=_VALUES.get(verdict.outcome, NOANSWER),
            answer=verdict.chosen,
            explanation=f"{verdict.outcome}: {verdict.reason}",
            metadata={"outcome": verdict.outcome.value},
        )

    return score
