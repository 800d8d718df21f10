"""What an Arrow schema tells of a set: which columns hold audio, at which rate, and the names of classes."""

from __future__ import annotations

import json
from typing import Any


def embedded_columns(schema: Any) -> tuple[str, ...]:
    """Name the columns that hold audio bytes, by themselves, in a struct, or in a list of either."""
    return tuple(field.name for field in schema if _holds_bytes(field.type))


def declared_rates(schema: Any) -> dict[str, int]:
    """Give the sampling rates of the audio columns, where the metadata of `datasets` state one."""
    rates = {}
    for name, feature in _features(schema).items():
        each = feature[0] if isinstance(feature, list) and feature else feature
        each = each.get("feature", each) if isinstance(each, dict) else {}
        if isinstance(each, dict) and each.get("_type") == "Audio" and isinstance(each.get("sampling_rate"), int):
            rates[name] = each["sampling_rate"]
    return rates


def class_names(schema: Any) -> dict[str, tuple[str, ...]]:
    """Give the names of the numbered classes, by column, where the metadata of `datasets` state them."""
    names = {}
    for column, feature in _features(schema).items():
        stated = feature.get("names") if isinstance(feature, dict) and feature.get("_type") == "ClassLabel" else None
        if isinstance(stated, list):
            names[column] = tuple(map(str, stated))
    return names


def _holds_bytes(kind: Any) -> bool:
    import pyarrow as pa

    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _holds_bytes(kind.value_type)
    if pa.types.is_struct(kind):
        return any(field.name == "bytes" and _is_binary(field.type) for field in kind) or _holds_samples(kind)
    return _is_binary(kind)


def _holds_samples(kind: Any) -> bool:
    """Say whether a struct holds a decoded signal: `array` and `sampling_rate`."""
    return {"array", "sampling_rate"} <= {field.name for field in kind}


def _is_binary(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind))


def _features(schema: Any) -> dict[str, Any]:
    try:
        features = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
    except (KeyError, ValueError, TypeError):
        return {}
    return features if isinstance(features, dict) else {}
