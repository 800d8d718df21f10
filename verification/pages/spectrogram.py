"""A spectrogram as a small PNG image."""

from __future__ import annotations

import io
import math

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats

# The frequency axis is logarithmic, so that F0 and its first harmonics have room.
LOW_HZ, HIGH_HZ = 50.0, 8000.0
WIDTH, HEIGHT = 480, 132
_RATE = 16_000
# 64 ms: harmonics of a low voice stand apart.
_WINDOW = 1024
_RANGE_DB = 65.0
_SHADES = 48
# Night blue to pale sand, even in lightness, so that it reads on light and dark pages and in print.
_ANCHORS = np.array(
    [(13, 17, 28), (22, 44, 68), (24, 82, 99), (52, 124, 122), (128, 164, 130), (214, 196, 150), (252, 240, 214)],
    dtype=np.float64,
)


def height_of(frequency_hz: float) -> float:
    """Give where a frequency stands on the image: 0 at the top, 1 at the bottom."""
    place = math.log(max(frequency_hz, LOW_HZ) / LOW_HZ) / math.log(HIGH_HZ / LOW_HZ)
    return 1.0 - min(place, 1.0)


def spectrogram_png(samples: Floats) -> bytes:
    """Draw the power over time and log frequency, the loudest 65 dB of it.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames,)
        Mono, at 16 kHz, finite.

    Returns
    -------
    bytes
        A PNG of `WIDTH` by `HEIGHT` pixels with a palette; empty if there are no samples.
    """
    if samples.size == 0:
        return b""
    from PIL import Image

    levels_db = 10.0 * np.log10(_log_power(samples) + 1e-12)
    top_db = max(float(levels_db.max()), -90.0)
    shades = np.clip((levels_db - top_db) / _RANGE_DB + 1.0, 0.0, 1.0) * (_SHADES - 1)
    image = Image.fromarray(np.round(shades).astype(np.uint8)[::-1])
    image.putpalette(_palette())
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", optimize=True, bits=8)
    return buffer.getvalue()


def _log_power(samples: Floats) -> NDArray[np.float64]:
    """Give the mean power in bands of equal width in octaves, shape (HEIGHT, WIDTH), the lowest first."""
    centres = np.linspace(0, samples.size - 1, WIDTH).astype(np.int64)
    padded = np.pad(samples, (_WINDOW // 2, _WINDOW // 2))
    blocks = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[centres] * np.hanning(_WINDOW)
    power = np.abs(np.fft.rfft(blocks, axis=1)) ** 2 / _WINDOW
    # Integrate between the bands' edges: above, a band averages many bins; below, it lies inside one.
    cumulated = np.concatenate([np.zeros((WIDTH, 1)), np.cumsum(power, axis=1)], axis=1)
    edges = np.geomspace(LOW_HZ, HIGH_HZ, HEIGHT + 1) * _WINDOW / _RATE + 0.5
    whole = np.minimum(edges.astype(np.int64), cumulated.shape[1] - 2)
    part = edges - whole
    at_edges = cumulated[:, whole] * (1.0 - part) + cumulated[:, whole + 1] * part
    return np.asarray((np.diff(at_edges, axis=1) / np.diff(edges)).T)


def _palette() -> list[int]:
    places = np.linspace(0, len(_ANCHORS) - 1, _SHADES)
    channels = [np.interp(places, np.arange(len(_ANCHORS)), _ANCHORS[:, each]) for each in range(3)]
    return [int(value) for value in np.round(np.stack(channels, axis=1)).ravel()]
