"""A clip's curves as SVG paths in boxes that stretch: 1000 units wide, time from left to right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats
from verification.pages.clip import PageClip
from verification.pages.scales import Scale, Tick
from verification.pages.spectrogram import HIGH_HZ, LOW_HZ, height_of
from verification.pages.wording import number, share

WIDTH, TALL = 1000, 100
# Where the level overlay ends: below, a clip is silence to the ear.
LOWEST_DBFS = -70.0
# Quieter clips are drawn as the flat lines that they are to the ear.
_QUIETEST_PEAK = 1e-3


@dataclass(frozen=True)
class Drawing:
    """A clip's curves.

    Attributes
    ----------
    waves : tuple of str
        One closed path a channel, in a box `TALL` high; the loudest of them fills it.
    levels : tuple of str
        One level line a channel, in a box `TALL` high from `LOWEST_DBFS` to 0 dBFS.
    f0 : str
        The F0 line, in a box `TALL` high on the spectrogram's frequency axis.
    times : list of Tick
        Along the time axis.
    frequencies : tuple of (float, str)
        Along the frequency axis: per cent from the top, and text.
    wave_alt, spectrogram_alt : str
        What is to be seen, in words.
    """

    waves: tuple[str, ...]
    levels: tuple[str, ...]
    f0: str
    times: list[Tick]
    frequencies: tuple[tuple[float, str], ...]
    wave_alt: str
    spectrogram_alt: str


def drawing_of(clip: PageClip) -> Drawing:
    """Draw a clip's curves."""
    # One gain for both channels: which ear is louder stays to be seen.
    peak = max(float(np.abs(clip.envelope).max(initial=0.0)), _QUIETEST_PEAK)
    heights = TALL * np.clip(clip.levels_dbfs / LOWEST_DBFS, 0.0, 1.0)
    voiced = clip.f0_hz > 0
    heights_of_f0 = np.array([TALL * height_of(float(f0_hz)) for f0_hz in clip.f0_hz])
    seconds = f"{number(clip.shown_s)} s"
    loudest = f"{number(float(clip.levels_dbfs.max()))} dBFS" if clip.levels_dbfs.size else "nothing"
    return Drawing(
        waves=tuple(_closed(channel / peak) for channel in clip.envelope) if clip.envelope.size else (),
        levels=tuple(_line(channel, np.isfinite(channel)) for channel in heights),
        f0=_line(heights_of_f0, voiced),
        times=Scale(0.0, clip.shown_s).ticks(6) if clip.shown_s > 0 else [],
        frequencies=tuple((round(100 * height_of(hertz), 2), text) for hertz, text in _frequencies()),
        wave_alt=f"Waveform and level over {seconds}; the loudest stretch has {loudest}",
        spectrogram_alt=f"Spectrogram over {seconds}, {LOW_HZ:.0f} Hz to {HIGH_HZ / 1000:.0f} kHz; {_pitch(clip)}",
    )


def _pitch(clip: PageClip) -> str:
    if not clip.median_f0_hz:
        return "no F0 found"
    voiced = share(float(np.mean(clip.f0_hz > 0)))
    return f"F0 {number(clip.median_f0_hz)} Hz in the median, {voiced} of the time voiced"


def _frequencies() -> tuple[tuple[float, str], ...]:
    return (100.0, "100"), (200.0, "200"), (400.0, "400"), (1000.0, "1k"), (2000.0, "2k"), (4000.0, "4k")


def _closed(envelope: Floats) -> str:
    """Draw an envelope, shape (columns, 2), as a closed outline: along the top, and back along the bottom."""
    places = (np.arange(len(envelope)) + 0.5) * WIDTH / len(envelope)
    low, high = (TALL / 2 * (1.0 - np.clip(envelope[:, side], -1.0, 1.0)) for side in (0, 1))
    # A line at least half a unit thick: silence is drawn too.
    low, high = np.maximum(low, TALL / 2 + 0.4), np.minimum(high, TALL / 2 - 0.4)
    outline = [*zip(places, high, strict=True), *zip(places[::-1], low[::-1], strict=True)]
    return "M" + "L".join(f"{x:.0f} {y:.1f}" for x, y in outline) + "Z"


def _line(heights: NDArray[np.floating], drawn: NDArray[np.bool_]) -> str:
    """Draw a line through the points that are `drawn`, broken where they are not."""
    commands = []
    step = WIDTH / max(len(heights), 1)
    for index in np.flatnonzero(drawn):
        joined = index > 0 and drawn[index - 1]
        commands.append(f"{'L' if joined else 'M'}{(index + 0.5) * step:.1f} {heights[index]:.1f}")
    # A point of its own would not be seen: end the path on a stroke of no length, which round caps make a dot.
    return "".join(commands) + ("h0" if commands else "")
