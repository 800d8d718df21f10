"""Checks of arguments: every refusal says what was found and what was wanted."""

from __future__ import annotations

import math

import numpy as np

from probe_signal.arrays import FloatArray, IntArray

FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
PCM16 = np.dtype(np.int16)


def wrong(argument: str, *, found: object, wanted: str) -> ValueError:
    """Make the error for an argument that an operation cannot take."""
    return ValueError(f"{argument}: found {found}, wanted {wanted}")


def require_floats(samples: FloatArray, *, dimensions: tuple[int, ...] = (1, 2)) -> None:
    """Refuse all but float32 and float64 arrays of the `dimensions` named.

    Raises
    ------
    ValueError
        If `samples` has another type or number of dimensions.
    """
    _require(samples, dtypes=FLOATS, dimensions=dimensions)


def require_audio(samples: FloatArray | IntArray, *, dimensions: tuple[int, ...] = (1, 2)) -> None:
    """Refuse all but float32, float64 and int16 arrays of the `dimensions` named.

    Raises
    ------
    ValueError
        If `samples` has another type or number of dimensions.
    """
    _require(samples, dtypes=(*FLOATS, PCM16), dimensions=dimensions)


def require_frames(frames: int) -> None:
    """Refuse a negative number of frames.

    Raises
    ------
    ValueError
        If `frames` is below 0.
    """
    if frames < 0:
        raise wrong("frames", found=frames, wanted="0 or more")


def require_positive(argument: str, value: float) -> None:
    """Refuse zero, negative, infinite and undefined values.

    Raises
    ------
    ValueError
        If `value` is not a finite number above 0.
    """
    if not (math.isfinite(value) and value > 0):
        raise wrong(argument, found=value, wanted="a finite number above 0")


def _require(
    samples: FloatArray | IntArray, *, dtypes: tuple[np.dtype[np.generic], ...], dimensions: tuple[int, ...]
) -> None:
    if not isinstance(samples, np.ndarray):
        raise wrong("samples", found=type(samples).__name__, wanted="a numpy array")
    if samples.dtype not in dtypes:
        raise wrong("samples", found=samples.dtype, wanted=" or ".join(map(str, dtypes)))
    if samples.ndim not in dimensions:
        shapes = {1: "(frames,)", 2: "(frames, channels)"}
        raise wrong("samples", found=f"shape {samples.shape}", wanted=" or ".join(shapes[d] for d in dimensions))
