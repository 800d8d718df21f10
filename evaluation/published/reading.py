"""A new model's results from a file, to be put beside the published ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.direction import Direction
from evaluation.published.errors import ResultsError
from evaluation.published.result import Result, Results

_FORM = '{"TASK": {"METRIC": VALUE}} or {"TASK": {"METRIC": {"value": VALUE or null, "na_rate": SHARE}}}'
_MOST_BITS = 1_000  # of a whole number that still is a float


def read_results(path: Path, *, baseline: Results) -> dict[str, tuple[Result, ...]]:
    """Read results from JSON: by task and metric a value, or a value with its N/A rate.

    Parameters
    ----------
    path : Path
        The file. Tasks and metrics are named as in Table 5 of Dynamic-SUPERB Phase-2; rates and accuracies are shares.
    baseline : mapping of str to sequence of Result
        Says which way each metric is better.

    Raises
    ------
    ResultsError
        If the file cannot be read, or holds something else.
    """
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _other(str(path), (error.strerror or type(error).__name__).lower()) from None
    except ValueError as error:
        raise _other(str(path), f"no JSON ({error})") from None
    if not isinstance(loaded, dict):
        raise _other(str(path), f"a {type(loaded).__name__}")
    if not any(loaded.values()):
        raise _other(str(path), "no result")
    return {task: _of_task(task, metrics, baseline.get(task, ())) for task, metrics in loaded.items()}


def _of_task(task: str, metrics: Any, known: Sequence[Result]) -> tuple[Result, ...]:
    if not isinstance(metrics, dict):
        raise _other(task, repr(metrics))
    directions = {result.metric: result.direction for result in known}
    # A task or metric that the baseline has not is refused when the two are compared, by name.
    return tuple(
        _result(task, metric, entry, directions.get(metric, Direction.HIGHER)) for metric, entry in metrics.items()
    )


def _result(task: str, metric: str, entry: Any, direction: Direction) -> Result:
    fields: Mapping[str, Any] = entry if isinstance(entry, dict) else {"value": entry}
    value, na_rate = fields.get("value"), fields.get("na_rate", 0.0)
    known = {"value"} <= set(fields) <= {"value", "na_rate"}
    if not known or not (value is None or _is_number(value)) or not _is_number(na_rate):
        raise _other(f"{task}, {metric}", json.dumps(entry))
    if direction is Direction.LOWER and value is not None and value < 0:
        raise ResultsError(
            where=f"{task}, {metric}",
            found=f"{value:g}",
            wanted="0 or more: it is an error, and less is better",
            remedy="correct the result",
        )
    return Result(metric=metric, direction=direction, value=value, na_rate=na_rate)


def _is_number(value: Any) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() < _MOST_BITS
    return isinstance(value, float)


def _other(where: str, found: str) -> ResultsError:
    return ResultsError(where=where, found=found, wanted=_FORM, remedy="write the results so")
