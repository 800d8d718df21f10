"""Values that any reader of JSON takes, and the text of them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Give a value as JSON knows it: NumPy's numbers as Python's, and what is NaN or infinite as None."""
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def json_text(values: Mapping[str, Any]) -> str:
    """Write a JSON object with a line for each key, and for each element of a list of objects.

    So the rows of a large set take a third of what they take with each number on a line of its own, and tools that
    work by lines find them.
    """
    return "{\n" + ",\n".join(f"{_dumps(name)}: {_member(value)}" for name, value in values.items()) + "\n}"


def _member(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        return "[\n" + ",\n".join(_dumps(each) for each in value) + "\n]"
    return _dumps(value)


def _dumps(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a file name that is no UTF-8: only the escaped form can hold it
        return json.dumps(value, allow_nan=False)
    return text
