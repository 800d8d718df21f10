"""The demo corpus as a tree of files in the cache folder."""

from __future__ import annotations

from pathlib import Path

from corpora.synthesis.espeak import SAMPLING_RATE, speak
from corpora.synthesis.kept import TreeWriter, kept_tree, version_digest
from corpora.synthesis.script import METADATA_HEADER, SENTENCES, Line, script
from corpora.synthesis.wav import plain_wav
from execution.pool import map_jobs
from execution.progress import Progress

_WORDS_PER_MINUTE = 150
# What the samples depend on; the import package pyworld comes from either of two projects.
_MODULES = ("clips", "espeak", "espeak_process", "script", "tree", "wav")
_OPERATIONS = ("f0", "levels", "quantise", "resampling", "resynthesis")
_PACKAGES = ("espeakng-loader", "pyworld-prebuilt", "pyworld", "numpy", "soxr")


def demo_tree(*, workers: int) -> Path:
    """Give the folder of the demo corpus, making it first if it is not there whole.

    Raises
    ------
    OutputError
        If the cache folder cannot be written.
    CorpusError
        If the synthesiser cannot be used.
    """
    return kept_tree(
        "demo",
        version=demo_version(),
        write=lambda writer: _write(writer, workers=workers),
        title="the demo corpus",
        room="10 MB",
    )


def demo_version() -> str:
    """Name everything that the bytes depend on: the script, the code that speaks it, and the libraries."""
    import probe_signal

    here, signal = Path(__file__).parent, Path(str(probe_signal.__file__)).parent
    sources = [*(here / f"{name}.py" for name in _MODULES), SENTENCES]
    return version_digest(sources=[*sources, *(signal / f"{name}.py" for name in _OPERATIONS)], packages=_PACKAGES)


def _write(writer: TreeWriter, *, workers: int) -> None:
    from corpora.synthesis.clips import SpokenLine, finish_clip

    lines = script()
    spoken = speak([(line.speaker.voice, line.text) for line in lines], words_per_minute=_WORDS_PER_MINUTE)
    jobs = [SpokenLine(line, samples, SAMPLING_RATE) for line, samples in zip(lines, spoken, strict=True)]
    with Progress("making the demo corpus", total=len(jobs), unit="clips") as progress:
        for line, clip in zip(lines, map_jobs(finish_clip, jobs, workers=workers), strict=True):
            writer.add(_clip_path(line), plain_wav(clip.tobytes(), sampling_rate=SAMPLING_RATE))
            progress.advance()
    rows = [METADATA_HEADER, *map(_metadata_row, lines)]
    writer.add("metadata.csv", "".join(f"{row}\n" for row in rows).encode())


def _clip_path(line: Line) -> str:
    return f"clips/{line.speaker.name}/{line.id}.wav"


def _metadata_row(line: Line) -> str:
    speaker = line.speaker
    return "|".join((line.id, _clip_path(line), speaker.name, speaker.sex, speaker.language, line.text))
