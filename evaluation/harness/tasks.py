"""Every recipe as a task of inspect-ai: `inspect eval soundprobe/volume-perception --model ...`.

inspect-ai imports this module by its entry point. A recipe that is added is a task without another line.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai._util.registry import RegistryInfo, registry_add, registry_info
from inspect_ai.dataset import MemoryDataset
from inspect_ai.scorer import Scorer
from inspect_ai.solver import generate

from builders.engine.recipe import Recipe
from evaluation.harness.open_scorer import open_scorer
from evaluation.harness.samples import samples_of
from evaluation.harness.scorer import reply_scorer
from evaluation.models.controls import Control
from evaluation.scoring.measures import CHOICE, LLM_C, RATING
from evaluation.sets.question_set import QuestionSet, open_questions
from manifests.errors import RecipeError
from recipes.catalogue.registry import recipes

_PACKAGE = "soundprobe"
_LOG = logging.getLogger(__name__)


def question_task(
    dataset: str,
    *,
    name: str,
    control: str = "none",
    one_clip: bool = False,
    limit: int | None = None,
    seed: int = 0,
    measure: str = "",
) -> Task:
    """Make a task of a question set.

    Parameters
    ----------
    dataset : str
        Its folder.
    name : str
        What the logs call the task.
    control : str
        `none`, `blind`, `swap` or `mono`.
    one_clip : bool
        Join several clips into one.
    limit : int, optional
        Take the first so many questions only.
    seed : int
        Of what a control draws.
    measure : str
        Of an open task; empty for what its recipe declares.

    Returns
    -------
    Task
        Without a scorer where replies need a judge, or no measure is known: the log is scored afterwards, and
        `scored_by` in the task's metadata says by which command.

    Raises
    ------
    SoundprobeError
        If the set cannot be opened, or there is no such measure.
    """
    questions = open_questions(Path(dataset))
    named = measure or (questions.recipe.measure if questions.recipe else "")
    scorer = _scorer(questions, named)
    later = {} if scorer else {"scored_by": _command(dataset, named)}
    if later:
        _LOG.warning("%s is not scored here: afterwards run `%s`", name, later["scored_by"])
    found = list(samples_of(questions, control=_control(control), one_clip=one_clip, seed=seed, limit=limit))
    return Task(
        name=name,
        dataset=MemoryDataset(found, name=questions.name, location=str(questions.collection.root)),
        solver=generate(),
        scorer=scorer,
        metadata={"suite_level": questions.level, "control": control, "seed": seed, **later},
    )


def _scorer(questions: QuestionSet, measure: str) -> Scorer | None:
    asked = questions.questions
    if measure not in ("", CHOICE):
        return open_scorer(measure, asked)
    return reply_scorer(asked) if all(question.options for question in asked) else None


def _command(dataset: str, measure: str) -> str:
    """Say what scores the log afterwards."""
    how = "--judge openai/gpt-4o" if measure.startswith(RATING) or measure == LLM_C else ""
    return " ".join(["soundprobe evaluate score", dataset, "LOG.eval", f"--measure {measure or 'WER'}", how]).rstrip()


def _control(name: str) -> Control:
    try:
        return Control(name)
    except ValueError as error:
        raise RecipeError(
            where="control",
            found=repr(name),
            wanted=f"one of {', '.join(Control)}",
            remedy="correct it, such as -T control=blind",
        ) from error


def _task_of(recipe: Recipe) -> Callable[..., Task]:
    default = f"build/level{recipe.level}/{recipe.name}"

    @task(name=recipe.name)
    def asked(
        *,
        dataset: str = default,
        control: str = "none",
        one_clip: bool = False,
        limit: int | None = None,
        seed: int = 0,
        measure: str = "",
    ) -> Task:
        return question_task(
            dataset,
            name=recipe.name,
            control=control,
            one_clip=one_clip,
            limit=limit,
            seed=seed,
            measure=measure,
        )

    # inspect names a task after the top-level module, which is not what the package is called.
    info = registry_info(asked)
    registry_add(asked, RegistryInfo(type="task", name=f"{_PACKAGE}/{recipe.name}", metadata=info.metadata))
    asked.__doc__ = f"{recipe.title}: {recipe.question}"
    return asked


TASKS = {recipe.name: _task_of(recipe) for recipe in recipes().values()}
