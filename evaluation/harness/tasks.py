"""Every recipe as a task of inspect-ai: `inspect eval soundprobe/volume-perception --model ...`.

inspect-ai imports this module by its entry point. A recipe that is added is a task without another line.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai._util.registry import RegistryInfo, registry_add, registry_info
from inspect_ai.dataset import MemoryDataset
from inspect_ai.solver import generate

from builders.engine.recipe import Recipe
from evaluation.harness.samples import samples_of
from evaluation.harness.scorer import reply_scorer
from evaluation.models.controls import Control
from evaluation.sets.question_set import open_questions
from manifests.errors import RecipeError
from recipes.catalogue.registry import recipes

_PACKAGE = "soundprobe"


def question_task(
    dataset: str, *, name: str, control: str = "none", one_clip: bool = False, limit: int | None = None, seed: int = 0
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

    Raises
    ------
    SoundprobeError
        If the set cannot be opened.
    """
    questions = open_questions(Path(dataset))
    found = list(samples_of(questions, control=_control(control), one_clip=one_clip, seed=seed, limit=limit))
    return Task(
        name=name,
        dataset=MemoryDataset(found, name=questions.name, location=str(questions.collection.root)),
        solver=generate(),
        scorer=reply_scorer(questions.questions),
        metadata={"suite_level": questions.level, "control": control, "seed": seed},
    )


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
        dataset: str = default, control: str = "none", one_clip: bool = False, limit: int | None = None, seed: int = 0
    ) -> Task:
        return question_task(dataset, name=recipe.name, control=control, one_clip=one_clip, limit=limit, seed=seed)

    # inspect names a task after the top-level module, which is not what the package is called.
    info = registry_info(asked)
    registry_add(asked, RegistryInfo(type="task", name=f"{_PACKAGE}/{recipe.name}", metadata=info.metadata))
    asked.__doc__ = f"{recipe.title}: {recipe.question}"
    return asked


TASKS = {recipe.name: _task_of(recipe) for recipe in recipes().values()}
