"""Rows against their recipe: what the recipe's own code says of the clip that ships must be what the row says.

The rules of the properties measure by other means than the builder's. These find what agrees with the record and
with the sound but not with the recipe, such as a threshold that was lowered in every place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import isclose
from pathlib import Path
from typing import Any

from builders.engine.construction import scalars
from builders.engine.recipe import Recipe
from builders.engine.schema import common_measurements, published_schema
from builders.engine.spoken import own_parameters
from verification.clip import Clip, Row
from verification.differences import apart, differing
from verification.findings import Ledger
from verification.guard import guarded

# The same code measures the same samples; only another machine's last digits may differ.
_RELATIVE_TOLERANCE = 1e-6


def check_schema(path: Path, recipe: Recipe, ledger: Ledger) -> None:
    """Compare a shard's Arrow schema, with what `datasets` reads in it, with the one that the recipe publishes.

    A shard that cannot be read is a finding of `verification.reading`.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError, ValueError):
        return
    wanted = published_schema(recipe.construction, spoken=recipe.spoken)
    ledger.expect(
        schema.equals(wanted, check_metadata=False),
        "recipe.columns",
        path.name,
        found=_columns_apart(schema, wanted),
        wanted="the columns and types of the recipe's rows",
    )
    ledger.expect(
        (schema.metadata or {}) == wanted.metadata,
        "recipe.features",
        path.name,
        found="other metadata: datasets would read other features, or something else is in them",
        wanted="the features of the recipe's rows, and nothing else",
    )


def _columns_apart(schema: Any, wanted: Any) -> str:
    apart_ = [name for name in wanted.names if name not in schema.names or schema.field(name) != wanted.field(name)]
    return f"other columns or types: {', '.join(apart_) or 'their order'}"


def check_row(row: Row, recipe: Recipe, ledger: Ledger) -> None:
    """Compare what a row asks and offers with the recipe."""
    ledger.expect(
        sorted(row.options) == sorted(recipe.options),
        "recipe.options",
        row.name,
        found=f"options {' | '.join(row.options)}",
        wanted=f"{' | '.join(recipe.options)} in some order",
    )
    wanted = recipe.instruction(row.options) if len(row.options) == len(recipe.options) else recipe.question
    shown = apart(row.instruction, wanted)
    ledger.expect(
        row.instruction == wanted,
        "recipe.instruction",
        row.name,
        found=shown[0],
        wanted=f"{shown[1]}, the recipe's question",
    )
    ledger.expect(
        bool(row.label.strip()) if recipe.is_open else row.label in recipe.options,
        "recipe.label_is_option",
        row.name,
        found=f"label {row.label!r}",
        wanted="an answer" if recipe.is_open else f"one of {' | '.join(recipe.options)}",
    )


def check_clip(clip: Clip, recipe: Recipe, ledger: Ledger) -> None:
    """Measure a clip again by the recipe's construction, and compare label, explanation and measurements.

    Raises
    ------
    RuleError
        If the construction fails in a way that no row should make it fail.
    """
    row, construction = clip.row, recipe.construction
    with guarded(type(construction).__module__, row.name):
        found = ""
        try:
            parameters, recorded = _typed(row, recipe)
            pcm = clip.samples[:, 0] if recipe.channels == 1 else clip.samples
            measured = scalars(construction.measure(parameters, pcm))
            label = construction.label_of(parameters, recorded)
            explanation = construction.explain(parameters, recorded)
        except (TypeError, ValueError, ArithmeticError) as error:
            found = f"{type(error).__name__}: {error}"
        if not ledger.expect(
            not found, "recipe.values", row.name, found=found, wanted="values that the recipe's construction can take"
        ):
            return
    ledger.expect(
        label == row.label,
        "recipe.label",
        row.name,
        found=f"label {row.label!r}",
        wanted=f"{label!r}, which the recipe gives to the recorded measurements",
    )
    shown = apart(row.explanation, explanation)
    ledger.expect(row.explanation == explanation, "recipe.explanation", row.name, found=shown[0], wanted=f"{shown[1]}")
    differences = _apart_by_more_than_rounding(row.measurements, measured)
    said = differences or ("", "")
    ledger.expect(
        differences is None,
        "recipe.measurements",
        row.name,
        found=said[0],
        wanted=f"{said[1]}, as the recipe's construction measures the clip",
    )


def _typed(row: Row, recipe: Recipe) -> tuple[Any, Any]:
    """Make the construction's own objects of a row's columns."""
    construction = recipe.construction
    names = {field.name for field in fields(construction.Measurements)}
    common = common_measurements(spoken=recipe.spoken)
    own = {name: value for name, value in row.measurements.items() if name in names or name not in common}
    return construction.Parameters(**own_parameters(row.parameters)), construction.Measurements(**own)


def _apart_by_more_than_rounding(recorded: Mapping[str, Any], measured: Mapping[str, Any]) -> tuple[str, str] | None:
    own = {name: recorded.get(name) for name in measured}
    close = {
        name
        for name, value in own.items()
        if isinstance(value, int | float)
        and isinstance(measured[name], int | float)
        and isclose(value, measured[name], rel_tol=_RELATIVE_TOLERANCE, abs_tol=1e-9)
    }
    return differing(*({name: values[name] for name in measured if name not in close} for values in (own, measured)))
