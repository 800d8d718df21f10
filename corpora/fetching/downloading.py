"""Download an archive with pooch, by a downloader that goes on where an earlier run was stopped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpora.fetching import retrying
from corpora.fetching.meter import Meter
from corpora.fetching.parts import PartFile
from corpora.fetching.room import require_room
from corpora.fetching.wording import size_text
from corpora.indexing.model import Archive
from manifests.errors import CorpusError

if TYPE_CHECKING:
    import httpx2

_TIMEOUT_S = 60.0  # without a byte


@dataclass(frozen=True, kw_only=True)
class Download:
    """An archive on this disk.

    Parameters
    ----------
    path : pathlib.Path
        Where it lies.
    checksum : str
        What it hashes to, as `sha256:...` or `md5:...`.
    stood : bool
        Whether an earlier run had brought it.
    """

    path: Path
    checksum: str
    stood: bool


def download(archive: Archive, path: Path, *, most_bytes: int | None = None) -> Download:
    """Bring an archive, whole and as its checksum says.

    Parameters
    ----------
    archive : Archive
        Which one.
    path : pathlib.Path
        The file to be. What there is of it stands beside it as `NAME.part` until it is whole; a file that does not
        hash to the checksum is put beside it as `NAME.refused`.
    most_bytes : int or None
        How large it may be.

    Raises
    ------
    CorpusError
        If it cannot be had, is not what its checksum says, or does not fit the disk.
    """
    import pooch

    pooch.get_logger().setLevel("WARNING")
    stood = path.exists()
    bringing = _Resuming(archive, path, most_bytes=most_bytes)
    pooch.retrieve(archive.url, archive.checksum or None, fname=path.name, path=path.parent, downloader=bringing)
    checksum = archive.checksum or f"sha256:{pooch.file_hash(str(path))}"
    return Download(path=path, checksum=checksum.lower(), stood=stood and not bringing.used)


class _Resuming:
    """A downloader as pooch takes one: it brings `url` into the file that pooch names, by way of a part file."""

    def __init__(self, archive: Archive, path: Path, *, most_bytes: int | None) -> None:
        self._archive, self._path, self._most_bytes = archive, path, most_bytes
        self.used = False

    def __call__(self, url: str, output_file: Any, pooch: Any, check_only: bool = False) -> None:  # noqa: ARG002, FBT
        self.used = True
        part = PartFile(self._path.with_name(f"{self._path.name}.part"), url, checked=bool(self._archive.checksum))
        resumed = part.size > 0
        self._complete(part, url)
        got = self._fault(part.path)
        if got and resumed:  # the file on the server may be another by now: the whole of it, once more
            part.start_anew()
            self._complete(part, url)
            got = self._fault(part.path)
        if got:
            raise self._refusal(part, got)
        part.path.replace(output_file)
        part.start_anew()

    def _fault(self, path: Path) -> str:
        """Give the checksum of what came, if it is not the one that was wanted."""
        if not self._archive.checksum:
            return ""
        import pooch

        algorithm = self._archive.checksum.partition(":")[0]
        got = f"{algorithm}:{pooch.file_hash(str(path), alg=algorithm)}"
        return got if got.lower() != self._archive.checksum.lower() else ""

    def _refusal(self, part: PartFile, got: str) -> CorpusError:
        kept = self._path.with_name(f"{self._path.name}.refused")
        size = part.size
        part.path.replace(kept)
        part.start_anew()
        vouched = f" ({self._archive.source})" if self._archive.source else ""
        return CorpusError(
            where=self._archive.url,
            found=f"another file: {got}, {size:,} bytes",
            wanted=f"{self._archive.checksum}{vouched}",
            remedy=f"try again later; if it stays so, its owner changed the file. What came is kept as {kept}, unused",
        )

    def _complete(self, part: PartFile, url: str) -> None:
        import httpx2

        failures = 0
        with (
            httpx2.Client(follow_redirects=True, timeout=_TIMEOUT_S) as client,
            Meter(self._path.name, total_bytes=self._archive.size_bytes) as meter,
        ):
            while not part.whole():
                before = part.size
                try:
                    if self._add(client, part, url, meter):
                        return
                except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:  # the last of a redirection's host
                    failures = 1 if part.size > before else failures + 1
                    waiting_s = retrying.wait_s(error, failures)
                    if waiting_s is None:
                        raise _failure(url, error, part) from error
                    retrying.PATIENCE.sleep(waiting_s)

    def _add(self, client: httpx2.Client, part: PartFile, url: str, meter: Meter) -> bool:
        """Ask for what is missing and add it; False if what was there had to go."""
        import httpx2

        asked = part.request_headers()
        with client.stream("GET", url, headers=asked) as answer:
            if answer.status_code != 416 or "Range" not in asked:
                answer.raise_for_status()
            if not part.accept(answer.status_code, answer.headers):
                if "Range" in asked:
                    return False
                raise httpx2.RemoteProtocolError("a piece of the file where all of it was asked for")
            if answer.status_code == 416:
                return True
            require_room(part.path.parent, (part.total or 0) - part.size, what=f"the rest of {self._path.name}")
            meter.begin(part.size, part.total)
            with part.path.open("ab") as handle:
                # Raw: what a server calls its encoding (gzip, for a .tar.gz) is the file itself.
                for chunk in answer.iter_raw():
                    handle.write(chunk)
                    meter.advance(len(chunk))
                    self._require_bounded(part, url)
        if part.total is not None and part.size != part.total:
            raise httpx2.RemoteProtocolError(f"{part.size:,} bytes of {part.total:,}")
        return True

    def _require_bounded(self, part: PartFile, url: str) -> None:
        if self._most_bytes is not None and part.size > self._most_bytes:
            part.start_anew()
            raise CorpusError(
                where=url,
                found=f"more than {size_text(self._most_bytes)}",
                wanted="about as much as the corpus is said to take",
                remedy="see what is at the address before you download it by hand",
            )


def _failure(url: str, error: Exception, part: PartFile) -> CorpusError:
    import httpx2

    if isinstance(error, httpx2.HTTPStatusError):
        status = error.response.status_code
        found = f"the server answers {status} {error.response.reason_phrase}".rstrip()
    else:
        found = f"no answer: {str(error) or type(error).__name__}"
    kept = f"; {size_text(part.size)} of it are kept, and the next run goes on there" if part.size else ""
    return CorpusError(
        where=url,
        found=found,
        wanted="the archive",
        remedy=f"see whether the address opens in a browser, and run the same command again later{kept}",
    )
