"""What a recipe is: a task in words, over a construction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from builders.engine.construction import SAMPLING_RATE, Construction
from manifests.digest import opaque_id
from manifests.errors import RecipeError


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A probing task.

    Parameters
    ----------
    name : str
        Unique; lower case words joined by hyphens. The dataset's name.
    suite : str
        Such as `sagi`.
    level : int
        The suite's level, 1 to 5.
    title : str
        The task's name in the paper.
    question : str
        The instruction, with `{0}`, `{1}`, ... where the options stand in the order of the item.
    options : tuple of str
        The labels, in the paper's order.
    construction : Construction
        The builder's parameters.
    per_label : int
        Items for each label.
    corpus : str or None
        Name of the source corpus; None if everything is synthesised.
    channels : int
        1, or 2 where the task is spatial.
    shortcuts : tuple of str
        What else could give the answer away, as far as it is known.
    deviations : tuple of str
        Where this departs from the paper or its release, and why.
    as_released : Construction or None
        The construction that reproduces the published set, defects included.
    """

    name: str
    suite: str
    level: int
    title: str
    question: str
    options: tuple[str, ...]
    construction: Construction[Any, Any]
    per_label: int
    corpus: str | None
    channels: int = 1
    shortcuts: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    as_released: Construction[Any, Any] | None = None

    def __post_init__(self) -> None:
        problems = [
            (len(set(self.options)) == len(self.options) >= 2, "options", "two or more different options"),
            (self.per_label >= 1, "per_label", "at least one item a label"),
            (self.channels in {1, 2}, "channels", "1 or 2"),
            (all(f"{{{n}}}" in self.question for n in range(len(self.options))), "question", "{0}, {1}, ..."),
            (
                self.name == self.name.lower() and " " not in self.name,
                "name",
                "lower case, joined by hyphens",
            ),
        ]
        for holds, field, wanted in problems:
            if not holds:
                raise RecipeError(
                    where=f"recipe {self.name}: {field}",
                    found=repr(getattr(self, field)),
                    wanted=wanted,
                    remedy="correct the recipe's module in recipes/",
                )

    @property
    def target(self) -> str:
        """The name that commands take: `suite/name`."""
        return f"{self.suite}/{self.name}"

    def instruction(self, options: tuple[str, ...]) -> str:
        """Put the question with the options in the given order."""
        return self.question.format(*options)

    def released(self) -> Recipe:
        """Give the variant that reproduces the published set.

        Raises
        ------
        RecipeError
            If the recipe has none.
        """
        if self.as_released is None:
            raise RecipeError(
                where=f"recipe {self.target}",
                found="no as_released mode",
                wanted="a recipe whose published construction differs from the clean one",
                remedy="build it without --as-released",
            )
        return replace(self, name=f"{self.name}-as-released", construction=self.as_released, as_released=None)

    def digest(self) -> str:
        """Hash everything that decides the items and their audio."""
        return opaque_id(
            self.name,
            self.question,
            self.options,
            self.per_label,
            self.corpus,
            self.channels,
            SAMPLING_RATE,
            dict(self.construction.digest_fields()),
            digits=64,
        )
