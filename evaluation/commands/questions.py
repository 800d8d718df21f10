"""The argument that names a question set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from verification.commands.roles import role_options

F = TypeVar("F", bound=Callable[..., Any])


def set_argument(command: F) -> F:
    """Give a command the argument SET and the options for a foreign set's columns; hand it `questions`."""

    @wraps(command)
    def with_questions(**values: Any) -> Any:
        from evaluation.sets.question_set import open_questions

        return command(questions=open_questions(values.pop("dataset"), roles=values.pop("roles")), **values)

    argument = click.argument("dataset", metavar="SET", type=click.Path(path_type=Path))
    decorated: Any = argument(role_options(with_questions))
    result: F = decorated
    return result
