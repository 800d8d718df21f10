"""What is known of a clip once it has been heard; no audio."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Features that a model could cheat by, by family. All are measured on the clip as it ships, channels averaged.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "duration": ("duration_s",),
    "edges": ("leading_silence_s", "trailing_silence_s"),
    "level": ("rms_dbfs",),
    "peak": ("peak_dbfs", "crest_db"),
    "noise floor": ("noise_floor_dbfs",),
    "bandwidth": ("bandwidth_hz",),
    "dc": ("dc_offset",),
    "spectrum": (
        "centroid_hz",
        "flatness_db",
        "tilt_db_per_octave",
        # Power in the octave around a frequency, in dB re the octave above: so what lies in one, such as F0, moves
        # no feature of those that lie higher.
        *(f"band_{centre_hz}_hz_db" for centre_hz in (63, 125, 250, 500, 1000, 2000)),
    ),
    "encoding": ("bytes_per_s",),
    "form": ("sampling_rate", "channels"),
}
FEATURES: tuple[str, ...] = tuple(name for names in FAMILIES.values() for name in names)
_PLACES = {name: place for place, name in enumerate(FEATURES)}


class NamedFeatures(Mapping[str, float]):
    """Features by name, to four decimals, without those that could not be measured; a tenth of a dict's memory.

    Parameters
    ----------
    values : numpy.ndarray, shape (len(FEATURES),)
        float32; not copied.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Floats) -> None:
        self._values = values

    def __getitem__(self, name: str) -> float:
        value = float(self._values[_PLACES[name]])
        if not np.isfinite(value):
            raise KeyError(name)
        return round(value, 4)

    def __iter__(self) -> Iterator[str]:
        return (name for name, value in zip(FEATURES, self._values, strict=True) if np.isfinite(value))

    def __len__(self) -> int:
        return int(np.isfinite(self._values).sum())


@dataclass(frozen=True, kw_only=True, slots=True)
class Sound:
    """A decoded clip.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames, channels)
        float32, full scale at 1.
    sampling_rate : int
        In hertz.
    stems : mapping of str to Sound
        What it was mixed from, where that is known: `clean`, `noise`.
    """

    samples: Floats
    sampling_rate: int
    stems: Mapping[str, Sound] = field(default_factory=dict)

    @property
    def mono(self) -> Floats:
        """The mean of the channels, shape (frames,)."""
        return self.samples[:, 0] if self.samples.shape[1] == 1 else self.samples.mean(axis=1, dtype=np.float32)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClipFacts:
    """What was found out about one clip.

    Parameters
    ----------
    name : str
        As the set calls it.
    faults : mapping of str to str
        Rules that the clip breaks by itself, with what was found: `audio.missing`, `audio.decodes`, ...
    heard : bool
        Whether it was decoded: if not, the rest is empty or zero.
    size_bytes : int
        Of the file.
    encoding : str
        Container and sample format, such as `FLAC PCM_16`.
    sampling_rate, channels, frames : int
        Real ones: frames are counted by decoding.
    pcm_sha256 : str
        Of the samples, by which exact duplicates are found, whatever the container.
    fingerprint : numpy.ndarray, shape (n,)
        uint32, by which near duplicates are found.
    features : numpy.ndarray, shape (len(FEATURES),)
        float32, in the order of `FEATURES`; NaN where a feature cannot be measured.
    """

    name: str
    faults: Mapping[str, str]
    heard: bool
    size_bytes: int = 0
    encoding: str = ""
    sampling_rate: int = 0
    channels: int = 0
    frames: int = 0
    pcm_sha256: str = ""
    fingerprint: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    features: Floats = field(default_factory=lambda: np.full(len(FEATURES), np.nan, np.float32))
