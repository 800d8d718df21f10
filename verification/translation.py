"""Translation: the words and the emotion of a reference, at a rate at which people speak, with a voice in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.clip import Clip
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.tracker import NAME, check_voice, voiced_f0_hz

RATE_TOLERANCE = 0.01
SLOWEST, FASTEST = 0.3, 7.0  # words a second, pauses counted


class Rules(PropertyRules):
    """The reference is the label, it differs from the sentence, and what is heard can be the sentence."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        sentence = str(row.parameters.get("sentence") or "")
        reference = str(row.parameters.get("reference") or "")
        ledger.expect(
            bool(reference) and row.label == reference,
            "translation.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{reference!r}, the suggested translation",
        )
        ledger.expect(
            any("\u4e00" <= sign <= "\u9fff" for sign in row.label),
            "translation.language",
            row.name,
            found=f"label {row.label!r}",
            wanted="Chinese",
        )
        ledger.expect(
            bool(row.parameters.get("emotion")),
            "translation.emotion",
            row.name,
            found="no emotion",
            wanted="the emotion that the sentence is said with",
        )
        rate = len(sentence.split()) / (len(clip.samples) / clip.sampling_rate)
        ledger.expect(
            abs(rate - row.measurement("words_per_s")) <= RATE_TOLERANCE,
            "translation.rate",
            row.name,
            found=f"{row.measurement('words_per_s'):.2f} words per second recorded",
            wanted=f"{rate:.2f}, by the words and the length of the clip",
        )
        ledger.expect(
            SLOWEST <= rate <= FASTEST,
            "translation.speech",
            row.name,
            found=f"{rate:.2f} words per second",
            wanted=f"{SLOWEST:g} to {FASTEST:g}, as people speak",
        )
        voiced = voiced_f0_hz(clip)
        if not check_voice(clip, voiced, ledger, family="translation"):
            return {}
        median_hz = float(np.median(voiced))
        return {"words_per_s": rate, "median_f0_hz": median_hz, "off_hz": row.measurement("median_f0_hz") - median_hz}

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Say at which rates and pitches there is speech."""
        heard = [values for values in measured if values]
        if not heard:
            return []
        rates = [values["words_per_s"] for values in heard]
        pitches = [values["median_f0_hz"] for values in heard]
        off_hz = np.median([abs(values["off_hz"]) for values in heard])
        return [
            f"{np.median(rates):.1f} words per second (median; {min(rates):.1f} to {max(rates):.1f})",
            f"median F0 from {min(pitches):.0f} to {max(pitches):.0f} Hz; a second tracker ({NAME}) differs by "
            f"{off_hz:.1f} Hz (median)",
        ]
