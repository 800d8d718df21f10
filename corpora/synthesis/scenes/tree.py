"""The corpus of scenes as a tree of files in the cache folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from corpora.synthesis.kept import TreeWriter, kept_tree, version_digest
from corpora.synthesis.scenes.programme import CORPUS, Noise, mixes, noises
from corpora.synthesis.scenes.take import SAMPLING_RATE
from corpora.synthesis.script import SPEAKERS, Line, Speaker, script
from corpora.synthesis.tree import demo_tree, demo_version
from corpora.synthesis.wav import plain_wav
from execution.pool import map_jobs
from execution.progress import Progress
from probe_signal.arrays import IntArray

METADATA_HEADER = "|".join(
    (
        *("id", "path", "kind", "condition", "utterance", "noise", "snr_db", "split"),
        *("speaker", "sex", "language", "text", "noise_file", "start_frame"),
    )
)
SPLIT = "test"
_OPERATIONS = ("levels", "noise", "quantise", "resampling")
_PACKAGES = ("numpy", "scipy", "soxr")


def scenes_tree(*, workers: int) -> Path:
    """Give the folder of the corpus of scenes, making it first if it is not there whole; the demo corpus too.

    Raises
    ------
    OutputError
        If the cache folder cannot be written.
    CorpusError
        If the synthesiser that speaks the demo corpus cannot be used.
    """
    return kept_tree(
        CORPUS,
        version=_version(),
        write=lambda writer: _write(writer, workers=workers),
        title="the corpus of demo scenes",
        room="35 MB",
    )


def _version() -> str:
    import probe_signal

    signal = Path(str(probe_signal.__file__)).parent
    sources = [*sorted(Path(__file__).parent.glob("*.py")), *(signal / f"{name}.py" for name in _OPERATIONS)]
    return version_digest(sources=sources, packages=_PACKAGES, also=demo_version())


def _write(writer: TreeWriter, *, workers: int) -> None:
    demo = demo_tree(workers=workers)
    rows = [METADATA_HEADER]
    made: dict[str, IntArray] = {}
    with Progress("making noises", total=len(noises()), unit="noises") as progress:
        for noise, pcm in _made(demo, workers=workers):
            made[noise.name] = pcm
            rows.append(_add(writer, f"noise/{noise.name}", pcm, kind="noise", noise=noise.kind, speaker=noise.name))
            progress.advance()
    rows += _speech(writer, demo, made)
    writer.add("metadata.csv", "".join(f"{row}\n" for row in rows).encode())


def _made(demo: Path, *, workers: int) -> Iterator[tuple[Noise, IntArray]]:
    from corpora.synthesis.scenes.rendering import NoiseJob, make_noise

    recordings: dict[str, tuple[Path, ...]] = {
        speaker.name: tuple(_recording(demo, line) for line in script() if line.speaker == speaker)
        for speaker in SPEAKERS
    }
    jobs = [NoiseJob(noise, {name: recordings[name] for name in noise.speakers}) for noise in noises()]
    return zip(noises(), map_jobs(make_noise, jobs, workers=workers), strict=True)


def _speech(writer: TreeWriter, demo: Path, made: Mapping[str, IntArray]) -> Iterator[str]:
    """Add each utterance twice, clean and in its noise."""
    from corpora.synthesis.scenes.rendering import at_level, mix_clip, read_speech, start_of

    for mix in mixes():
        speech = read_speech(_recording(demo, mix.line))
        told = _told(mix.line)
        yield _add(writer, f"clean/{mix.line.id}", at_level(speech), kind="clean", condition="clean", **told)
        yield _add(
            writer,
            f"noisy/{mix.line.id}",
            mix_clip(mix, speech, made[mix.noise.name]),
            kind="noisy",
            condition="noisy",
            noise=mix.noise.kind,
            snr_db=str(mix.snr_db),
            noise_file=f"noise/{mix.noise.name}",
            start_frame=str(start_of(mix, frames=len(speech))),
            **told,
        )


def _add(writer: TreeWriter, name: str, pcm: IntArray, **told: str) -> str:
    """Write a clip; give its row of the metadata."""
    path = f"{name}.wav"
    writer.add(path, plain_wav(pcm.tobytes(), sampling_rate=SAMPLING_RATE))
    row = {"id": name, "path": path, "split": SPLIT, **told}
    return "|".join(row.get(column, "") for column in METADATA_HEADER.split("|"))


def _told(line: Line) -> dict[str, str]:
    speaker: Speaker = line.speaker
    told = {"speaker": speaker.name, "sex": speaker.sex, "language": speaker.language}
    return {"utterance": line.id, "text": line.text, **told}


def _recording(demo: Path, line: Line) -> Path:
    return demo / f"clips/{line.speaker.name}/{line.id}.wav"
