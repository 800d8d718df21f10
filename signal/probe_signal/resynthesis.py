"""Giving a voice another pitch: analysis and resynthesis by WORLD."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from probe_signal.arguments import require_positive, wrong
from probe_signal.arrays import FloatArray
from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.levels import rms

_FRAME_PERIOD_MS = 5.0
_FLOOR_HZ = 60.0
_LOWEST_RATE_HZ = 16000


@dataclass(frozen=True, eq=False)
class WorldAnalysis:
    """A voice taken apart: what `resynthesise` needs, whatever the pitch wanted.

    Attributes
    ----------
    f0_hz : FloatArray, shape (analysis_frames,)
        F0 every 5 ms; 0 where unvoiced.
    envelope : FloatArray, shape (analysis_frames, bins)
        CheapTrick's spectral envelope (power).
    aperiodicity : FloatArray, shape (analysis_frames, bins)
        D4C's aperiodicity, 0 to 1.
    sampling_rate : int
        Of the sound, in hertz.
    frames : int
        Length of the sound.
    rms : float
        RMS of the sound.
    """

    f0_hz: FloatArray
    envelope: FloatArray
    aperiodicity: FloatArray
    sampling_rate: int
    frames: int
    rms: float


def analyse_world(samples: FloatArray, *, sampling_rate: int) -> WorldAnalysis:
    """Take a voice apart into F0 (DIO and StoneMask), spectral envelope and aperiodicity.

    Parameters
    ----------
    samples : FloatArray, shape (frames,)
        The voice, mono.
    sampling_rate : int
        In hertz.

    Returns
    -------
    WorldAnalysis
        About 1.6 MB for a second at 16 kHz.

    Raises
    ------
    ValueError
        If `samples` is not a mono float array, holds NaN or infinity, or has no voiced frame, or
        `sampling_rate` is below 16 kHz: D4C always looks at 7.9 kHz, and would read memory that it never
        wrote if that is above the Nyquist frequency.

    Notes
    -----
    Morise, Yokomori and Ozawa, "WORLD: a vocoder-based high-quality speech synthesis system for
    real-time applications", IEICE Trans. Inf. Syst. E99-D(7), 2016. WORLD seeds its own noise anew
    in every call, so that the result does not depend on what ran before.
    """
    if sampling_rate < _LOWEST_RATE_HZ:
        raise wrong("sampling_rate", found=sampling_rate, wanted=f"{_LOWEST_RATE_HZ} or more")
    # DIO at the full rate: here accuracy, not speed, decides how close the median comes to its target.
    track = track_f0(
        samples,
        sampling_rate=sampling_rate,
        floor_hz=_FLOOR_HZ,
        frame_period_ms=_FRAME_PERIOD_MS,
        decimated_hz=sampling_rate,
    )
    if not track.voiced.any():
        raise wrong("samples", found="no voiced frame", wanted="a voice with a pitch of 60 to 400 Hz")
    import pyworld

    signal = np.ascontiguousarray(samples, dtype=np.float64)
    fft_size = pyworld.get_cheaptrick_fft_size(sampling_rate, _FLOOR_HZ)
    voice = (signal, track.f0_hz, track.times_s, sampling_rate)
    return WorldAnalysis(
        f0_hz=track.f0_hz,
        envelope=pyworld.cheaptrick(*voice, f0_floor=_FLOOR_HZ, fft_size=fft_size),
        # Threshold 0: DIO has decided what is voiced; D4C's second opinion would take the pitch from more.
        aperiodicity=pyworld.d4c(*voice, threshold=0.0, fft_size=fft_size),
        sampling_rate=sampling_rate,
        frames=len(signal),
        rms=float(rms(signal)),
    )


def resynthesise(
    analysis: WorldAnalysis,
    *,
    target_median_hz: float,
    contour_scale: float = 1.0,
    frames: int | None = None,
) -> FloatArray:
    """Put a voice together again with its F0 moved to another median.

    Parameters
    ----------
    analysis : WorldAnalysis
        What `analyse_world` gave.
    target_median_hz : float
        Median F0 of the voiced frames, in hertz.
    contour_scale : float, optional
        How far the melody swings, on the logarithmic scale: 1 as in the original, 0 monotone.
    frames : int, optional
        Length of the result; that of the original if not given.

    Returns
    -------
    FloatArray, shape (frames,)
        float32, with the RMS of the original. Its peak may be above full scale.

    Raises
    ------
    ValueError
        If `target_median_hz` is not positive, `contour_scale` is negative, or the new F0 goes where
        WORLD cannot synthesise it.
    """
    require_positive("target_median_hz", target_median_hz)
    if not 0.0 <= contour_scale < math.inf:
        raise wrong("contour_scale", found=contour_scale, wanted="0 or more")
    import pyworld

    f0_hz = _moved(analysis, target_median_hz, contour_scale)
    voice = pyworld.synthesize(
        f0_hz, analysis.envelope, analysis.aperiodicity, analysis.sampling_rate, _FRAME_PERIOD_MS
    )
    result = np.zeros(analysis.frames if frames is None else frames)
    shared = min(len(result), len(voice))
    result[:shared] = voice[:shared]
    result *= analysis.rms / float(rms(result))
    return result.astype(np.float32)


def set_f0(
    samples: FloatArray, *, sampling_rate: int, target_median_hz: float, contour_scale: float = 1.0
) -> FloatArray:
    """Give a voice another median F0: `analyse_world` and `resynthesise` in one.

    Parameters
    ----------
    samples : FloatArray, shape (frames,)
        The voice, mono.
    sampling_rate : int
        In hertz.
    target_median_hz : float
        Median F0 of the voiced frames wanted, in hertz.
    contour_scale : float, optional
        How far the melody swings, on the logarithmic scale: 1 as in the original, 0 monotone.

    Returns
    -------
    FloatArray, shape (frames,)
        float32, with the length and RMS of `samples`.

    Raises
    ------
    ValueError
        If `samples` is not a mono float array, holds NaN or infinity, or has no voiced frame, the rate is
        below 16 kHz, or the new F0 goes where WORLD cannot synthesise it.
    """
    analysis = analyse_world(samples, sampling_rate=sampling_rate)
    return resynthesise(analysis, target_median_hz=target_median_hz, contour_scale=contour_scale)


def _moved(analysis: WorldAnalysis, target_median_hz: float, contour_scale: float) -> FloatArray:
    """Compute log F0 = log(target) + scale * (log F0 - log(median)) where voiced, 0 elsewhere."""
    voiced = analysis.f0_hz > 0.0
    moved = np.zeros_like(analysis.f0_hz)
    ratios = analysis.f0_hz[voiced] / median_f0_hz(analysis.f0_hz)
    moved[voiced] = target_median_hz * ratios**contour_scale
    lowest_hz = analysis.sampling_rate / (2 * (analysis.envelope.shape[1] - 1)) + 1.0
    highest_hz = analysis.sampling_rate / 2.0
    new_hz = moved[voiced]
    if new_hz.min() <= lowest_hz or new_hz.max() >= highest_hz:
        raise wrong(
            "new F0",
            found=f"{new_hz.min():.1f} to {new_hz.max():.1f} Hz",
            wanted=f"above {lowest_hz:.1f} and below {highest_hz:.1f} Hz",
        )
    return moved
