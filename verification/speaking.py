"""How fast somebody speaks: what a text counts, for the time that sounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.clip import Clip
from verification.findings import Ledger
from verification.properties import Measured
from verification.sounding import check_sounding

_LEAST_CLIPS = 30


def check_speaking(
    clip: Clip, count: int, unit: str, ledger: Ledger, *, family: str, slowest: float, fastest: float
) -> Measured:
    """Hold a count of words or syllables to the record, and to the time that sounds.

    Parameters
    ----------
    clip : Clip
        Its first channel is timed.
    count : int
        As counted in the text.
    unit : str
        What was counted: `words` or `syllables`, a measurement of the row.
    ledger : Ledger
        Takes the findings `family`.`unit`, `family`.sounding and `family`.rate.
    family : str
        Of the rules.
    slowest, fastest : float
        How many are said in a second of sound.

    Returns
    -------
    mapping
        The count and `sounding_s`, for `rates_told`.

    Raises
    ------
    RowValueError
        If the row lacks a measurement.
    """
    row = clip.row
    recorded = row.measurement(unit)
    ledger.expect(
        recorded == count,
        f"{family}.{unit}",
        row.name,
        found=f"{recorded:g} {unit} recorded",
        wanted=f"{count}, as counted in the text",
    )
    seconds = check_sounding(clip, ledger, family=family)
    rate = count / seconds if seconds else np.inf
    ledger.expect(
        slowest <= rate <= fastest,
        f"{family}.rate",
        row.name,
        found=f"{count} {unit} in {seconds:.2f} s of sound, {rate:.2f} per second",
        wanted=f"{slowest:g} to {fastest:g} per second: text and audio do not belong together",
    )
    return {unit: count, "sounding_s": seconds}


def rates_told(measured: Sequence[Measured], unit: str) -> list[str]:
    """Sum up how fast texts are said, and whether longer ones take longer: shuffled texts would not.

    Parameters
    ----------
    measured : sequence of mapping
        With `sounding_s`, and a count under the name `unit`; clips in which nothing sounds are left out.
    unit : str
        What is counted: words or syllables.

    Returns
    -------
    list of str
        A line, without the unit; empty if nothing sounds.
    """
    sounding = [values for values in measured if values.get("sounding_s")]
    if not sounding:
        return []
    counts, seconds = (np.array([values[name] for values in sounding]) for name in (unit, "sounding_s"))
    rates = counts / seconds
    told = f"{np.median(rates):.1f} per second of sound in the median, from {rates.min():.1f} to {rates.max():.1f}"
    if len(sounding) < _LEAST_CLIPS or not np.ptp(counts) or not np.ptp(seconds):
        return [told]
    return [f"{told}; count and time correlate by {np.corrcoef(counts, seconds)[0, 1]:.2f}"]
