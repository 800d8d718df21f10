"""Intensity: two recordings of one sentence, a silent gap between them, the strong one where the label says.

What a recording is stands in its name: RAVDESS calls it modality-channel-emotion-intensity-statement-repetition-actor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Floats, Row
from verification.contract import FULL_SCALE
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules

FORMER, LATTER = "former", "latter"
LEVEL_TOLERANCE_DB = 0.05
_NAMED = "ravdess"
_EMOTIONS = {"05": "angry", "06": "fearful", "07": "disgust", "03": "happy", "04": "sad", "08": "surprised"}
_INTENSITIES = {"01": "normal", "02": "strong"}
_HEARD_PEAK = 33  # -60 dBFS
_FLOOR_DBFS = -96.0


class Rules(PropertyRules):
    """The halves are of one sentence, the gap is silent, and the strong half stands where the label says."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check names, order, gap and levels of one clip."""
        row = clip.row
        strong_first = row.parameters.get("first_intensity") == "strong"
        ledger.expect(
            row.label == (FORMER if strong_first else LATTER)
            and {row.parameters.get("first_intensity"), row.parameters.get("second_intensity")} == {"normal", "strong"},
            "intensity.label",
            row.name,
            found=f"label {row.label!r}, halves {row.parameters.get('first_intensity')} and "
            f"{row.parameters.get('second_intensity')}",
            wanted="one normal and one strong half, and the label of the strong one's place",
        )
        _check_names(row, ledger)
        gap = round(row.parameter("gap_s") * clip.sampling_rate)
        begins = round(row.parameter("first_frames"))
        first, between, second = np.split(clip.mono, [begins, begins + gap])
        heard = [len(half) > 0 and float(np.abs(half).max(initial=0.0)) >= _HEARD_PEAK for half in (first, second)]
        if not ledger.expect(
            all(heard), "intensity.halves", row.name, found="a half without sound", wanted="sound in both halves"
        ):
            return {}
        ledger.expect(
            not np.array_equal(first, second),
            "intensity.distinct",
            row.name,
            found=f"the same {len(first):,} samples in both halves",
            wanted="two recordings: of one and the same neither half is the stronger",
        )
        ledger.expect(
            len(between) == gap > 0 and not between.any(),
            "intensity.gap",
            row.name,
            found=f"{np.count_nonzero(between):,} samples that are not 0 where the gap should be",
            wanted=f"{gap:,} samples of exact silence from sample {begins:,} on",
        )
        levels = [_level_dbfs(half) for half in (first, second)]
        recorded = row.measurement("second_over_first_db")
        ledger.expect(
            abs(levels[1] - levels[0] - recorded) <= LEVEL_TOLERANCE_DB,
            "intensity.levels",
            row.name,
            found=f"{recorded:+.2f} dB recorded",
            wanted=f"{levels[1] - levels[0]:+.2f} dB, the second half over the first as measured",
        )
        return {"strong_over_normal_db": (levels[0] - levels[1]) * (1.0 if row.label == FORMER else -1.0)}

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Say how often the stronger half is the louder one: level is part of intensity, and a shortcut to it."""
        over_db = [values["strong_over_normal_db"] for values in measured if values]
        if not over_db:
            return []
        louder = sum(value > 0.0 for value in over_db)
        return [
            f"the strong half is the louder one in {louder} of {len(over_db)} clips, by {np.median(over_db):.1f} dB "
            "(median): who goes by level alone is right that often"
        ]


def _check_names(row: Row, ledger: Ledger) -> None:
    """Hold the names of the two recordings against each other and against the row."""
    names = [str(source.get("item")).split("-") for source in row.source if source.get("corpus") == _NAMED]
    if not names:
        return  # of another corpus: its names tell nothing
    parsed = len(names) == 2 and all(len(name) == 7 for name in names)
    if not ledger.expect(
        parsed,
        "intensity.names",
        row.name,
        found=" and ".join("-".join(name) for name in names),
        wanted="two recordings named as RAVDESS names them",
    ):
        return
    first, second = names
    ledger.expect(
        [*first[:3], *first[4:]] == [*second[:3], *second[4:]],
        "intensity.same_sentence",
        row.name,
        found=f"{'-'.join(first)} and {'-'.join(second)}",
        wanted="names that differ in intensity alone",
    )
    told = {
        "emotion": _EMOTIONS.get(first[2]),
        "first_intensity": _INTENSITIES.get(first[3]),
        "second_intensity": _INTENSITIES.get(second[3]),
        "statement": first[4].removeprefix("0"),
        "repetition": first[5].removeprefix("0"),
    }
    for name, wanted in told.items():
        ledger.expect(
            row.parameters.get(name) == wanted,
            "intensity.named",
            row.name,
            found=f"{name} {row.parameters.get(name)!r}",
            wanted=f"{wanted!r}, by the recordings' names",
        )


def _level_dbfs(half: Floats) -> float:
    power = float(np.mean(np.square(half / FULL_SCALE)))
    return max(10.0 * np.log10(power), _FLOOR_DBFS) if power > 0.0 else _FLOOR_DBFS
