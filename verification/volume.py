"""Volume: the level must run in a straight line between silence and the original.

A pair holds the same sound `s` rising, `a * s * t`, and falling, `b * s * (1 - t)`, with the gains a and b of their
parameters. Divided by them, their sum is the original, so the gain of each can be measured against it, whatever the
content: speech with pauses gives the same answer as noise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Floats, RowValueError
from verification.contract import FULL_SCALE
from verification.findings import Ledger
from verification.properties import Measured, PairRules

INCREASING, DECREASING = "increasing", "decreasing"
LEAST_CHANGE_DB = 6.0
LAW_TOLERANCE_DB = 0.5
CHANGE_TOLERANCE_DB = 0.1
LEVEL_TOLERANCE_DB = 0.1
_CHANGE_WINDOWS = 20
_FLOOR_DBFS = -96.0
_WINDOW_S = 0.025
_LAW_WINDOW_S = 0.05
# Below this RMS, in steps of the 16-bit scale, rounding alone moves a window's level by a tenth of a decibel.
_LEAST_RMS = 16.0
# Half a step of rounding, and a step for the ways of counting where a ramp begins.
_ROUNDING_STEPS = 1.5


class Rules(PairRules):
    """Silence at the right end, level in the label's direction, and the law of the ramp."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip alone: the silent end, the straight line over the whole, and the sounding parts."""
        row = clip.row
        direction = row.parameters.get("direction")
        ledger.expect(
            direction == row.label,
            "volume.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{direction!r}, the ramp's direction",
        )
        _check_silent_end(clip, ledger)
        sign = 1.0 if row.label == INCREASING else -1.0
        _check_line(clip, sign, ledger)
        change_db = active_level_change_db(clip.mono, window=round(_WINDOW_S * clip.sampling_rate))
        if not ledger.expect(
            change_db is not None, "volume.sounding", row.name, found="hardly any sound", wanted="sounding parts"
        ):
            return {}
        along_db = sign * (change_db or 0.0)
        ledger.expect(
            along_db > 0.0,
            "volume.direction",
            row.name,
            found=f"a level that moves by {sign * along_db:+.1f} dB over the sounding parts",
            wanted=f"one that is {row.label}",
        )
        return {"along_db": along_db}

    def check_pair(self, first: Clip, second: Clip, ledger: Ledger) -> None:
        """Check the two directions against each other."""
        if {first.row.label, second.row.label} != {INCREASING, DECREASING}:
            return
        if len(first.samples) != len(second.samples):
            return  # a finding of the rules of all pairs
        up, down = (first, second) if first.row.label == INCREASING else (second, first)
        pair = f"{up.row.name} and {down.row.name}"
        rising, falling = (clip.mono / clip.row.measurement("gain") / _top(clip) for clip in (up, down))
        window = round(_LAW_WINDOW_S * up.sampling_rate)
        changes = gain_changes_db(rising, falling, window=window)
        enough = [
            ledger.expect(
                change >= LEAST_CHANGE_DB,
                "volume.change",
                clip.row.name,
                found=f"a gain that moves by {sign * change:+.2f} dB, measured against the pair's sum",
                wanted=f"{sign * LEAST_CHANGE_DB:+.0f} dB or more, {clip.row.label}",
            )
            for clip, change, sign in zip((up, down), changes, (1, -1), strict=True)
        ]
        levels_db = [float(20.0 * np.log10(np.sqrt(np.mean(np.square(clip.mono))) + 1e-9)) for clip in (up, down)]
        ledger.expect(
            abs(levels_db[0] - levels_db[1]) <= LEVEL_TOLERANCE_DB,
            "volume.level",
            up.row.name,
            found=f"RMS in the pair {pair} that differ by {levels_db[0] - levels_db[1]:+.2f} dB",
            wanted=f"the same level within {LEVEL_TOLERANCE_DB:g} dB, or the louder one could be told from the label",
            severity="warning",
        )
        if all(enough):
            worst_db = law_error_db(rising, falling, window=window)
            ledger.expect(
                worst_db <= LAW_TOLERANCE_DB,
                "volume.law",
                up.row.name,
                found=f"level differences in the pair {pair} that are off by {worst_db:.2f} dB",
                wanted=f"t against 1 - t within {LAW_TOLERANCE_DB:g} dB: a straight ramp of one and the same sound",
            )

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how far the ramps are heard over what the speech itself does."""
        along_db = [values["along_db"] for values in measured if values]
        if not along_db:
            return []
        below = sum(value < LEAST_CHANGE_DB for value in along_db)
        return [
            f"level of the sounding parts moves with the label by {np.median(along_db):.1f} dB (median; "
            f"{min(along_db):.1f} at least); {below} of {len(along_db)} clips by less than "
            f"{LEAST_CHANGE_DB:g} dB, where the speech itself fades against the ramp"
        ]


def _top(clip: Clip) -> float:
    """Give the gain at the loud end of a ramp."""
    top = max(clip.row.parameter("start_gain"), clip.row.parameter("stop_gain"))
    if top <= 0.0:
        raise RowValueError(f"parameters.start_gain and stop_gain are both {top:g} or less")
    return top


def _check_silent_end(clip: Clip, ledger: Ledger) -> None:
    """No sample may be louder than full scale times the ramp: next to the silent end that is almost nothing."""
    row, frames = clip.row, len(clip.samples)
    from_silence = np.abs(clip.mono if row.label == INCREASING else clip.mono[::-1])
    limit = np.arange(1, frames + 1) * (FULL_SCALE / max(frames - 1, 1)) + _ROUNDING_STEPS
    over = np.flatnonzero(from_silence > limit)
    end = "start" if row.label == INCREASING else "end"
    found = wanted = ""
    if over.size:
        first = over[0]
        away_ms = first / clip.sampling_rate * 1000.0
        found = f"{from_silence[first]:.0f} steps {away_ms:.1f} ms from the {end}"
        wanted = f"at most {limit[first]:.0f} there: a ramp from silence at the {end}"
    ledger.expect(over.size == 0, "volume.silent_end", row.name, found=found, wanted=wanted)


def _check_line(clip: Clip, sign: float, ledger: Ledger) -> None:
    row = clip.row
    change_db = line_change_db(clip.mono)
    recorded_db = row.measurement("level_change_db")
    ledger.expect(
        abs(recorded_db - change_db) <= CHANGE_TOLERANCE_DB,
        "volume.recorded_change",
        row.name,
        found=f"{recorded_db:+.2f} dB recorded",
        wanted=f"{change_db:+.2f} dB, as measured, within {CHANGE_TOLERANCE_DB:g} dB",
    )
    ledger.expect(
        sign * change_db >= LEAST_CHANGE_DB,
        "volume.line",
        row.name,
        found=f"a level that moves by {change_db:+.1f} dB in a straight line over the clip",
        wanted=f"{sign * LEAST_CHANGE_DB:+.0f} dB or more, {row.label}",
    )


def line_change_db(sound: Floats) -> float:
    """Fit a straight line through the levels of twenty equal windows, each weighted by its amplitude.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.

    Returns
    -------
    float
        The rise of the line over the whole clip in decibels; 0 if there are fewer frames than windows. No level is
        taken as lower than -96 dBFS.
    """
    window = len(sound) // _CHANGE_WINDOWS
    if window == 0:
        return 0.0
    rms = _window_rms(sound[: window * _CHANGE_WINDOWS], window) / FULL_SCALE
    amplitudes = np.maximum(rms, 10.0 ** (_FLOOR_DBFS / 20.0))
    # polyfit squares its weights along with the residuals.
    slope, _ = np.polyfit(np.arange(_CHANGE_WINDOWS), 20.0 * np.log10(amplitudes), 1, w=np.sqrt(amplitudes))
    return float(slope * _CHANGE_WINDOWS)


def active_level_change_db(sound: Floats, *, window: int) -> float | None:
    """Measure the change in level from the first to the last third of the sounding windows.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    window : int
        Frames in a window. A window sounds if it is within 15 dB of the loudest within 20 windows: pauses are
        left out however loud the clip is there.

    Returns
    -------
    float or None
        In decibels; None if fewer than six windows sound.
    """
    levels = 20.0 * np.log10(np.maximum(_window_rms(sound, window), 0.1))
    if levels.size == 0:
        return None
    around = np.lib.stride_tricks.sliding_window_view(np.pad(levels, 20, mode="edge"), 41).max(axis=1)
    sounding = levels[(levels > around - 15.0) & (levels > 20.0)]
    if sounding.size < 6:
        return None
    third = sounding.size // 3
    powers = 10.0 ** (sounding / 10.0)
    return float(10.0 * np.log10(powers[-third:].mean() / powers[:third].mean()))


def gain_changes_db(rising: Floats, falling: Floats, *, window: int) -> tuple[float, float]:
    """Measure how far the gain of each of a pair runs, in its own direction, against the sum of both.

    Parameters
    ----------
    rising, falling : numpy.ndarray, shape (frames,)
        The same sound with a gain of t and of 1 - t.
    window : int
        Frames over which a gain is measured, by projection on the sum.

    Returns
    -------
    tuple of float
        Last over first gain of the rising one, first over last gain of the falling one, in dB, between the
        outermost windows that sound; 0 if fewer than two do.
    """
    original = rising + falling
    sounding = np.flatnonzero(_window_rms(original, window) >= _LEAST_RMS)
    if sounding.size < 2:
        return 0.0, 0.0
    ends = [slice(place * window, (place + 1) * window) for place in sounding[[0, -1]]]
    gains = [
        [max(float(original[end] @ sound[end] / (original[end] @ original[end])), 1e-4) for end in ends]
        for sound in (rising, falling)
    ]
    (up_first, up_last), (down_first, down_last) = gains
    return float(20 * np.log10(up_last / up_first)), float(20 * np.log10(down_first / down_last))


def law_error_db(rising: Floats, falling: Floats, *, window: int) -> float:
    """Compare the pair window by window with a straight ramp of its sum.

    Parameters
    ----------
    rising, falling : numpy.ndarray, shape (frames,)
        The same sound with a gain of t and of 1 - t, t from 0 to 1.
    window : int
        Frames in a window.

    Returns
    -------
    float
        The largest difference between RMS(rising) / RMS(falling) as found and as the law has it, in dB, over
        the windows in which both sound; infinite if there is none.
    """
    original = rising + falling
    t = np.linspace(0.0, 1.0, len(original))
    found = [_window_rms(sound, window) for sound in (rising, falling)]
    lawful = [_window_rms(sound, window) for sound in (original * t, original * (1.0 - t))]
    sounding = np.all([levels >= _LEAST_RMS for levels in (*found, *lawful)], axis=0)
    if not sounding.any():
        return np.inf
    ratios = [np.log10(up[sounding] / down[sounding]) for up, down in (found, lawful)]
    return float(20.0 * np.abs(ratios[0] - ratios[1]).max())


def _window_rms(sound: Floats, window: int) -> Floats:
    whole = len(sound) // window * window
    blocks = sound[:whole].reshape(-1, window)
    levels: Floats = np.sqrt(np.mean(np.square(blocks), axis=1))
    return levels
