"""Fundamental frequency by WORLD's DIO and StoneMask, and two numbers that sum a track up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probe_signal.arguments import require_floats, require_positive, wrong
from probe_signal.arrays import FloatArray


@dataclass(frozen=True, eq=False)
class F0Track:
    """The F0 of a sound over time.

    Attributes
    ----------
    times_s : FloatArray, shape (frames,)
        The middle of each analysis frame, from 0 on.
    f0_hz : FloatArray, shape (frames,)
        F0 in hertz; 0 where the frame is unvoiced.
    """

    times_s: FloatArray
    f0_hz: FloatArray

    @property
    def voiced(self) -> NDArray[np.bool_]:
        """Which frames have a pitch, shape (frames,)."""
        return self.f0_hz > 0.0


def track_f0(
    samples: FloatArray,
    *,
    sampling_rate: int,
    floor_hz: float = 60.0,
    ceiling_hz: float = 400.0,
    frame_period_ms: float = 10.0,
    decimated_hz: int = 8000,
) -> F0Track:
    """Track F0 with DIO on a decimated copy and refine it with StoneMask at the full rate.

    Parameters
    ----------
    samples : FloatArray, shape (frames,)
        The sound, mono; it need not be contiguous.
    sampling_rate : int
        The rate that `samples` really has, in hertz.
    floor_hz, ceiling_hz : float, optional
        Where F0 is looked for. Search wide and apply the band of interest afterwards: limits set to
        the band itself turn pitches outside it into errors inside it.
    frame_period_ms : float, optional
        Time from one analysis frame to the next.
    decimated_hz : int, optional
        The rate at which DIO works, as nearly as dividing `sampling_rate` by 1 to 12 allows. At 4000 it is
        1.7 times as fast, but takes some perfectly steady tones (a saw of 240 Hz) for a third of their F0.

    Returns
    -------
    F0Track
        In float64. Empty input gives an empty track.

    Raises
    ------
    ValueError
        If `samples` is not a mono float array or holds NaN or infinity, the search range is empty, or
        `ceiling_hz` is not below the Nyquist frequency of the decimated sound.

    Notes
    -----
    DIO: Morise, Kawahara and Katayose, "Fast and reliable F0 estimation method based on the period
    extraction of vocal fold vibration of singing voice and speech", AES 35th Int. Conf., 2009.
    StoneMask and the library: Morise, Yokomori and Ozawa, IEICE Trans. Inf. Syst. E99-D(7), 2016.
    """
    require_floats(samples, dimensions=(1,))
    for argument, value in (("sampling_rate", sampling_rate), ("decimated_hz", decimated_hz)):
        require_positive(argument, value)
    require_positive("frame_period_ms", frame_period_ms)
    divisor = min(max(round(sampling_rate / decimated_hz), 1), 12)
    if not 0.0 < floor_hz < ceiling_hz < sampling_rate / divisor / 2.0:
        raise wrong(
            "floor_hz and ceiling_hz",
            found=f"{floor_hz} and {ceiling_hz}",
            wanted=f"0 < floor < ceiling < {sampling_rate / divisor / 2.0} (half the decimated rate)",
        )
    # The only form that WORLD reads rightly; it would turn NaN into "unvoiced" without a word.
    signal = np.ascontiguousarray(samples, dtype=np.float64)
    if not np.isfinite(signal).all():
        raise wrong("samples", found="NaN or infinity", wanted="finite values")
    if signal.size == 0:
        return F0Track(times_s=np.zeros(0), f0_hz=np.zeros(0))
    import pyworld

    coarse_hz, times_s = pyworld.dio(
        signal,
        sampling_rate,
        f0_floor=floor_hz,
        f0_ceil=ceiling_hz,
        frame_period=frame_period_ms,
        speed=divisor,
    )
    return F0Track(times_s=times_s, f0_hz=pyworld.stonemask(signal, coarse_hz, times_s, sampling_rate))


def share_in_band(f0_hz: FloatArray, *, low_hz: float, high_hz: float, closed: bool = False) -> float:
    """Give the share of the voiced frames whose F0 lies in a band.

    Parameters
    ----------
    f0_hz : FloatArray, shape (frames,)
        F0 track; 0 and NaN are unvoiced.
    low_hz, high_hz : float
        The band.
    closed : bool, optional
        Whether the two limits belong to it.

    Returns
    -------
    float
        From 0 to 1; 0 if no frame is voiced.

    Raises
    ------
    ValueError
        If `low_hz` is not below `high_hz`.
    """
    if not low_hz < high_hz:
        raise wrong("band", found=f"{low_hz} to {high_hz} Hz", wanted="low_hz below high_hz")
    voiced = _voiced_f0(f0_hz)
    if voiced.size == 0:
        return 0.0
    above, below = (np.greater_equal, np.less_equal) if closed else (np.greater, np.less)
    inside = above(voiced, low_hz) & below(voiced, high_hz)
    return int(np.count_nonzero(inside)) / voiced.size


def median_f0_hz(f0_hz: FloatArray) -> float:
    """Give the median F0 of the voiced frames in hertz; 0 if there is none (0 and NaN are unvoiced)."""
    voiced = _voiced_f0(f0_hz)
    return float(np.median(voiced)) if voiced.size else 0.0


def _voiced_f0(f0_hz: FloatArray) -> FloatArray:
    return f0_hz[np.isfinite(f0_hz) & (f0_hz > 0.0)]
