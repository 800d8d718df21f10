"""An audit: seconds for a thousand clips, and whether its memory grows with the set."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.harness.isolation import FreshProcess
from benchmarks.harness.memory import Peak, peak_of
from benchmarks.harness.result import Result, Settings
from benchmarks.material.volume_build import VolumeBuild

_WORKERS = 2
_PAIRS = 500
_FEW, _MANY = 1_000, 4_000  # pairs; classifiers look at 2,000 clips at most
_MOST_S = 60.0


def run(settings: Settings) -> Iterator[Result]:
    """Audit a volume set as a user does, all rules but the front ends; then watch the memory of two larger ones."""
    pairs = _PAIRS // 5 if settings.quick else _PAIRS
    thousand = _set(settings, pairs=pairs)
    seconds = [_timed(thousand) for _ in range(3)]
    yield Result(
        name=f"audit: {2 * pairs:,} clips of 7 s",
        value=min(seconds),
        unit="s",
        bound="at most",
        wanted=_MOST_S,
        about=f"hearing, every rule and the cheats, {_WORKERS} processes; the best of three",
        details={"seconds": seconds},
    )
    if settings.quick:
        return
    small, large = (_peak(_set(settings, pairs=count)) for count in (_FEW, _MANY))
    yield Result(
        name="audit: memory of four times as many clips",
        value=large.pss_mb / small.pss_mb,
        unit="x",
        bound="at most",
        wanted=1.15,
        about=f"largest sum of the PSS of an audit and its {_WORKERS} workers, {2 * _MANY:,} clips / {2 * _FEW:,}",
        details={"few": small.to_json(), "many": large.to_json()},
    )


def _set(settings: Settings, *, pairs: int) -> Path:
    """Build a volume set of clips of 7 s."""
    build = VolumeBuild.over_speech(settings.scratch / str(pairs), settings.demo, pairs=pairs, duration_s=(6.5, 7.5))
    build.build(workers=_WORKERS)
    return build.out / build.recipe().name


def audit_set(path: Path) -> None:
    """Audit a set with what its record knows."""
    from verification.audit.auditing import audit
    from verification.audit.ours import with_record
    from verification.audit.request import AuditRequest

    audit(with_record(AuditRequest(path=path, workers=_WORKERS)))


def _timed(path: Path) -> float:
    """Time an audit in a process that has done nothing else, imports and all."""
    with FreshProcess() as process:
        started = time.perf_counter()
        process.call(audit_set, path)
        return time.perf_counter() - started


def _peak(path: Path) -> Peak:
    with FreshProcess() as process:
        return process.call(peak_of, partial(audit_set, path))
