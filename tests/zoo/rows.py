"""A row of a set in memory, before anything is written: what a defect changes."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import soundfile as sf

from tests.zoo.voices import RATE, Samples


@dataclass(frozen=True, kw_only=True, eq=False)
class Row:
    """A question with its clip.

    `name` is the audio file's name without suffix (the id, if empty); `data` stands in for the file that `samples`
    would give; `absent` leaves the file out. `more` are further columns. `stems` are written as files of their own.
    """

    id: str
    samples: Samples
    question: str
    options: tuple[str, ...]
    label: str
    group: str = ""
    rate: int = RATE
    split: str = ""
    name: str = ""
    suffix: str = "flac"
    data: bytes | None = None
    absent: bool = False
    stems: Mapping[str, Samples] = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.name or self.id}.{self.suffix}"

    @property
    def encoded(self) -> bytes:
        return encode(self.samples, rate=self.rate, container=self.suffix.upper()) if self.data is None else self.data


def opaque(*parts: object) -> str:
    """Give an id that says nothing."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()[:12]


def encode(samples: Samples, *, rate: int = RATE, container: str = "FLAC", subtype: str = "PCM_16") -> bytes:
    """Encode a clip; 16-bit samples are rounded here, once, for containers differ in how they round."""
    if subtype == "PCM_16":
        if np.abs(samples).max(initial=0) > 1:
            raise ValueError(f"a sample of {np.abs(samples).max():.2f} where full scale is 1")
        samples = np.round(samples * 32767).astype(np.int16)
    sink = io.BytesIO()
    sf.write(sink, samples, rate, format=container, subtype=subtype)
    return sink.getvalue()


def shuffled(rows: list[Row], *, seed: int) -> list[Row]:
    """Put rows in an order that says nothing."""
    return [rows[place] for place in np.random.default_rng([seed, 17]).permutation(len(rows))]
