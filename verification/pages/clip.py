"""One clip on the page: something to play, and something to see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.levels import window_levels_dbfs
from verification.listening.facts import Floats, Sound
from verification.pages.media import PAGE_RATE, at_page_rate, excerpt, playable
from verification.pages.spectrogram import spectrogram_png

_COLUMNS = 360
_LEVELS = 120
# WORLD finds no pitch in less than about two periods of its lowest F0 and does not always survive the try.
_SHORTEST_FRAMES = 1024


@dataclass(frozen=True, kw_only=True, eq=False)
class PageClip:
    """A clip to embed.

    Parameters
    ----------
    item : str
        The name of the row that it belongs to (`Entry.name`).
    audio : bytes
        As shipped, or a smaller copy; empty if there is nothing to hear.
    media_type : str
        Of `audio`.
    duration_s : float
        Of the whole clip.
    shown_s : float
        How much of it is drawn.
    sampling_rate, channels : int
        Of the clip as it ships.
    envelope : numpy.ndarray, shape (min(channels, 2), columns, 2)
        Lowest and highest sample in equal stretches of time.
    levels_dbfs : numpy.ndarray, shape (min(channels, 2), windows)
        RMS in equal stretches of time.
    f0_hz : numpy.ndarray, shape (frames,)
        F0 from 0 s to `shown_s`; 0 where unvoiced.
    spectrogram : bytes
        PNG.
    """

    item: str
    audio: bytes
    media_type: str
    duration_s: float
    shown_s: float
    sampling_rate: int
    channels: int
    envelope: Floats = field(default_factory=lambda: np.zeros((1, 0, 2), np.float32))
    levels_dbfs: Floats = field(default_factory=lambda: np.zeros((1, 0), np.float32))
    f0_hz: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    spectrogram: bytes = b""

    @property
    def median_f0_hz(self) -> float:
        """The median of the voiced frames; 0 if there is none."""
        return median_f0_hz(self.f0_hz.astype(np.float64))


def picture_of(sound: Sound, name: str, data: bytes) -> PageClip:
    """Compute all that the page shows of a clip: a pure function, for workers.

    Parameters
    ----------
    sound : Sound
        The decoded clip.
    name : str
        The row's name, as findings call it.
    data : bytes
        The file as it ships.
    """
    shown = excerpt(sound)
    audio, media_type = playable(sound, data)
    blank = PageClip(
        item=name,
        audio=audio,
        media_type=media_type,
        duration_s=len(sound.samples) / sound.sampling_rate,
        shown_s=len(shown) / sound.sampling_rate,
        sampling_rate=sound.sampling_rate,
        channels=sound.samples.shape[1],
    )
    if not len(shown):
        return blank
    mono = at_page_rate(shown.mean(axis=1, dtype=np.float32, keepdims=True), sound.sampling_rate)[:, 0]
    return replace(
        blank,
        envelope=_envelope(shown[:, :2]),
        levels_dbfs=_levels_dbfs(shown[:, :2]),
        f0_hz=_f0(mono, blank.shown_s),
        spectrogram=spectrogram_png(mono),
    )


def _envelope(samples: Floats) -> Floats:
    """Give the lowest and highest sample of each column, shape (channels, columns, 2)."""
    starts = np.linspace(0, len(samples), min(_COLUMNS, len(samples)), endpoint=False).astype(np.int64)
    bounds = [ufunc.reduceat(samples, starts, axis=0) for ufunc in (np.minimum, np.maximum)]
    return np.stack(bounds, axis=-1).transpose(1, 0, 2).astype(np.float32)


def _levels_dbfs(samples: Floats) -> Floats:
    windows = min(_LEVELS, len(samples))
    levels = [window_levels_dbfs(channel, windows=windows) for channel in samples.T]
    return np.stack(levels).astype(np.float32)


def _f0(mono: Floats, shown_s: float) -> Floats:
    if len(mono) < _SHORTEST_FRAMES:
        return np.zeros(0, np.float32)
    # At most a thousand frames: more than a screen has columns.
    track = track_f0(mono.astype(np.float64), sampling_rate=PAGE_RATE, frame_period_ms=max(10.0, shown_s))
    return track.f0_hz.astype(np.float32)
