"""From the stable name of an operation to the construction that renders it: `volume.ramp/1` is `VolumeRamp`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import builders as room
from builders.engine.construction import Construction
from builders.engine.registry import builder_names
from manifests.digest import canonical_json
from manifests.errors import RecipeError, RecordError


@cache
def operations() -> Mapping[str, type[Construction[Any, Any]]]:
    """List the constructions of every builder module by operation.

    Raises
    ------
    RecipeError
        If two constructions claim one operation.
    """
    found: dict[str, type[Construction[Any, Any]]] = {}
    for name in builder_names():
        module = import_module(f"{room.__name__}.{name}")
        for kind in vars(module).values():
            if not (isinstance(kind, type) and issubclass(kind, Construction) and kind.__module__ == module.__name__):
                continue
            if kind.operation in found:
                raise RecipeError(
                    where=f"builders/{name}.py",
                    found=f"a second construction for the operation {kind.operation}",
                    wanted="one construction an operation",
                    remedy="give one of the two another name or version",
                )
            found[kind.operation] = kind
    return dict(sorted(found.items()))


def construction_of(operation: str, values: Mapping[str, Any]) -> Construction[Any, Any]:
    """Make the construction that a record describes; no code is looked up but that of our own builders.

    Parameters
    ----------
    operation : str
        Such as `volume.ramp/1`.
    values : mapping
        The construction's fields as JSON values, as `Construction.digest_fields` gives them.

    Raises
    ------
    RecordError
        If there is no such operation, or the fields are not those of its construction.
    """
    from pydantic import TypeAdapter, ValidationError

    kind = operations().get(operation)
    if kind is None:
        raise RecordError(
            where=f"operation {operation}",
            found="no builder that renders it",
            wanted=f"one of {', '.join(operations())}",
            remedy="use the soundprobe release that wrote the record",
        )
    given = {name: value for name, value in values.items() if name != "operation"}
    fields = kind.__dataclass_fields__  # type: ignore[attr-defined]
    unknown = sorted(set(given) - {name for name, field in fields.items() if field.init})
    if unknown:
        raise _misfit(kind, f"fields that it does not have: {', '.join(unknown)}")
    try:
        made = TypeAdapter(kind).validate_json(canonical_json(given), strict=True)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(map(str, fault["loc"]))
        raise _misfit(kind, f"{place} {fault['input']!r:.100}: {fault['msg']}") from error
    except (RecipeError, ArithmeticError, TypeError, ValueError) as error:  # of its own __post_init__
        raise _misfit(kind, " ".join(str(error).split())[:300]) from error
    return made


def _misfit(kind: type[Construction[Any, Any]], found: str) -> RecordError:
    return RecordError(
        where=f"construction of the operation {kind.operation}",
        found=found,
        wanted=f"the fields of {kind.__name__}",
        remedy="use the soundprobe release that wrote the record, or restore release.json",
    )
