"""Scene: one noise in the clip, of the kind that the label names, at a level that its ratio allows.

The kind stands in the name of the noise's recording. Speech and noise cannot be told apart again exactly; but where the
speech pauses the noise is nearly alone, and it cannot be louder there than the ratio says it is on the whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Floats, Row
from verification.contract import FULL_SCALE
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules

LEVEL_TOLERANCE_DB = 0.1
WINDOW_S = 0.05
# A noise's quietest tenth is not above its own mean; speech that hardly pauses adds to it (0.3 dB at most in the demo
# scenes). From 0 to 5 dB, the smallest step of the grid, the noise's level in the mix falls by 3.2 dB.
QUIET_MARGIN_DB = 2.0
_FLOOR_DBFS = -96.0


class Rules(PropertyRules):
    """The kind by the noise's name, one length, and the level between the words."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check kind, length and levels of one clip."""
        row = clip.row
        _check_kind(row, ledger)
        frames = round(row.parameter("frames"))
        ledger.expect(
            len(clip.samples) == frames,
            "scene.length",
            row.name,
            found=f"{len(clip.samples):,} samples",
            wanted=f"{frames:,}, as planned",
        )
        levels = _levels_dbfs(clip.mono, max(10, round(len(clip.samples) / clip.sampling_rate / WINDOW_S)))
        tenth = max(1, round(len(levels) / 10))
        quiet_db, loud_db = float(levels[:tenth].mean()), float(levels[-tenth:].mean())
        recorded = {"quiet_rms_dbfs": quiet_db, "loud_over_quiet_db": loud_db - quiet_db}
        for name, found in recorded.items():
            ledger.expect(
                abs(row.measurement(name) - found) <= LEVEL_TOLERANCE_DB,
                "scene.levels",
                row.name,
                found=f"{name} {row.measurement(name):.2f} recorded",
                wanted=f"{found:.2f}, as measured",
            )
        snr_db = row.parameter("snr_db")
        whole_db = 10.0 * np.log10(max(float(np.mean(np.square(clip.mono / FULL_SCALE))), 1e-12))
        noise_db = whole_db - 10.0 * np.log10(1.0 + 10.0 ** (snr_db / 10.0))
        ledger.expect(
            quiet_db <= noise_db + QUIET_MARGIN_DB,
            "scene.ratio",
            row.name,
            found=f"{quiet_db:.1f} dBFS between the words",
            wanted=f"{noise_db:.1f} dBFS at most, the noise's level at a ratio of {snr_db:g} dB",
        )
        ledger.expect(
            quiet_db > _FLOOR_DBFS,
            "scene.noise",
            row.name,
            found="digital silence between the words",
            wanted="noise throughout",
        )
        return {"snr_db": snr_db, "quiet_below_noise_db": noise_db - quiet_db}

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Say which ratios there are, and how far the noise between the words is from its mean level."""
        ratios = Counter(values["snr_db"] for values in measured)
        below = [values["quiet_below_noise_db"] for values in measured]
        counts = ", ".join(f"{count} at {ratio:g} dB" for ratio, count in sorted(ratios.items()))
        return [
            f"signal-to-noise ratios: {counts}",
            f"between the words the level is {np.median(below):.1f} dB below the noise's mean (median)",
        ]


def _check_kind(row: Row, ledger: Ledger) -> None:
    named = row.parameters.get("noise")
    ledger.expect(
        row.label == named,
        "scene.label",
        row.name,
        found=f"label {row.label!r}",
        wanted=f"{named!r}, the kind of noise that was mixed in",
    )
    source = str(row.source[-1].get("item")) if row.source else ""
    kind = re.split(r"[/_]", source.removeprefix("noise_test/").removeprefix("noise_train/").removeprefix("noise/"))[0]
    ledger.expect(
        kind.casefold().startswith(row.label.casefold()[:8]),
        "scene.kind",
        row.name,
        found=f"a noise named {source}",
        wanted=f"one of the kind {row.label}",
    )


def _levels_dbfs(sound: Floats, windows: int) -> Floats:
    """Give the sorted levels of equal windows."""
    windows = min(windows, len(sound))
    size = len(sound) // windows
    blocks = sound[: size * windows].reshape(windows, size) / FULL_SCALE
    floor = 10.0 ** (_FLOOR_DBFS / 10.0)
    levels: Floats = np.sort(10.0 * np.log10(np.maximum(np.mean(np.square(blocks), axis=1), floor)))
    return levels
