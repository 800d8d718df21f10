"""Speech in noise at a stated ratio, with both stems; JSON lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row, opaque, shuffled
from tests.zoo.voices import Samples, noise, rms, speakers, speech
from tests.zoo.writing import write_jsonl

# In words: "5 dB" stands inside "15 dB", which fools a scorer of plain text.
LABELS = {0: "zero", 5: "five", 10: "ten", 15: "fifteen", 20: "twenty"}
NOISES = ("white", "pink", "machine", "babble")
_TALKERS = 10
QUESTIONS = (
    "What is the signal-to-noise ratio of this recording, in dB?",
    "Estimate the ratio of speech to noise in dB.",
)


def mixed(clean: Samples, noisy: Samples, *, snr_db: float, rms_dbfs: float) -> tuple[Samples, dict[str, Samples]]:
    """Mix at a power ratio over the whole clip, and set the level of the mix; the stems are at the mix's scale."""
    noisy = noisy[: len(clean)] * rms(clean) / rms(noisy[: len(clean)]) / 10 ** (snr_db / 20)
    gain = 10 ** (rms_dbfs / 20) / rms(clean + noisy)
    stems = {"clean": gain * clean, "noise": gain * noisy}
    return stems["clean"] + stems["noise"], stems


def remixed(row: Row, *, snr_db: float) -> Row:
    """Mix a row's stems anew at another ratio; its level, its label and its `snr_db` stay."""
    level_dbfs = 20 * np.log10(rms(row.samples))
    samples, stems = mixed(row.stems["clean"], row.stems["noise"], snr_db=snr_db, rms_dbfs=level_dbfs)
    return replace(row, samples=samples, stems=stems)


def nominal_db(row: Row) -> float:
    """Give the ratio that the label names."""
    return next(float(ratio_db) for ratio_db, label in LABELS.items() if label == row.label)


def make() -> list[Row]:
    rows = []
    for talker, speaker in enumerate(speakers(_TALKERS)):
        generator = np.random.default_rng([talker, 9])
        length_s, f0_hz = generator.uniform(1.3, 1.9), generator.uniform(95, 230)
        clean = speech(speaker, f0_hz=f0_hz, duration_s=length_s, seed=900 + talker)
        kind = NOISES[talker % len(NOISES)]
        for place, snr_db in enumerate(LABELS):
            # Every clip has a stretch of noise of its own.
            noisy = noise(kind, frames=len(clean), seed=1000 + 10 * talker + place)
            samples, stems = mixed(clean, noisy, snr_db=snr_db, rms_dbfs=generator.uniform(-31, -25))
            turn = (talker + 2 * place) % len(LABELS)
            options = tuple(LABELS.values())
            rows.append(
                Row(
                    id=opaque("snr", talker, snr_db),
                    samples=samples,
                    stems=stems,
                    question=QUESTIONS[talker % 2],
                    options=options[turn:] + options[:turn],
                    label=LABELS[snr_db],
                    group=f"t{talker:02d}",
                    more={"snr_db": float(snr_db), "speaker": speaker.name, "noise_type": kind},
                )
            )
    return shuffled(rows, seed=9)


CLEAN = CleanSet("noisy speech", make, write_jsonl, task="snr")
