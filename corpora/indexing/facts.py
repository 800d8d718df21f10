"""The facts of many files: what the cache knows, and a scan of the rest in parallel."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from corpora.indexing.cache import ContentCache
from corpora.indexing.scan import SCAN_VERSION, AudioFacts, decode_file, hash_file
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import opaque_id

_FILES_A_JOB = 32
_SHA256 = re.compile(r"[0-9a-f]{64}")
# A file changed twice within one tick of the disk's clock keeps its time stamp: a young one proves nothing.
_YOUNG_NS = 2_000_000_000


def audio_facts(paths: Sequence[Path], *, title: str, workers: int) -> list[AudioFacts]:
    """Give the facts of each file, in order.

    A file seen before at this path in this state (inode, size and time stamps) is only looked up; one that
    moved is hashed again; one that is new is decoded whole.

    Parameters
    ----------
    paths : sequence of pathlib.Path
        The files; those that cannot be read come back as damaged.
    title : str
        What the progress bar says.
    workers : int
        Processes to use.
    """
    known = _known_facts(paths)
    unknown = [path for path in paths if path not in known]
    if unknown:
        jobs = [tuple(unknown[start : start + _FILES_A_JOB]) for start in range(0, len(unknown), _FILES_A_JOB)]
        with Progress(title, total=len(unknown), unit="files") as progress:
            for job, facts in zip(jobs, map_jobs(_scan_job, jobs, workers=workers), strict=True):
                known.update(zip(job, facts, strict=True))
                progress.advance(len(job))
    return [known[path] for path in paths]


def known_hashes(paths: Iterable[Path]) -> dict[Path, str]:
    """Give the SHA-256 of each file that has been hashed before and has kept its size and time stamps since."""
    stamps = {path: stamp for path in paths if (stamp := _stamp(path))}
    hashes = ContentCache("file-hashes").get_many(stamps.values())
    return {path: hashes[stamp] for path, stamp in stamps.items() if _is_sha256(hashes.get(stamp))}


def _known_facts(paths: Sequence[Path]) -> dict[Path, AudioFacts]:
    hashes = known_hashes(paths)
    facts = _cached_facts(list(hashes.values()))
    return {path: facts[sha256] for path, sha256 in hashes.items() if sha256 in facts}


def _scan_job(paths: tuple[Path, ...]) -> list[AudioFacts]:
    """Scan some files in a worker; what is learnt is kept at once, so that a stopped run loses little."""
    stamps = [_stamp(path) for path in paths]  # before the bytes are read: a change meanwhile must show later
    hashed = [hash_file(path) for path in paths]
    known = _cached_facts([sha256 for sha256, _ in hashed if sha256])
    new: dict[str, AudioFacts] = {}
    facts = []
    for path, (sha256, problem) in zip(paths, hashed, strict=True):
        if problem:
            facts.append(AudioFacts("", damage=problem))
            continue
        if sha256 not in known:
            known[sha256] = new[sha256] = decode_file(path, sha256)
        facts.append(known[sha256])
    ContentCache("audio-facts").put_many({_facts_key(sha): asdict(f) for sha, f in new.items() if f.sha256})
    ContentCache("file-hashes").put_many(dict(_hashes(stamps, facts)))
    return facts


def _hashes(stamps: Sequence[str], facts: Sequence[AudioFacts]) -> Iterator[tuple[str, str]]:
    for stamp, fact in zip(stamps, facts, strict=True):
        if stamp and fact.sha256:
            yield stamp, fact.sha256


def _cached_facts(hashes: Sequence[str]) -> dict[str, AudioFacts]:
    found = ContentCache("audio-facts").get_many(map(_facts_key, hashes))
    known = {sha256: _facts_of(found.get(_facts_key(sha256)), sha256) for sha256 in hashes}
    return {sha256: facts for sha256, facts in known.items() if facts}


def _facts_of(value: Any, sha256: str) -> AudioFacts | None:
    """Read a cached value; one that is not of this kind counts as missing, and is replaced by the scan."""
    if not isinstance(value, dict) or value.keys() != {field.name for field in fields(AudioFacts)}:
        return None
    facts = AudioFacts(**value)
    numbers = (facts.frames, facts.sampling_rate, facts.channels)
    sound = facts.sha256 == sha256 and isinstance(facts.damage, str)
    return facts if sound and all(type(number) is int and number >= 0 for number in numbers) else None


def _is_sha256(value: object) -> bool:
    return isinstance(value, str) and bool(_SHA256.fullmatch(value))


def _facts_key(sha256: str) -> str:
    return f"{sha256}:{SCAN_VERSION}"


def _stamp(path: Path) -> str:
    """Name this state of the file; empty if it is absent or too young to be told from another."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return ""
    if time.time_ns() - status.st_mtime_ns < _YOUNG_NS:
        return ""
    # A copy or a restore that keeps times (cp -p) keeps size and modification time, but not the change time.
    state = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return opaque_id(str(path.absolute()), *state, digits=64)
