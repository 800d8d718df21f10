"""Measure source clips, in parallel, and keep the values by content."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from builders.engine.environment import code_sha256, package_versions
from builders.engine.sources import SourceReader
from corpora.indexing.cache import ContentCache
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import opaque_id
from manifests.rows import SourceRef

if TYPE_CHECKING:
    from probe_signal.arrays import FloatArray

Values = Mapping[str, float]
_CLIPS_PER_JOB = 8
_KEEP_EVERY_S = 2.0  # each time waits for the disk: a stopped run loses no more than this


class Analysis(ABC):
    """A measurement of a clip; subclasses are frozen dataclasses whose fields are its settings."""

    name: ClassVar[str]

    @abstractmethod
    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Measure one clip (mono, shape (n,)): a pure function."""

    def samples_of(self, ref: SourceRef, reader: SourceReader) -> FloatArray:
        """Read the clip to measure: as it would ship, unless a quick look is enough."""
        return reader.read(ref)

    def key(self, request: Request) -> str:
        """Hash all that the values depend on: the clip's content, the settings, the arguments, code and libraries."""
        ref = request.ref
        settings = asdict(self)  # type: ignore[call-overload]
        stretch = [ref.start_frame, ref.frames]
        made_by = {"code": code_sha256(type(self).__module__), **package_versions()}
        return opaque_id(ref.sha256, stretch, self.name, settings, dict(request.arguments), made_by, digits=64)


@dataclass(frozen=True)
class Request:
    """A clip to measure, and what the measurement is told about it."""

    ref: SourceRef
    arguments: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class _Job:
    analysis: Analysis
    root: Path
    requests: tuple[Request, ...]


def run_analysis(
    analysis: Analysis, requests: Sequence[Request], *, root: Path, title: str, workers: int
) -> list[Values]:
    """Give the values of each request; measure only what has not been measured before.

    Parameters
    ----------
    analysis : Analysis
        What to measure.
    requests : sequence of Request
        The clips, all of one corpus.
    root : pathlib.Path
        The corpus root.
    title : str
        What the progress bar says.
    workers : int
        Processes to use.

    Raises
    ------
    AudioError
        If a file cannot be read any more.
    """
    cache = ContentCache("analyses")
    keys = [analysis.key(request) for request in requests]
    values: dict[str, Values] = {
        key: found for key, found in cache.get_many(keys).items() if isinstance(found, dict) and found
    }
    missing = {key: request for key, request in zip(keys, requests, strict=True) if key not in values}
    batches = list(_batches(list(missing.values())))
    jobs = (_Job(analysis, root, batch) for batch in batches)
    new: dict[str, Values] = {}
    kept = time.monotonic()
    try:
        with Progress(title, total=len(missing), unit="clips") as progress:
            for batch, measured in zip(batches, map_jobs(_measure, jobs, workers=workers), strict=True):
                new |= {analysis.key(request): one for request, one in zip(batch, measured, strict=True)}
                if time.monotonic() - kept > _KEEP_EVERY_S:
                    cache.put_many(new)
                    values |= new
                    new, kept = {}, time.monotonic()
                progress.advance(len(batch))
    finally:
        cache.put_many(new)
    values |= new
    return [values[key] for key in keys]


def _batches(requests: Sequence[Request]) -> Iterator[tuple[Request, ...]]:
    for start in range(0, len(requests), _CLIPS_PER_JOB):
        yield tuple(requests[start : start + _CLIPS_PER_JOB])


def _measure(job: _Job) -> list[dict[str, float]]:
    refs = [request.ref for request in job.requests]
    reader = SourceReader({ref.corpus: job.root for ref in refs}, refs)
    return [
        job.analysis.measure(job.analysis.samples_of(request.ref, reader), **request.arguments)
        for request in job.requests
    ]
