"""Find recipes by listing the folder, and pick them by target."""

from __future__ import annotations

import difflib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module

import recipes as room
from builders.engine.recipe import Recipe
from corpora.indexing.faults import import_fault
from manifests.errors import RecipeError, SoundprobeError
from recipes.catalogue.suites import Task, suite_tasks


@cache
def recipes() -> Mapping[str, Recipe]:
    """List every recipe by target (`suite/name`), in the order of suite, level and the paper's tasks.

    Raises
    ------
    RecipeError
        If a module of the folder cannot be imported or declares no recipes, or if two recipes have one name:
        their datasets would share a folder.
    """
    found: dict[str, Recipe] = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.ispkg:
            continue
        for recipe in _declared(module.name):
            if recipe.name in {other.name for other in found.values()}:
                raise RecipeError(
                    where=f"recipes/{module.name}.py",
                    found=f"a second recipe named {recipe.name}",
                    wanted="a name of its own",
                    remedy="rename one of the two",
                )
            found[recipe.target] = recipe
    places = _places(found.values())
    return dict(sorted(found.items(), key=lambda pair: (pair[1].suite, pair[1].level, places[pair[0]])))


def _places(declared: Iterable[Recipe]) -> dict[str, int]:
    """Give the place of each recipe's task in its paper; one of no task stands after the recipe before it."""
    places: dict[str, int] = {}
    last = 0
    for recipe in declared:
        titles = [task.title for task in suite_tasks(recipe.suite)]
        last = titles.index(recipe.title) if recipe.title in titles else last
        places[recipe.target] = last
    return places


def find(target: str) -> list[Recipe]:
    """Give the recipes that a target names: a suite, `suite/levelN`, `suite/name` or just a name.

    Raises
    ------
    RecipeError
        If it names nothing, or a level whose tasks have no recipe yet.
    """
    suite, _, rest = target.strip("/").partition("/")
    everything = recipes().values()
    if rest.startswith("level") and rest[5:].isdecimal():
        # Levels are compared as they are written: no number of a user's is too long to be read.
        chosen = [recipe for recipe in everything if (recipe.suite, f"level{recipe.level}") == (suite, rest)]
        return chosen or _no_recipe_yet(target, [task for task in suite_tasks(suite) if f"level{task.level}" == rest])
    chosen = [
        recipe
        for recipe in everything
        if target in {recipe.target, recipe.name} or (not rest and recipe.suite == suite)
    ]
    return chosen or _unknown(target)


def _declared(name: str) -> Sequence[Recipe]:
    """Give the recipes that a module declares."""
    file = f"recipes/{name}.py"
    try:
        module = import_module(f"{room.__name__}.{name}")
    except SoundprobeError as error:
        place, _ = import_fault(f"{room.__name__}.{name}", error)
        raise RecipeError(
            where=f"{file}{place}: {error.where}", found=error.found, wanted=error.wanted, remedy=f"correct {file}"
        ) from error
    except (Exception, SystemExit) as error:  # someone's module: it may do anything
        place, found = import_fault(f"{room.__name__}.{name}", error)
        raise _bad_module(f"{file}{place}", found, f"correct {file}") from error
    declared = getattr(module, "RECIPES", None)
    if isinstance(declared, tuple | list) and declared and all(isinstance(recipe, Recipe) for recipe in declared):
        return declared
    raise _bad_module(file, _instead_of_recipes(declared), f"declare them, or move {file} out of the folder of recipes")


def _instead_of_recipes(declared: object) -> str:
    if declared is None:
        return "no RECIPES"
    if isinstance(declared, Recipe):
        return "RECIPES = Recipe(...), without the comma that makes it a tuple"
    if isinstance(declared, tuple | list):
        kinds = sorted({type(entry).__name__ for entry in declared if not isinstance(entry, Recipe)})
        return f"a {', a '.join(kinds)} among its RECIPES" if kinds else "RECIPES without a recipe"
    return f"RECIPES of type {type(declared).__name__}"


def _bad_module(where: str, found: str, remedy: str) -> RecipeError:
    return RecipeError(
        where=where,
        found=found,
        wanted="RECIPES = (Recipe(...),)",
        remedy=f"{remedy}; CONTRIBUTING.md says how to add a recipe",
    )


def _no_recipe_yet(target: str, tasks: list[Task]) -> list[Recipe]:
    if not tasks:
        return _unknown(target)
    raise RecipeError(
        where=target,
        found=f"{len(tasks)} tasks in the paper and no recipe yet ({', '.join(task.title for task in tasks)})",
        wanted="a level with recipes",
        remedy="`soundprobe list` shows what can be built; CONTRIBUTING.md says how to add a recipe",
    )


def _unknown(target: str) -> list[Recipe]:
    levels = {f"{recipe.suite}/level{recipe.level}" for recipe in recipes().values()}
    names = [*recipes(), *sorted(levels), *sorted({recipe.suite for recipe in recipes().values()})]
    names += [recipe.name for recipe in recipes().values()]
    near = difflib.get_close_matches(target, names, n=1, cutoff=0.4)
    raise RecipeError(
        where=target,
        found="no recipe, level or suite of this name",
        wanted="a suite, a level or a recipe",
        remedy=f"did you mean {near[0]}? `soundprobe list` shows every name"
        if near
        else f"give a name such as {names[0]}; `soundprobe list` shows every name",
    )
