"""A row of the published dataset, and the clip that ships in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.int16]
Floats = NDArray[np.float64]


class RowValueError(ValueError):
    """A row lacks a value that a rule needs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row without its audio; what is null in the file is empty here.

    Parameters
    ----------
    shard, number
        The Parquet file's name, and the row's place in it from 0.
    id, file, path, instruction, options, label, explanation, source, parameters, measurements, group
        The published columns; `path` is the audio's.
    """

    shard: str
    number: int
    id: str
    file: str
    path: str
    instruction: str
    options: tuple[str, ...]
    label: str
    explanation: str
    source: tuple[Mapping[str, Any], ...]
    parameters: Mapping[str, Any]
    measurements: Mapping[str, Any]
    group: str

    @classmethod
    def of(cls, value: Mapping[str, Any], *, shard: str, number: int) -> Self:
        """Take a row as pyarrow gives it."""
        texts = {name: value[name] or "" for name in ("id", "file", "instruction", "label", "explanation", "group")}
        return cls(
            shard=shard,
            number=number,
            path=(value["audio"] or {}).get("path") or "",
            options=tuple(option or "" for option in value["options"] or ()),
            source=tuple(source or {} for source in value["source"] or ()),
            parameters=value["parameters"] or {},
            measurements=value["measurements"] or {},
            **texts,
        )

    @property
    def name(self) -> str:
        """The id, or where the row stands if it has none."""
        return self.id or f"{self.shard} row {self.number}"

    def parameter(self, name: str) -> float:
        """Give a numerical parameter.

        Raises
        ------
        RowValueError
            If it is missing or no number.
        """
        return _number(self.parameters, "parameters", name)

    def measurement(self, name: str) -> float:
        """Give a recorded measurement.

        Raises
        ------
        RowValueError
            If it is missing or no number.
        """
        return _number(self.measurements, "measurements", name)


def _number(values: Mapping[str, Any], column: str, name: str) -> float:
    value = values.get(name)
    if not isinstance(value, int | float) or not np.isfinite(value):
        raise RowValueError(f"{column}.{name} is {value!r}")
    return float(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Clip:
    """A decoded clip with its row.

    Parameters
    ----------
    row : Row
        What the dataset says of it.
    samples : numpy.ndarray, shape (frames, channels)
        int16, as decoded.
    sampling_rate : int
        In hertz.
    """

    row: Row
    samples: Samples
    sampling_rate: int

    @property
    def mono(self) -> Floats:
        """The first channel in steps of the 16-bit scale, float64, shape (frames,)."""
        return self.samples[:, 0].astype(np.float64)
