"""Fetch a corpus: download its archives, unpack them beside its place, and put the whole there by one renaming."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpora.fetching.downloading import Download, download
from corpora.fetching.meter import Meter
from corpora.fetching.room import most_bytes, most_unpacked_bytes, require_room_for
from corpora.fetching.standing import Standing, standing_of
from corpora.fetching.unpacking import Budget, unpack
from corpora.fetching.wording import archive_names
from corpora.indexing.model import Corpus
from manifests.errors import CorpusError

# A search for corpora passes hidden folders over: what is half unpacked is never taken for a corpus.
_WORKSHOP = ".fetching"


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A corpus that was brought.

    Parameters
    ----------
    standing : Standing
        Where it lies and how much of it is there.
    downloads : tuple of Download
        What was downloaded, with checksums.
    archives : pathlib.Path or None
        Where the archives are kept, if they are.
    """

    standing: Standing
    downloads: tuple[Download, ...]
    archives: Path | None


def fetch(corpus: Corpus, folder: Path, *, keep_archives: bool = False) -> Fetched:
    """Bring a corpus to `folder/NAME`, whole or not at all.

    What is downloaded stays in `folder/.fetching/NAME` until the corpus is in its place, so that a run that was stopped
    goes on.

    Parameters
    ----------
    corpus : Corpus
        One that declares archives.
    folder : pathlib.Path
        The folder that corpora lie in.
    keep_archives : bool
        Keep the archives after unpacking.

    Raises
    ------
    CorpusError
        If an archive cannot be had, is not what its checksum says, cannot be unpacked or does not hold the corpus; if
        the disk is too small, the place is taken, or somebody else is at it.
    """
    place, workshop = folder / corpus.name, folder / _WORKSHOP / corpus.name
    _require_free(corpus, place)
    require_room_for(corpus, folder, there_bytes=_size_of(workshop))
    with _alone(workshop):
        names = archive_names(corpus.archives)
        downloads = tuple(
            download(archive, workshop / name, most_bytes=most_bytes(corpus))
            for archive, name in zip(corpus.archives, names, strict=True)
        )
        staged = workshop / "unpacked"
        try:
            _unpack_all(corpus, downloads, staged)
            _require_free(corpus, place)
            staged.rename(place)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        for left in workshop.iterdir():  # what a killed run had begun
            if left.name not in names or not keep_archives:
                left.unlink()
    if not keep_archives:
        _remove_if_empty(workshop)
        _remove_if_empty(workshop.parent)
    standing = standing_of(corpus, given=place)
    return Fetched(standing=standing, downloads=downloads, archives=workshop if keep_archives else None)


def _unpack_all(corpus: Corpus, downloads: tuple[Download, ...], staged: Path) -> None:
    shutil.rmtree(staged, ignore_errors=True)
    packed = sum(done.path.stat().st_size for done in downloads)
    with Meter(f"unpacking {corpus.name}", total_bytes=round(corpus.size_gb * 1e9)) as meter:
        meter.begin()
        budget = Budget(most_unpacked_bytes(corpus, packed), meter)
        for archive, done in zip(corpus.archives, downloads, strict=True):
            into = staged / archive.unpack_to
            into.mkdir(parents=True, exist_ok=True)
            unpack(done.path, into, budget=budget)
    if corpus.locate(staged) is None:
        names = ", ".join(sorted(path.name for path in staged.iterdir())[:6]) or "nothing"
        raise CorpusError(
            where=", ".join(archive.url for archive in corpus.archives),
            found=f"another layout: {names}",
            wanted=f"{corpus.title}: {corpus.layout}",
            remedy=f"its owner may have changed it: look at {downloads[0].path.parent}, where the archives are kept",
        )


def _require_free(corpus: Corpus, place: Path) -> None:
    if not (place.exists() or place.is_symlink()):
        return
    if place.is_dir() and not place.is_symlink() and not any(place.iterdir()):
        place.rmdir()
        return
    raise CorpusError(
        where=str(place),
        found="something that is not the corpus" if place.is_dir() else "a file or a link",
        wanted=f"a free place for {corpus.title}",
        remedy="move it away, or choose another folder with --to",
    )


@contextmanager
def _alone(workshop: Path) -> Iterator[None]:
    """Keep a second fetch of the same corpus out."""
    from filelock import FileLock, Timeout

    try:
        workshop.mkdir(parents=True, exist_ok=True)
        lock = FileLock(workshop.parent / f"{workshop.name}.lock", timeout=0)
        with lock:
            yield
        Path(lock.lock_file).unlink(missing_ok=True)
    except Timeout as error:
        raise CorpusError(
            where=str(workshop),
            found="another fetch of the same corpus, under way",
            wanted="one at a time",
            remedy="wait until it has ended",
        ) from error
    except OSError as error:
        raise CorpusError(
            where=str(error.filename or workshop),
            found=(error.strerror or type(error).__name__).lower(),
            wanted="a folder to write to",
            remedy="choose another folder with --to; what was downloaded is kept",
        ) from error


def _size_of(workshop: Path) -> int:
    return sum(path.stat().st_size for path in workshop.glob("*") if path.is_file())


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
