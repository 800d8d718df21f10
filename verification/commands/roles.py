"""The options that say which column of a foreign set is what."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_SEVERAL = {
    "audio": "Column of the clip; several where a question compares clips.",
    "options": "Column of the options; several where each stands in its own.",
}
_ONE = {
    "question": "Column of the question.",
    "label": "Column of the right answer.",
    "id": "Column of the id.",
    "group": "Column of what belongs together.",
    "speaker": "Column of the speaker.",
    "source": "Column of the source.",
    "split": "Column of the split.",
    "clean": "Column of the clip before anything was added.",
    "noise": "Column of the noise that was added.",
}


def role_options(command: F) -> F:
    """Give a command the options, and hand it what they say as `roles`."""

    @wraps(command)
    def with_roles(**values: Any) -> Any:
        from verification.opening.collection import Roles

        given = {name: values.pop(f"role_{name}") for name in (*_SEVERAL, *_ONE)}
        return command(roles=Roles(**given), **values)

    decorated: Any = with_roles
    for name, text in reversed(_ONE.items()):
        decorated = click.option(f"--{name}", f"role_{name}", metavar="COLUMN", default="", help=text)(decorated)
    for name, text in reversed(_SEVERAL.items()):
        decorated = click.option(f"--{name}", f"role_{name}", metavar="COLUMN", multiple=True, help=text)(decorated)
    result: F = decorated
    return result
