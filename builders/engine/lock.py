"""Two builds of one dataset at once would tear each other's work: the second is told to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpora.indexing.cache import cache_folder
from manifests.digest import opaque_id
from manifests.errors import OutputError


@contextmanager
def build_lock(folder: Path, *, work: str = "build of this dataset") -> Iterator[None]:
    """Hold the lock of what is made at `folder`.

    The lock file lies in the cache folder, so that nothing foreign lies among published files; the operating
    system frees it when the process ends, however it ends.

    Parameters
    ----------
    folder : pathlib.Path
        The dataset, or whatever else is made there.
    work : str
        What is made, for the message.

    Raises
    ------
    OutputError
        If another process is at it.
    """
    from filelock import FileLock, Timeout

    path = cache_folder() / "locks" / f"{opaque_id(str(folder.resolve()))}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, timeout=0)
        lock.acquire()
    except Timeout as error:
        raise OutputError(
            where=str(folder),
            found=f"another {work} at work",
            wanted="one at a time",
            remedy="wait for it to end, or choose another folder with --out",
        ) from error
    except OSError as error:
        raise OutputError(
            where=str(path),
            found=(error.strerror or type(error).__name__).lower(),
            wanted="a place for locks",
            remedy="set SOUNDPROBE_CACHE to a folder that can be written",
        ) from error
    try:
        yield
    finally:
        lock.release()
