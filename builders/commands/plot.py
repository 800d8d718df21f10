"""The picture of an item: waveform, level and F0 over time, with the stretches that its record tells of."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from builders.commands.plot_words import fonts_for, heading
from builders.commands.stretches import stretches_of
from manifests.atomic import atomic_path
from probe_signal.f0 import F0Track, track_f0
from probe_signal.levels import SILENCE_FLOOR_DBFS, peak, window_levels_dbfs
from probe_signal.mono import to_mono
from probe_signal.quantise import from_pcm16

if TYPE_CHECKING:
    from manifests.rows import ItemRecord
    from probe_signal.arrays import FloatArray, IntArray

_LEVEL_WINDOW_S = 0.05
_HIGHEST_BOTTOM_DBFS, _LEVEL_MARGIN_DB = -40.0, 4.0
_LOWEST_F0_HZ, _LEAST_TOP_HZ = 50.0, 400.0
_F0_CEILING_HZ = 600.0  # some songs reach it
_COLOURS = ("#1f5fa8", "#c4541d")  # told apart with colour-blind eyes, too
_SHADE = "#7a7a7a"


def plot_item(path: Path, pcm: IntArray, record: ItemRecord, *, sampling_rate: int) -> None:
    """Draw an item to a PNG.

    Parameters
    ----------
    path : pathlib.Path
        The file to write.
    pcm : numpy.ndarray, shape (n,) or (n, 2)
        The clip, int16.
    record : ItemRecord
        What is told of it.
    sampling_rate : int
        In hertz.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    samples = from_pcm16(pcm)
    ears = [("", samples)] if samples.ndim == 1 else [("left", samples[:, 0]), ("right", samples[:, 1])]
    track = track_f0(to_mono(samples), sampling_rate=sampling_rate, ceiling_hz=_F0_CEILING_HZ)
    panels = len(ears) + 1 + bool(track.voiced.any())  # no empty F0 panel for a noise or a high tone
    fonts, missing = fonts_for(f"{record.label}{record.instruction}")
    with rc_context({"font.family": fonts}), atomic_path(path) as temporary:
        figure = Figure(figsize=(9, 2.2 * panels), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots(panels, 1, sharex=True, squeeze=False)[:, 0]
        top = 1.05 * max(peak(samples), 1e-3)
        for axis, (name, signal), colour in zip(axes, ears, _COLOURS, strict=False):
            _waveform(axis, name, signal, sampling_rate, colour)
            axis.set_ylim(-top, top)
        _levels(axes[len(ears)], ears, sampling_rate)
        if track.voiced.any():
            _f0(axes[-1], track, record)
        _stretches(axes, record, sampling_rate)
        axes[-1].set_xlabel("time (s)")
        axes[-1].set_xlim(0, len(samples) / sampling_rate)
        figure.suptitle(heading(record, without=missing), fontsize=10)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph")  # a box for a rare sign is no news to the user
            figure.savefig(temporary, format="png", dpi=110, metadata={"Software": None})


def _waveform(axis: Any, name: str, signal: FloatArray, sampling_rate: int, colour: str) -> None:
    # One vertical stroke from minimum to maximum for each of some 2,000 columns: what a waveform display shows.
    step = max(1, len(signal) // 2000)
    blocks = signal[: len(signal) // step * step].reshape(-1, step)
    times = np.arange(len(blocks)) * step / sampling_rate
    axis.fill_between(times, blocks.min(axis=1), blocks.max(axis=1), color=colour, linewidth=0.5)
    axis.set_ylabel(f"{name}\namplitude" if name else "amplitude")


def _levels(axis: Any, ears: Sequence[tuple[str, FloatArray]], sampling_rate: int) -> None:
    bottom_dbfs = _HIGHEST_BOTTOM_DBFS
    for (name, signal), colour in zip(ears, _COLOURS, strict=False):
        windows = max(1, round(len(signal) / sampling_rate / _LEVEL_WINDOW_S))
        levels = window_levels_dbfs(signal, windows=windows)
        times = (np.arange(windows) + 0.5) * (len(signal) / windows) / sampling_rate
        sounding = levels > SILENCE_FLOOR_DBFS
        silent = "" if sounding.any() else " (silent)"
        # Digital silence has no level: the line breaks off there, and the axis goes no lower than what sounds.
        shown = np.where(sounding, levels, np.nan)
        axis.plot(times, shown, color=colour, label=f"{name}{silent}" if name else None)
        bottom_dbfs = min([bottom_dbfs, *(levels[sounding] - _LEVEL_MARGIN_DB)])
    axis.set_ylim(bottom_dbfs, 0)
    axis.set_ylabel("level (dBFS)")
    if len(ears) > 1:
        axis.legend(loc="center right", fontsize=8)


def _f0(axis: Any, track: F0Track, record: ItemRecord) -> None:
    voiced = track.voiced
    found_hz = track.f0_hz[voiced]
    axis.plot(track.times_s[voiced], found_hz, ".", markersize=2.5, color=_COLOURS[0])
    low, high = record.parameters.get("low_hz"), record.parameters.get("high_hz")
    if isinstance(low, float) and isinstance(high, float):
        axis.axhspan(low, high, color=_COLOURS[1], alpha=0.15, label=f"{low:g} to {high:g} Hz")
        axis.legend(loc="upper right", fontsize=8)
    axis.set_ylim(_LOWEST_F0_HZ, max(_LEAST_TOP_HZ, 1.05 * float(found_hz.max())))
    axis.set_ylabel("F0 (Hz)")


def _stretches(axes: Any, record: ItemRecord, sampling_rate: int) -> None:
    """Shade every other stretch, and name all of them above the waveform."""
    stretches = stretches_of(record, sampling_rate=sampling_rate)
    for number, stretch in enumerate(stretches):
        for axis in axes:
            if number % 2 == 0:
                axis.axvspan(stretch.start_s, stretch.end_s, color=_SHADE, alpha=0.15, linewidth=0)
        middle = (stretch.start_s + stretch.end_s) / 2
        axes[0].annotate(
            stretch.name,
            (middle, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
