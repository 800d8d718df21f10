"""A question set of noise that rises and falls, each clip both ways, as somebody may publish it."""

import csv
import hashlib
import json

import numpy as np
import soundfile as sf

RATE = 16_000
LABELS = ("increasing", "decreasing")
QUESTION = "Does the level rise or fall: increasing or decreasing?"
COLUMNS = ("file_name", "id", "question", "options", "label", "group")


def opaque(*parts):
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def write_ramps(root, *, pairs=12, duration_s=0.5, spoil=None):
    """Write `metadata.csv` and FLAC files; `spoil` may change the rows, each a dict with its samples."""
    rows = []
    for pair in range(pairs):
        sound = 0.2 * np.random.default_rng(pair).standard_normal(round(duration_s * RATE)).clip(-4, 4)
        for label in LABELS:
            ramp = np.linspace(0.02, 1.0, len(sound))
            name = opaque(pair, label)
            rows.append(
                {
                    "file_name": f"audio/{name}.flac",
                    "id": name,
                    "question": QUESTION,
                    "options": json.dumps(LABELS if pair % 2 else LABELS[::-1]),
                    "label": label,
                    "group": f"g{pair}",
                    "samples": sound * (ramp if label == "increasing" else ramp[::-1]),
                }
            )
    rows = [rows[place] for place in np.random.default_rng(1).permutation(len(rows))]
    if spoil:
        spoil(rows)
    (root / "audio").mkdir(parents=True)
    with (root / "metadata.csv").open("w", newline="", encoding="utf-8") as sink:
        table = csv.DictWriter(sink, COLUMNS, extrasaction="ignore")
        table.writeheader()
        for row in rows:
            table.writerow(row)
            sf.write(root / row["file_name"], row["samples"], RATE, subtype="PCM_16")
    return root


def wrong_answers(count):
    """Spoil a set by answers that are no options."""

    def spoil(rows):
        for row in rows[:count]:
            row["label"] = "louder"

    return spoil
