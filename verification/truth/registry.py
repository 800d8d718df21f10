"""Find properties by listing the folder: every module that declares a `PROPERTY`."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import MappingProxyType

import verification.truth as room
from manifests.errors import SoundprobeError
from verification.truth.property import Property


@cache
def properties() -> Mapping[str, Property]:
    """Give the properties that can be measured, by name."""
    modules = (import_module(f"{room.__name__}.{module.name}") for module in pkgutil.iter_modules(room.__path__))
    found = [each for module in modules if isinstance(each := getattr(module, "PROPERTY", None), Property)]
    return MappingProxyType({each.name: each for each in sorted(found, key=lambda each: each.name)})


def property_named(name: str) -> Property:
    """Find a property; underscores and capitals are forgiven.

    Raises
    ------
    SoundprobeError
        If there is none of that name; the message names those that are close.
    """
    known = properties()
    plain = name.strip().casefold().replace("_", "-").replace(" ", "-")
    if plain in known:
        return known[plain]
    near = get_close_matches(plain, known, n=3, cutoff=0.5)
    raise SoundprobeError(
        where="task",
        found=repr(name),
        wanted=f"one of: {', '.join(known)}",
        remedy=f"did you mean {' or '.join(near)}?" if near else "take one of these, or leave the task out",
    )


def property_of(operation: str) -> Property | None:
    """Find the property that a builder's items ask for, with or without the operation's version; None if unknown."""
    plain = operation.partition("/")[0]
    return next((each for each in properties().values() if plain in each.operations), None)
