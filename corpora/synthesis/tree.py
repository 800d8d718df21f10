"""The demo corpus as a tree of files in the cache folder: whole or not there, and made once."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from corpora.indexing.cache import cache_folder
from corpora.synthesis.espeak import SAMPLING_RATE, speak
from corpora.synthesis.script import METADATA_HEADER, SENTENCES, Line, script
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import canonical_json, sha256_of
from manifests.errors import OutputError

_SUMS = "SHA256SUMS"
_UNFINISHED = "unfinished-"
_ABANDONED_AFTER_S = 86_400.0  # left by a build that was killed
_WORDS_PER_MINUTE = 150
# What the samples depend on; the import package pyworld comes from either of two projects.
_PACKAGES = ("espeakng-loader", "pyworld-prebuilt", "pyworld", "numpy", "soxr")


def demo_tree(*, workers: int) -> Path:
    """Give the folder of the demo corpus, making it first if it is not there whole.

    A stopped build leaves nothing under the corpus's name; of several builders at once, the first to finish
    puts its tree there.

    Raises
    ------
    OutputError
        If the cache folder cannot be written.
    CorpusError
        If the synthesiser cannot be used.
    """
    root = cache_folder() / "demo" / _version_digest()
    if _whole(root):
        return root
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=root.parent) as folder:
            fresh = Path(folder) / root.name
            _write(fresh, workers=workers)
            _put_in_place(fresh, root, aside=Path(folder) / "damaged")
    except OSError as error:
        raise OutputError(
            where=str(root),
            found=(error.strerror or type(error).__name__).lower(),
            wanted="a place for the demo corpus, 10 MB",
            remedy="set SOUNDPROBE_CACHE to a folder that can be written, on a disk with space",
        ) from error
    return root


def _put_in_place(fresh: Path, root: Path, *, aside: Path) -> None:
    from filelock import FileLock

    # The lock is not held while clips are made: a worker that came here by mistake would wait for its parent.
    with FileLock(root.with_name("lock")):
        if not _whole(root):
            if root.exists():
                root.rename(aside)
            fresh.rename(root)
        for leftover in root.parent.glob(f"{_UNFINISHED}*"):
            if time.time() - leftover.stat().st_mtime > _ABANDONED_AFTER_S:
                shutil.rmtree(leftover, ignore_errors=True)


def _write(folder: Path, *, workers: int) -> None:
    from corpora.synthesis.clips import SpokenLine, finish_clip

    lines = script()
    spoken = speak([(line.speaker.voice, line.text) for line in lines], words_per_minute=_WORDS_PER_MINUTE)
    jobs = [SpokenLine(line, samples, SAMPLING_RATE) for line, samples in zip(lines, spoken, strict=True)]
    sums: dict[str, str] = {}
    with Progress("making the demo corpus", total=len(jobs), unit="clips") as progress:
        for line, clip in zip(lines, map_jobs(finish_clip, jobs, workers=workers), strict=True):
            sums[_clip_path(line)] = _write_file(folder / _clip_path(line), _wav(clip.tobytes()))
            progress.advance()
    rows = [METADATA_HEADER, *map(_metadata_row, lines)]
    sums["metadata.csv"] = _write_file(folder / "metadata.csv", "".join(f"{row}\n" for row in rows).encode())
    _write_file(folder / _SUMS, "".join(f"{digest}  {path}\n" for path, digest in sums.items()).encode())


def _clip_path(line: Line) -> str:
    return f"clips/{line.speaker.name}/{line.id}.wav"


def _metadata_row(line: Line) -> str:
    speaker = line.speaker
    return "|".join((line.id, _clip_path(line), speaker.name, speaker.sex, speaker.language, line.text))


def _wav(pcm: bytes) -> bytes:
    """Put 16-bit mono samples, little-endian, into the plainest of WAV files."""
    rate = SAMPLING_RATE
    form = (1).to_bytes(2, "little") * 2 + rate.to_bytes(4, "little") + (2 * rate).to_bytes(4, "little")
    form += (2).to_bytes(2, "little") + (16).to_bytes(2, "little")
    body = b"WAVE" + _chunk(b"fmt ", form) + _chunk(b"data", pcm)
    return _chunk(b"RIFF", body)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content


def _write_file(path: Path, content: bytes) -> str:
    """Write `content` through to the disk and give its SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return sha256_of(content)


def _whole(root: Path) -> bool:
    """Whether every file is there as it was written (cleaners of cache folders take files one by one)."""
    try:
        listed = [line.split("  ") for line in (root / _SUMS).read_text(encoding="utf-8").splitlines()]
        return len(listed) > 1 and all(sha256_of((root / path).read_bytes()) == digest for digest, path in listed)
    except (OSError, ValueError):
        return False


def _version_digest() -> str:
    """Name everything that the bytes depend on: the script, the code that speaks it, and the libraries."""
    import probe_signal

    here, signal = Path(__file__).parent, Path(str(probe_signal.__file__)).parent
    sources = [*sorted(here.glob("*.py")), SENTENCES]
    sources += [signal / f"{name}.py" for name in ("f0", "levels", "quantise", "resampling", "resynthesis")]
    parts = {
        "sources": [hashlib.sha256(source.read_bytes()).hexdigest() for source in sources],
        "packages": {package: _version(package) for package in _PACKAGES},
    }
    return sha256_of(canonical_json(parts).encode())[:16]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
