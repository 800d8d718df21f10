"""Rows and clips of somebody who speaks: bursts of tone between pauses."""

import numpy as np

from verification.clip import Clip, Row
from verification.findings import Ledger

RATE = 16_000
BURST_S = 0.2


def bursts(count, *, pause_s=0.1):
    """Give int16 bursts of 0.2 s, a pause after each; `count` times 0.2 s sound."""
    burst = np.round(9_000 * np.sin(np.arange(round(BURST_S * RATE)) * 0.31)).astype(np.int16)
    return np.tile(np.concatenate([burst, np.zeros(round(pause_s * RATE), np.int16)]), count)


def row_of(label, *, parameters, measurements, explanation="", item="7-1"):
    return Row(
        shard="test-00000-of-00001.parquet",
        number=0,
        id="0123456789ab",
        file="0123456789ab.flac",
        path="0123456789ab.flac",
        instruction="What does the person say?",
        options=(),
        label=label,
        explanation=explanation,
        source=({"corpus": "planted", "item": item},),
        parameters=parameters,
        measurements=measurements,
        group="g",
    )


def found_in(rules, row, pcm):
    """Check a clip; give the rules that found something."""
    ledger = Ledger()
    rules.check_clip(Clip(row=row, samples=pcm[:, None], sampling_rate=RATE), ledger)
    return {finding.rule for finding in ledger.findings}
