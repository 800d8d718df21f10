"""The published row as an Arrow schema that `datasets` opens with the Audio feature."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_type_hints

import pyarrow as pa

from builders.engine.construction import SAMPLING_RATE, Construction
from builders.engine.spoken import FRAMES, GAP, TEXT

COMMON_MEASUREMENTS = {"duration_s": float, "peak_dbfs": float, "rms_dbfs": float, "gain": float}
_ARROW = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
_SOURCE = pa.struct([(name, pa.string()) for name in ("corpus", "item", "speaker", "sex", "licence")])


def published_schema(construction: Construction[Any, Any], *, spoken: bool = False) -> pa.Schema:
    """Give the schema of the rows that `construction` publishes; `spoken` if the question comes before the clip.

    The metadata hold the features as `datasets` writes them: without torch it cannot encode audio itself, but
    it reads a struct of bytes and path that is declared to be Audio.
    """
    measurements = {**common_measurements(spoken=spoken), **_columns(construction.Measurements)}
    parameters = {**_columns(construction.Parameters), **({TEXT: str, GAP: float} if spoken else {})}
    schema = pa.schema(
        [
            ("id", pa.string()),
            ("audio", pa.struct([("bytes", pa.binary()), ("path", pa.string())])),
            ("file", pa.string()),
            ("instruction", pa.string()),
            ("options", pa.list_(pa.string())),
            ("label", pa.string()),
            ("explanation", pa.string()),
            ("source", pa.list_(_SOURCE)),
            ("parameters", _struct(parameters)),
            ("measurements", _struct(measurements)),
            ("group", pa.string()),
        ]
    )
    features = {field.name: _feature(field.type) for field in schema}
    features["audio"] = {"sampling_rate": SAMPLING_RATE, "_type": "Audio"}
    return schema.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})


def common_measurements(*, spoken: bool) -> dict[str, type]:
    """Name what is measured on every clip; where the question is spoken, also how long that takes."""
    return {**COMMON_MEASUREMENTS, **({FRAMES: int} if spoken else {})}


def features_of(schema: pa.Schema) -> dict[str, Any]:
    """Read the `datasets` features back from a schema's metadata."""
    features: dict[str, Any] = json.loads(schema.metadata[b"huggingface"])["info"]["features"]
    return features


def _columns(kind: type[Any]) -> dict[str, type]:
    """Name the scalar type of each field of a dataclass; `float | None` is a float column with gaps."""
    hints = get_type_hints(kind)
    return {field.name: _scalar_type(hints[field.name]) for field in fields(kind)}


def _scalar_type(hint: Any) -> type:
    members = [member for member in getattr(hint, "__args__", (hint,)) if member is not type(None)]
    if len(members) != 1 or members[0] not in _ARROW:
        raise TypeError(f"a column must be str, int, float or bool (or None), not {hint}")
    kind: type = members[0]
    return kind


def _struct(columns: dict[str, type]) -> pa.DataType:
    return pa.struct([(name, _ARROW[kind]) for name, kind in columns.items()])


def _feature(kind: pa.DataType) -> Any:
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    if pa.types.is_list(kind):
        return {"feature": _feature(kind.value_type), "_type": "List"}
    dtype = {pa.float64(): "float64"}.get(kind, str(kind))
    return {"dtype": dtype, "_type": "Value"}
