"""Cells of audio columns as references to clips."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from verification.opening.entry import AudioRef
from verification.opening.paths import Finder


def _as_file(clip: Mapping[str, Any]) -> bytes:
    """Write samples that stand in a table as the file they once were; what is no signal comes out empty."""
    import soundfile

    rate = clip.get("sampling_rate")
    try:
        samples = np.asarray(clip["array"], dtype=np.float32)
        samples = samples.T if samples.ndim == 2 and len(samples) < samples.shape[1] else samples
        buffer = io.BytesIO()
        soundfile.write(buffer, samples, rate if isinstance(rate, int) else 0, format="WAV", subtype="FLOAT")
    except (ValueError, TypeError, soundfile.LibsndfileError):
        return b""
    return buffer.getvalue()


def clips_of(value: Any, *, finder: Finder, folder: Path | None, fallback: str) -> Iterator[AudioRef]:
    """Read the clips of a cell: a struct of bytes and path, a path, bytes, or a list of these.

    Parameters
    ----------
    value : object
        The cell.
    finder : Finder
        Looks for files.
    folder : pathlib.Path or None
        Where relative paths begin.
    fallback : str
        The name of a clip that has none.

    Yields
    ------
    AudioRef
        None for an empty cell.
    """
    if isinstance(value, list | tuple):
        for each in (each for each in value if not isinstance(each, list | tuple)):
            yield from clips_of(each, finder=finder, folder=folder, fallback=fallback)
    elif isinstance(value, bytes):
        yield AudioRef(name=fallback, data=value)
    elif isinstance(value, Mapping):
        name, data = value.get("path"), value.get("bytes")
        if isinstance(data, bytes):
            yield AudioRef(name=name if isinstance(name, str) and name else fallback, data=data)
        elif isinstance(value.get("array"), list | tuple):
            yield AudioRef(name=name if isinstance(name, str) and name else fallback, data=_as_file(value))
        elif isinstance(name, str):
            yield from clips_of(name, finder=finder, folder=folder, fallback=fallback)
    elif isinstance(value, str) and value.strip():
        name, path = finder.named(value, folder)
        yield AudioRef(name=name, path=path)
