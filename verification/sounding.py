"""What sounds of a clip, timed anew: windows of 20 ms within 30 dB of the loudest, by differences of a running sum."""

from __future__ import annotations

import numpy as np

from verification.clip import Clip, Floats
from verification.contract import FULL_SCALE
from verification.findings import Ledger, Severity

WINDOW_S = 0.02
LEAST_SOUNDING_S = 0.1
# Rounding can move a window or two across the border of what sounds.
TIME_TOLERANCE_S = 0.05
# A window that lies as near to a border as this may fall on either side of it by rounding.
BORDER_DB = 0.01
_SOUNDING_DB = 30.0
_SILENT_DBFS = -60.0
_FLOOR_DBFS = -96.0


def window_levels(sound: Floats, *, sampling_rate: int) -> Floats:
    """Measure the level of windows of 20 ms.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    sampling_rate : int
        In hertz.

    Returns
    -------
    numpy.ndarray, shape (windows,)
        In dB re full scale, none below -96; what is left over at the end is not measured.
    """
    window = round(WINDOW_S * sampling_rate)
    energies = np.concatenate([[0.0], np.cumsum(np.square(sound / FULL_SCALE))])[::window]
    levels: Floats = 10.0 * np.log10(np.maximum(np.diff(energies) / window, 10.0 ** (_FLOOR_DBFS / 10.0)))
    return levels


def sounding_s(sound: Floats, *, sampling_rate: int) -> float:
    """Time what sounds, in seconds; 0 if every window is below -60 dBFS.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    sampling_rate : int
        In hertz.
    """
    return float(np.count_nonzero(_sounds(window_levels(sound, sampling_rate=sampling_rate))) * WINDOW_S)


def longest_pauses_s(sound: Floats, *, sampling_rate: int) -> list[float]:
    """Time the longest pause, with the border of what sounds where it is and a little to either side.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        In steps of the 16-bit scale.
    sampling_rate : int
        In hertz.

    Returns
    -------
    list of float
        Each of the values that are right, in seconds, the shortest first.
    """
    levels = window_levels(sound, sampling_rate=sampling_rate)
    pauses = set()
    for shift_db in (-BORDER_DB, 0.0, BORDER_DB):
        told = "".join("x" if sounds else " " for sounds in _sounds(levels, shift_db=shift_db)).strip()
        pauses.add(max((len(gap) for gap in told.split("x")), default=0) * WINDOW_S)
    return sorted(pauses)


def check_sounding(clip: Clip, ledger: Ledger, *, family: str) -> float:
    """Time what sounds, and hold the record to it.

    Parameters
    ----------
    clip : Clip
        Its first channel is timed.
    ledger : Ledger
        Takes the finding `family`.sounding.
    family : str
        Of the rules.

    Returns
    -------
    float
        In seconds.

    Raises
    ------
    RowValueError
        If the row has no `sounding_s`.
    """
    seconds = sounding_s(clip.mono, sampling_rate=clip.sampling_rate)
    recorded_s = clip.row.measurement("sounding_s")
    ledger.expect(
        abs(recorded_s - seconds) <= TIME_TOLERANCE_S,
        f"{family}.sounding",
        clip.row.name,
        found=f"{recorded_s:.2f} s of sound recorded",
        wanted=f"{seconds:.2f} s, as measured, within {TIME_TOLERANCE_S:g} s",
    )
    return seconds


def check_heard(clip: Clip, seconds: float, ledger: Ledger, *, family: str, severity: Severity = "error") -> None:
    """Ask for enough sound to hear anything by.

    Parameters
    ----------
    clip : Clip
        Whose.
    seconds : float
        How long it sounds.
    ledger : Ledger
        Takes the finding `family`.heard.
    family : str
        Of the rules.
    severity : str
        How bad it is if there is less.
    """
    ledger.expect(
        seconds >= LEAST_SOUNDING_S,
        f"{family}.heard",
        clip.row.name,
        found=f"{seconds:.2f} s of sound",
        wanted=f"{LEAST_SOUNDING_S:g} s or more",
        severity=severity,
    )


def _sounds(levels: Floats, *, shift_db: float = 0.0) -> np.ndarray:
    loudest = float(levels.max(initial=_FLOOR_DBFS))
    sounds: np.ndarray = (levels >= loudest - _SOUNDING_DB - shift_db) & (loudest >= _SILENT_DBFS)
    return sounds
