"""The volume build against what its codecs alone cost, and against the script one would write first."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.harness.result import Result, Settings
from benchmarks.harness.rounds import Contender, in_turns, pin_to_one_core
from benchmarks.material.volume_build import VolumeBuild

if TYPE_CHECKING:
    from numpy.typing import NDArray

_RATE = 16_000
_GAINS = {"increasing": (0.0, 1.0), "decreasing": (1.0, 0.0)}


def run(settings: Settings) -> Iterator[Result]:
    """Time the build, the floors and the scripts in turns on one core."""
    pairs, rounds = (40, 3) if settings.quick else (512, 5)  # the recipe at full size
    pin_to_one_core()
    build = VolumeBuild.over_speech(settings.scratch, settings.demo, pairs=pairs)
    build.build()
    sources = build.sources()
    script = partial(straightforward_script, sources, settings.scratch / "script.parquet")
    times = in_turns(
        {
            "ours": Contender(work=build.build, prepare=build.forget_build),
            "ours, first build": Contender(work=build.build, prepare=build.forget_dataset),
            "ours, cold index": Contender(work=build.build, prepare=build.forget_all),
            "floor a clip": Contender(work=partial(codec_floor, sources, decoded_once=False)),
            "floor a pair": Contender(work=partial(codec_floor, sources, decoded_once=True)),
            "script": Contender(work=partial(script, loaded_once=False)),
            "script a pair": Contender(work=partial(script, loaded_once=True)),
        },
        rounds=rounds,
    )
    for name, baseline, contender, wanted, about in _COMPARED:
        yield Result(
            name=f"volume: {name}",
            value=times.ratio(baseline, contender),
            unit="x",
            wanted=wanted,
            about=about,
            details={**times.details(baseline, contender), "items": 2 * pairs},
        )


_FLOOR = "decode, soxr HQ and FLAC level 5 for every clip that ships"
_SCRIPT = "librosa.load, ramp, FLAC for every clip, Dataset.from_list, to_parquet"
_COMPARED = (
    ("codec floor", "floor a clip", "ours", 0.80, f"{_FLOOR} / plan and build, clips measured before"),
    ("codec floor, first build", "floor a clip", "ours, first build", None, f"{_FLOOR} / clips never measured"),
    ("codec floor, corpus never seen", "floor a clip", "ours, cold index", None, f"{_FLOOR} / and never hashed"),
    ("codec floor, decoded once a pair", "floor a pair", "ours", None, "the same, but decode and soxr once a pair"),
    ("straightforward script", "script", "ours", None, f"{_SCRIPT} / plan and build, clips measured before"),
    ("straightforward script, first build", "script", "ours, first build", None, f"{_SCRIPT} / clips never measured"),
    ("straightforward script, loaded once a pair", "script a pair", "ours", None, "the same, one load a pair"),
)


def codec_floor(sources: Sequence[Path], *, decoded_once: bool) -> None:
    """Do for every clip what nobody can leave out, and nothing else; two clips ship from every source."""
    for path in sources:
        clip = _decoded(path)
        _flac(clip, compression_level=5 / 8)
        _flac(clip if decoded_once else _decoded(path), compression_level=5 / 8)


def _decoded(path: Path) -> NDArray[np.int16]:
    import soundfile as sf
    import soxr

    pcm, rate = sf.read(path, dtype="int16")
    samples = soxr.resample(np.multiply(pcm, np.float32(1 / 32768), dtype=np.float32), rate, _RATE, "HQ")
    clip: NDArray[np.int16] = (samples * np.float32(32767)).astype(np.int16)
    return clip


def straightforward_script(sources: Sequence[Path], target: Path, *, loaded_once: bool) -> None:
    """Make the same dataset as one would in a notebook."""
    import librosa
    from datasets import Dataset, disable_progress_bars

    disable_progress_bars()
    rows = []
    for path in sources:
        for number, (direction, gains) in enumerate(_GAINS.items()):
            if number == 0 or not loaded_once:
                samples, _ = librosa.load(path, sr=_RATE)
            ramped = samples * np.linspace(*gains, len(samples), dtype=np.float32)
            rows.append(_row(path, direction, _flac(ramped)))
    Dataset.from_list(rows).to_parquet(target)


def _row(path: Path, direction: str, flac: bytes) -> dict[str, Any]:
    file = f"{path.stem}-{direction}.flac"
    return {
        "audio": {"bytes": flac, "path": file},
        "file": file,
        "instruction": "Is the volume of this audio segment gradually increasing or decreasing?",
        "label": direction,
    }


def _flac(samples: NDArray[Any], **options: Any) -> bytes:
    import soundfile as sf

    sink = io.BytesIO()
    sf.write(sink, samples, _RATE, format="FLAC", subtype="PCM_16", **options)
    return sink.getvalue()
