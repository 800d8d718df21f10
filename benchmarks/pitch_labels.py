"""Whether other F0 trackers would label the clips as ours does."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.harness.result import Result, Settings
from benchmarks.material.pitch import corpus_index, select
from benchmarks.material.speech import varied_speech
from benchmarks.material.trackers import praat_f0_hz, swift_f0_hz
from benchmarks.material.tree import write_ljspeech

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corpora.indexing.table import CorpusIndex

# The demo corpus lies in the middle of the two ranges, where no tracker errs; other speeds move it across their ends.
_SPEEDS = (0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35)
_MOST_REAL_CLIPS = 200


def run(settings: Settings) -> Iterator[Result]:
    """Put the labels of the demo corpus at several speeds, and of the corpora that the user named, to the vote."""
    os.environ["SOUNDPROBE_CACHE"] = str(settings.scratch / "cache")
    clips = list(varied_speech(settings.demo, speeds=_SPEEDS[:4:3] if settings.quick else _SPEEDS))
    names = [f"LJ001-{number:04d}" for number in range(len(clips))]
    root = write_ljspeech(settings.scratch / "LJSpeech-1.1", names, clips)
    yield _agreement("demo at several speeds", corpus_index("ljspeech", root))
    for name, path in settings.corpora.items():
        yield _agreement(name, corpus_index(name, path, most=_MOST_REAL_CLIPS))


def _agreement(what: str, index: CorpusIndex) -> Result:
    votes = _votes(index)
    agreeing = [_majority(labels) == labels[0] for labels in votes]
    return Result(
        name=f"pitch labels: {what}",
        value=100.0 * sum(agreeing) / len(votes),
        unit="%",
        wanted=98.0,
        about="clips whose label is that of the majority of ours, Praat's and swift-f0's; three answers are none",
        details={
            "clips": len(votes),
            "labels": dict(Counter(labels[0] for labels in votes)),
            "all_three_agree": sum(len({*labels}) == 1 for labels in votes),
            "praat_and_swift_agree_against_ours": sum(ours != praat == swift for ours, praat, swift in votes),
            "low_against_high": sum(len({*labels} - {"none"}) == 2 for labels in votes),
        },
    )


def _votes(index: CorpusIndex) -> list[tuple[str, str, str]]:
    """Give the label by ours, by Praat and by swift-f0 of every clip."""
    from builders.engine.sources import read_clip
    from builders.pitch import PAPER_RANGES

    votes = []
    for clip, values in select(index):
        samples = read_clip(index.root / clip.ref.path, clip.ref)
        votes.append((PAPER_RANGES.label_of(values), _label(praat_f0_hz(samples)), _label(swift_f0_hz(samples))))
    return votes


def _label(f0_hz: NDArray[np.float64]) -> str:
    """Label a track of voiced frames by the rule of the question."""
    from builders.pitch import PAPER_RANGES
    from probe_signal.f0 import share_in_band

    low, high = (
        share_in_band(f0_hz, low_hz=low_hz, high_hz=high_hz)
        for low_hz, high_hz in (PAPER_RANGES.low_hz, PAPER_RANGES.high_hz)
    )
    if low > PAPER_RANGES.low_threshold:
        return PAPER_RANGES.labels[0]
    return PAPER_RANGES.labels[1] if high > PAPER_RANGES.high_threshold else "none"


def _majority(labels: Sequence[str]) -> str | None:
    (label, count), *_ = Counter(labels).most_common(1)
    return label if count > 1 else None
