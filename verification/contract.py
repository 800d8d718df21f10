"""The audio contract, measured on the samples that ship."""

from __future__ import annotations

import numpy as np

from verification.clip import Clip, Floats, Row, Samples
from verification.findings import Ledger
from verification.reading import Decoded

SAMPLING_RATE = 16_000
LONGEST_FRAMES = 30 * SAMPLING_RATE
ENCODING = "FLAC PCM_16"
FULL_SCALE = 32768
# One sample at full scale is the peak of a clip that was turned down to fit; three in a row are a flat top.
_CLIPPED_RUN = 3
# A peak below -60 dBFS is nothing that anybody hears.
_SILENT_PEAK = 33
_LEVEL_TOLERANCE_DB = 0.01


def check_audio(row: Row, decoded: Decoded, *, channels: int, ledger: Ledger) -> Clip | None:
    """Hold a clip to the audio contract.

    Parameters
    ----------
    row : Row
        What the dataset says of the clip.
    decoded : Decoded
        The clip.
    channels : int
        How many the recipe promises.
    ledger : Ledger
        Takes the findings.

    Returns
    -------
    Clip or None
        The clip, if it is of the form in which its property can be measured.

    Notes
    -----
    Clipping is three or more consecutive samples at -32768 or all at 32767 in one channel. A single one is
    allowed: it is the peak of a clip to which a common gain was applied. Silence is a peak below -60 dBFS.
    """
    item, samples = row.name, decoded.samples
    frames, found_channels = decoded.declared_frames, samples.shape[1]
    rate = decoded.sampling_rate
    fits = [
        ledger.expect(decoded.encoding == ENCODING, "audio.encoding", item, found=decoded.encoding, wanted=ENCODING),
        ledger.expect(rate == SAMPLING_RATE, "audio.rate", item, found=f"{rate:,} Hz", wanted=f"{SAMPLING_RATE:,} Hz"),
        ledger.expect(
            found_channels == channels,
            "audio.channels",
            item,
            found=_channels(found_channels),
            wanted=_channels(channels),
        ),
        ledger.expect(
            0 < frames <= LONGEST_FRAMES,
            "audio.length",
            item,
            found=f"{frames:,} frames ({frames / rate:.3f} s)",
            wanted=f"1 to {LONGEST_FRAMES:,} frames (30 s)",
        ),
    ]
    if not all(fits):
        return None
    _check_amplitudes(item, samples, ledger)
    _check_declared(row, samples, ledger)
    return Clip(row=row, samples=samples, sampling_rate=rate)


def _channels(count: int) -> str:
    return "1 channel" if count == 1 else f"{count} channels"


def _check_amplitudes(item: str, samples: Samples, ledger: Ledger) -> None:
    peak = int(np.abs(samples.astype(np.int32)).max())
    ledger.expect(
        peak >= _SILENT_PEAK,
        "audio.silent",
        item,
        found=f"a peak of {peak} steps" + (f" ({to_dbfs(peak):.1f} dBFS)" if peak else ""),
        wanted=f"a clip that can be heard: {_SILENT_PEAK} steps (-60 dBFS) or more",
    )
    run = max(_longest_run(samples == value) for value in (-FULL_SCALE, FULL_SCALE - 1))
    ledger.expect(
        run < _CLIPPED_RUN,
        "audio.clipped",
        item,
        found=f"{run} samples at full scale in a row",
        wanted=f"at most {_CLIPPED_RUN - 1}",
    )


def _longest_run(hits: np.ndarray) -> int:
    """Count the longest run of true values down a column, shape (frames, channels)."""
    if not hits.any():
        return 0
    walled = np.pad(hits, ((1, 1), (0, 0)))
    edges = np.flatnonzero(np.diff(walled.T.ravel().astype(np.int8)))
    return int((edges[1::2] - edges[::2]).max())


def _check_declared(row: Row, samples: Samples, ledger: Ledger) -> None:
    """Compare the common measurements of the row with the clip."""
    levels = rms(samples)
    real = {
        "duration_s": (len(samples) / SAMPLING_RATE, 0.5 / SAMPLING_RATE, "s"),
        "peak_dbfs": (to_dbfs(float(np.abs(samples.astype(np.int32)).max())), _LEVEL_TOLERANCE_DB, "dBFS"),
        "rms_dbfs": (to_dbfs(float(levels.max())), _LEVEL_TOLERANCE_DB, "dBFS"),
    }
    for name, (value, tolerance, unit) in real.items():
        declared = row.measurements.get(name)
        holds = isinstance(declared, int | float) and abs(declared - value) <= tolerance
        holds = holds or (value == -np.inf and declared is None)
        text = f"{declared:.4f} {unit}" if isinstance(declared, int | float) else repr(declared)
        ledger.expect(
            holds, f"audio.{name}", row.name, found=f"{text} recorded", wanted=f"{value:.4f} {unit}, as measured"
        )


def rms(samples: Samples) -> Floats:
    """Give the RMS of each channel in steps of the 16-bit scale, shape (channels,)."""
    powers: Floats = np.mean(np.square(samples.astype(np.float64)), axis=0)
    return np.sqrt(powers)


def to_dbfs(steps: float) -> float:
    """Express an amplitude in steps of the 16-bit scale in dB re full scale (32768); 0 gives -inf."""
    return float(20.0 * np.log10(steps / FULL_SCALE)) if steps > 0 else -np.inf
