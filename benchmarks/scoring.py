"""Replies scored in a second: strict choice without a judge, and the other parts of a score."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness.isolation import FreshProcess
from benchmarks.harness.result import Result, Settings
from benchmarks.harness.rounds import pin_to_one_core

_REPLIES = 10_000
_MOST_S = 10.0
_SAID = (
    "{right}",
    "The volume of the audio segment is gradually {right}.",
    "It is not {wrong}, it is {right}.",
    "At first it sounds {wrong}, but listening closely...\n\n**Answer:** {wrong}",
    "I'm sorry, but I can't listen to audio.",
)


def run(settings: Settings) -> Iterator[Result]:
    """Score a file of replies as the command does, imports and all, in a fresh process on one core."""
    count = _REPLIES // 10 if settings.quick else _REPLIES
    with FreshProcess() as process:
        seconds = process.call(scored, settings.scratch, count)
    yield Result(
        name=f"scoring: {count:,} replies",
        value=seconds,
        unit="s",
        bound="at most",
        wanted=_MOST_S,
        about="read, join, strict choice, intervals by group, breakdowns; no judge",
        details={},
    )


def scored(scratch: Path, count: int) -> float:
    """Write replies, score them, and give the seconds of the second."""
    import json

    pin_to_one_core()
    sets = scratch / "questions"
    sets.mkdir()
    (sets / "audio").mkdir()
    rows = []
    for number in range(count):
        label, other = ("increasing", "decreasing")[:: 1 if number % 2 else -1]
        said = _SAID[number % len(_SAID)].format(right=label, wrong=other)
        rows.append({"id": f"q{number}", "label": label, "other": other, "group": f"g{number // 2}", "reply": said})
    _write_set(sets, rows)
    replies = scratch / "replies.jsonl"
    replies.write_text("".join(json.dumps({"id": row["id"], "reply": row["reply"]}) + "\n" for row in rows))
    started = time.perf_counter()
    from evaluation.scoring.card import score_replies
    from evaluation.sets.question_set import open_questions

    card = score_replies(open_questions(sets), replies, model="made")
    if card.tally.items != count or not card.holds:
        raise AssertionError(f"{card.tally.items} questions were scored, not {count}")
    return time.perf_counter() - started


def _write_set(folder: Path, rows: list[dict[str, str]]) -> None:
    import csv

    (folder / "audio" / "one.wav").write_bytes(_wav())
    with (folder / "metadata.csv").open("w", newline="", encoding="utf-8") as sink:
        table = csv.writer(sink)
        table.writerow(["file_name", "id", "question", "choice_a", "choice_b", "answer", "group"])
        for row in rows:
            asked = "Is the volume gradually increasing or decreasing?"
            table.writerow(["audio/one.wav", row["id"], asked, row["label"], row["other"], row["label"], row["group"]])


def _wav() -> bytes:
    import io

    import numpy as np
    import soundfile as sf

    sink = io.BytesIO()
    sf.write(sink, np.linspace(0, 0.5, 16_000, dtype=np.float32), 16_000, format="WAV", subtype="PCM_16")
    return sink.getvalue()
