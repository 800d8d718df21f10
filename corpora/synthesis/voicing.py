"""Speak utterances into the cache, each once: a stopped run loses nothing, a changed script re-speaks what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

from corpora.indexing.cache import cache_folder
from corpora.indexing.riff import read_data_chunk
from corpora.synthesis.engines.protocol import Spoken, Synthesizer
from corpora.synthesis.utterance import Utterance
from corpora.synthesis.wav import plain_wav
from execution.progress import Progress
from manifests.atomic import atomic_path
from manifests.digest import opaque_id
from manifests.errors import CorpusError, OutputError

LONGEST_S = 30.0  # of any clip that is made of it
ROOM = "about 50 kB a second"
_FORM = 1  # of the files below
_QUIETEST_PEAK = 33  # -60 dBFS

Job = TypeVar("Job")
Result = TypeVar("Result")


def voiced(script: Sequence[Utterance], *, engine: Synthesizer, workers: int = 1) -> list[Path]:
    """Give a WAV file for each utterance, 16 bits, mono, at the engine's rate; speak those that are not there yet.

    Raises
    ------
    CorpusError
        If the engine fails, or says nothing, or for more than 30 s.
    OutputError
        If the cache folder cannot be written.
    """
    places = [_place(utterance, engine) for utterance in script]
    absent = {place: utterance for place, utterance in zip(places, script, strict=True) if not _is_clip(place)}

    def speak(job: tuple[Path, Utterance]) -> None:
        place, utterance = job
        _write(place, _said(utterance, engine))

    with Progress(f"speaking with {engine.name}", total=len(script), unit="utterances") as progress:
        progress.advance(len(script) - len(absent))
        for _ in _each(speak, absent.items(), workers=workers):
            progress.advance()
    return places


def _each(function: Callable[[Job], Result], jobs: Iterable[Job], *, workers: int) -> Iterator[Result]:
    """Call in threads (an engine waits for a server or for a process of its own), as they are done."""
    if workers == 1:  # Ctrl-C need not wait for a thread
        yield from map(function, jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        try:
            for future in as_completed([pool.submit(function, job) for job in jobs]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _place(utterance: Utterance, engine: Synthesizer) -> Path:
    said = (engine.voice_of(utterance), utterance.language, utterance.style, utterance.text)
    return cache_folder() / "speech" / opaque_id(_FORM, engine.name)[:16] / f"{opaque_id(*said, digits=32)}.wav"


def _is_clip(place: Path) -> bool:
    try:
        chunk = read_data_chunk(place)
    except OSError:
        return False
    return chunk is not None and chunk.declared_bytes > 0 and not chunk.cut


def _said(utterance: Utterance, engine: Synthesizer) -> Spoken:
    spoken = list(engine.speak((utterance,)))
    fault = _fault(spoken[0]) if len(spoken) == 1 else f"{len(spoken)} answers"
    if fault:
        raise CorpusError(
            where=f"utterance {utterance.key}, {engine.name}",
            found=fault,
            wanted=f"{utterance.text!r}, said in {LONGEST_S:g} s at most",
            remedy="try another voice or engine, or shorten the text",
        )
    return spoken[0]


def _fault(spoken: Spoken) -> str:
    """Say what is wrong with speech: empty if nothing is."""
    seconds = len(spoken.samples) / spoken.sampling_rate
    if not seconds:
        return "no speech"
    if seconds > LONGEST_S:
        return f"{seconds:.1f} s of speech"
    heard = int(abs(spoken.samples.astype("int32")).max()) >= _QUIETEST_PEAK
    return "" if heard else f"{seconds:.1f} s of silence"


def _write(place: Path, spoken: Spoken) -> None:
    content = plain_wav(spoken.samples.astype("<i2").tobytes(), sampling_rate=spoken.sampling_rate)
    try:
        with atomic_path(place) as temporary:
            temporary.write_bytes(content)
    except OutputError as error:
        raise OutputError(
            where=error.where,
            found=error.found,
            wanted=f"a place for synthetic speech, {ROOM}",
            remedy="set SOUNDPROBE_CACHE to a folder that can be written, on a disk with space",
        ) from error
