"""What a table declares of its clips: sampling rate, channels, length."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verification.opening.entry import AudioRef
from verification.opening.values import cell, number_of

_RATES = ("sampling_rate", "sample_rate", "sampling_rate_hz", "sample_rate_hz", "samplerate", "sr", "fs")
_CHANNELS = ("channels", "num_channels", "n_channels", "channel_count")
_DURATIONS = (
    *("duration_s", "duration_sec", "duration_seconds", "duration", "audio_duration", "audio_duration_s"),
    *("utt2dur", "length_s"),
)
# Outside these a column of that name is in another unit (kHz, milliseconds, samples), and declares nothing.
_USUAL_RATES = (1_000.0, 400_000.0)
_USUAL_DURATIONS = (0.01, 600.0)
_USUAL_CHANNELS = (1.0, 64.0)


@dataclass(frozen=True)
class Declared:
    """The columns that declare something; empty where none does."""

    sampling_rate: str = ""
    channels: str = ""
    duration_s: str = ""

    def on(self, clip: AudioRef, values: Mapping[str, Any]) -> AudioRef:
        """Write on a clip what its row declares."""
        rate = number_of(cell(values, self.sampling_rate)) if self.sampling_rate else None
        channels = number_of(cell(values, self.channels)) if self.channels else None
        duration = number_of(cell(values, self.duration_s)) if self.duration_s else None
        if rate is None and channels is None and duration is None:
            return clip
        return replace(
            clip,
            sampling_rate=clip.sampling_rate if rate is None else round(rate),
            channels=clip.channels if channels is None else round(channels),
            duration_s=clip.duration_s if duration is None else duration,
        )


def declared_columns(
    columns: Sequence[str], sample: Sequence[Mapping[str, Any]], *, taken: set[str], clips: int
) -> Declared:
    """Find the columns that declare something of a row's clip.

    Parameters
    ----------
    columns : sequence of str
        With the fields of structs as `struct.field`.
    sample : sequence of mapping
        Some rows.
    taken : set of str
        Columns that have a role: the answer to "how long is it?" is not a declaration.
    clips : int
        How many columns hold clips: of several, it is not known whose length is told.
    """
    own = {column.lower().removeprefix("measurements."): column for column in columns if column not in taken}

    def first(names: Sequence[str], usual: tuple[float, float]) -> str:
        for name in names:
            column = own.get(name, "")
            numbers = [number_of(cell(values, column)) for values in sample] if column else []
            there = [number for number in numbers if number is not None]
            if there and usual[0] <= statistics.median(there) <= usual[1]:
                return column
        return ""

    duration = first(_DURATIONS, _USUAL_DURATIONS) if clips == 1 else ""
    return Declared(first(_RATES, _USUAL_RATES), first(_CHANNELS, _USUAL_CHANNELS), duration)
