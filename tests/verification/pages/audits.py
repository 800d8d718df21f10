"""Audits as they come out of real sets, made up: a set of rising and falling speech with a few things wrong."""

import io
from dataclasses import replace

import numpy as np
import soundfile

from tests.verification.sounds import voice
from verification.audit.model import AuditReport, ItemSummary
from verification.findings import Finding, by_harm
from verification.listening.facts import FAMILIES, FEATURES, Sound
from verification.pages.clip import picture_of
from verification.shortcuts.score import FamilyScore
from verification.survival.matrix import SurvivalRow

RATE = 16_000
LABELS = ("increasing", "decreasing")
QUESTION = "Does the volume of the speech increase or decrease over time?"
_UNTRIED = {
    **dict.fromkeys(("balanced_accuracy", "low", "high"), 0.5),
    **dict.fromkeys(("p_value", "p_family"), 1.0),
    "note": "the same for all rows",
    "single": {},
}
BROKEN = {
    "truth.label": ("error", "the level falls by 3.1 dB/s", "a level that rises, as the answer says"),
    "audio.clipped": (
        "error",
        "41 samples at full scale, in runs of up to 9",
        "fewer than three in a row at full scale",
    ),
    "question.spelling": (
        "error",
        "“Increasing”, spelt “increasing” among the options",
        "the answer as it is spelt there",
    ),
    "audio.too_long": ("warning", "34.2 s", "at most 30 s"),
    "truth.weak": ("warning", "a change of 0.4 dB from start to end", "at least 3 dB, which listeners notice"),
}


def flac(samples, *, rate=RATE):
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, rate, format="FLAC", subtype="PCM_16")
    return buffer.getvalue()


def spoken(f0_hz, duration_s, *, rising, seed):
    """A voiced clip with pauses whose level rises or falls, as a Sound and as a FLAC file."""
    pcm, _ = voice(f0_hz, round(duration_s * RATE), seed=seed, swing=0.12)
    t = np.arange(len(pcm)) / RATE
    pauses = np.clip(4 * np.sin(2 * np.pi * 0.45 * t + seed) + 3.2, 0.0, 1.0)
    ramp = np.linspace(0.06, 1.0, len(pcm))
    samples = (pcm / 32768 * 1.8 * pauses * (ramp if rising else ramp[::-1])).astype(np.float32)
    return Sound(samples=samples[:, None], sampling_rate=RATE), flac(samples)


def clips_of(report, count=6):
    """The first clips with findings, and some without."""
    ranked = sorted(report.items, key=lambda item: (not item.rules, item.number))[:count]
    made = []
    for index, item in enumerate(ranked):
        sound, data = spoken(95 + 21 * index, min(item.duration_s, 9.0), rising=item.label == "increasing", seed=index)
        made.append(picture_of(sound, item.name, data))
    return made


def realistic_report(rows=200):
    generator = np.random.default_rng(20)
    items = [_item(number, generator) for number in range(rows)]
    findings = [
        Finding(item.name, rule, BROKEN[rule][1], BROKEN[rule][2], BROKEN[rule][0])
        for item in items
        for rule in item.rules
    ]
    name = "spoken-volume-v2"
    findings += [
        Finding(
            name, "shortcut.peak", "83 % right by the peak alone (95 %: 78 to 88 %)", "50 %, as by guessing", "warning"
        ),
        Finding(name, "balance.position", "“always first” scores 61 %", "about 50 %", "warning"),
    ]
    return AuditReport(
        name=name,
        form="Parquet shards",
        roles={
            "audio": ("audio",),
            "question": ("instruction",),
            "options": ("choice_a", "choice_b"),
            "label": ("answer",),
            "id": ("utt_id",),
            "speaker": ("spk",),
        },
        notes=(
            "The options were read from the columns choice_a and choice_b.",
            "No column tells which rows belong together: rows of one speaker were kept together.",
        ),
        rows=rows,
        clips=rows,
        labels={label: sum(item.label == label for item in items) for label in LABELS},
        findings=by_harm(findings),
        checks=dict.fromkeys(BROKEN, rows) | {"audio.decodes": rows, "balance.position": 1, "shortcut.peak": 1},
        shortcuts=_scores(rows),
        survival=_survival(),
        task="level-direction",
        task_title="Whether the level rises or falls",
        agreement={"holds": rows - 3, "contradicts": 2, "undecided": 1},
        items=tuple(items),
    )


def _item(number, generator):
    label = LABELS[number % 2]
    rules = tuple(rule for index, rule in enumerate(BROKEN) if number % (31 + 14 * index) == 5 + index)
    duration_s = 34.2 if "audio.too_long" in rules else float(generator.gamma(18, 0.38))
    rms_dbfs = float(generator.normal(-24, 2.2))
    peak_dbfs = min(rms_dbfs + float(generator.normal(16 if label == "increasing" else 13, 1.4)), 0.0)
    features = dict(zip(FEATURES, generator.normal(0, 1, len(FEATURES)).tolist(), strict=True))
    features |= {
        "duration_s": duration_s,
        "rms_dbfs": rms_dbfs,
        "peak_dbfs": peak_dbfs,
        "noise_floor_dbfs": float(generator.normal(-66, 5)),
        "bandwidth_hz": float(generator.choice([7600, 7850, 3900], p=[0.5, 0.45, 0.05])),
        "centroid_hz": float(generator.gamma(40, 38)),
        "leading_silence_s": float(generator.exponential(0.12)),
        "trailing_silence_s": float(generator.exponential(0.3)),
        "bytes_per_s": float(generator.normal(17_500, 1500)),
        "sampling_rate": 16_000.0,
        "channels": 1.0,
    }
    slope = float(generator.normal(2.9, 0.6)) * (1 if label == "increasing" else -1)
    return ItemSummary(
        number=number,
        name=f"utt_{number * 7919 % 100_000:05d}",
        split="test",
        label=label,
        question=QUESTION,
        options=LABELS if number % 3 else LABELS[::-1],
        group=f"speaker-{number % 24:02d}",
        duration_s=duration_s,
        sampling_rate=RATE,
        channels=1,
        rms_dbfs=rms_dbfs,
        peak_dbfs=peak_dbfs,
        features=features,
        measured={
            "level_slope_db_per_s": -slope if "truth.label" in rules else slope,
            "level_change_db": slope * duration_s,
        },
        holds=False if "truth.label" in rules else None if number == 77 else True,
        rules=rules,
    )


def _scores(rows):
    generator = np.random.default_rng(4)
    scores = []
    for family, features in {**FAMILIES, "speaker": ("speaker",), "name": ("characters",)}.items():
        accuracy, p_value = float(generator.normal(0.505, 0.015)), float(generator.uniform(0.2, 0.9))
        if family == "peak":
            accuracy, p_value = 0.83, 0.0005
        scores.append(
            FamilyScore(
                family=family,
                features=features,
                balanced_accuracy=accuracy,
                low=accuracy - 0.05,
                high=accuracy + 0.05,
                chance=0.5,
                accuracy=accuracy,
                majority=0.5,
                p_value=p_value,
                p_family=min(1.0, 2 * p_value),
                single={
                    name: min(accuracy, 0.5 + 0.08 * index) if family != "peak" else 0.8 - 0.2 * index
                    for index, name in enumerate(features)
                },
                items=rows,
            )
        )
    return (
        *(
            replace(score, inherent="edges are quieter where the level rises")
            if score.family == "edges"
            else replace(score, **_UNTRIED)
            if score.family == "form"
            else score
            for score in scores
        ),
    )


def _survival():
    told = [
        ("mono", "Average to mono", 1.0, "answerable", ""),
        ("reader", "Default reader of datasets", 1.0, "answerable", ""),
        ("lufs", "Loudness to −23 LUFS", 0.99, "answerable", "one gain for the whole clip"),
        ("agc", "Automatic gain control", 0.56, "unanswerable", "RMS over 400 ms held at −23 dBFS"),
        ("mp3", "MP3 at 64 kbit/s", 0.99, "answerable", "63.8 kbit/s came out"),
        ("opus", "Opus at 24 kbit/s", 0.98, "answerable", "25.1 kbit/s came out"),
        ("telephone", "Telephone band, 8 kHz", 0.99, "answerable", ""),
        ("first-10-s", "First 10 s only", 0.81, "weakened", "12 clips are longer"),
        ("log-mel", "Log-mel at Whisper’s settings", 0.97, "answerable", "clipped at 80 dB below the loudest"),
    ]
    return tuple(
        SurvivalRow(
            treatment=name,
            title=title,
            items=120,
            holds=round(120 * share),
            share=share,
            low=max(share - 0.06, 0.0),
            high=min(share + 0.04, 1.0),
            untreated=0.99,
            chance=0.5,
            verdict=verdict,
            note=note,
        )
        for name, title, share, verdict, note in told
    )
