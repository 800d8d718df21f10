"""Fetch one file from a Hub: never more of it than its listing tells of, and gone on with where it broke off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit

from manifests.digest import opaque_id
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile

if TYPE_CHECKING:
    from huggingface_hub import HfApi

# Beside the files, where those wait that are not whole yet.
UNFINISHED = ".cache"


class _Bounded:
    """A file that refuses what comes beyond its size, before it is written."""

    def __init__(self, sink: BinaryIO, *, size: int, where: str) -> None:
        self._sink, self._size, self._where = sink, size, where

    def write(self, data: bytes) -> int:
        if self._sink.tell() + len(data) > self._size:
            raise _other_size(self._where, f"more than {self._size:,}", self._size)
        return self._sink.write(data)

    def tell(self) -> int:
        return self._sink.tell()

    def seek(self, place: int) -> int:
        return self._sink.seek(place)

    def truncate(self) -> int:
        return self._sink.truncate()


def download(api: HfApi, repository: str, file: RemoteFile, *, revision: str, folder: Path, where: str) -> None:
    """Fetch a file to its place below a folder; it is there whole or not at all.

    What has arrived of it waits in `.cache`. The library's own download believes the server's word for the size, and
    Xet's pieces come past any bound: so this is plain HTTP, with the library's retries, headers and errors.

    Parameters
    ----------
    api : huggingface_hub.HfApi
        Endpoint and token.
    repository : str
        OWNER/NAME of a dataset.
    file : RemoteFile
        The file, with the size that it must have in bytes.
    revision : str
        A commit.
    folder : pathlib.Path
        Where it goes.
    where : str
        The repository's address, for messages.

    Raises
    ------
    HubError
        If the server sends more or fewer bytes than it listed.
    huggingface_hub.errors.HfHubHTTPError
        If the Hub refuses.
    OSError
        If it cannot be written.
    """
    from huggingface_hub import file_download, get_hf_file_metadata, hf_hub_url
    from huggingface_hub.utils._headers import build_hf_headers

    target = folder.joinpath(*file.path.split("/"))
    part = folder / UNFINISHED / f"{opaque_id(file.path)}.part"
    part.parent.mkdir(parents=True, exist_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    url = hf_hub_url(repository, file.path, repo_type="dataset", revision=revision, endpoint=api.endpoint)
    there = get_hf_file_metadata(url, token=api.token, endpoint=api.endpoint)
    # A signed address elsewhere must not see the token.
    headers = build_hf_headers(token=api.token if _origin(there.location) == _origin(url) else False)
    name = f"{where}: {file.path}"
    try:
        with part.open("ab") as sink:
            if sink.tell() != file.size or not file.size:
                file_download.http_get(
                    there.location,
                    _Bounded(sink, size=file.size, where=name),  # type: ignore[arg-type]
                    resume_size=sink.tell(),
                    headers={**headers, "Accept-Encoding": "identity"},
                    displayed_filename=file.path,
                )
            if sink.tell() != file.size:
                raise _other_size(name, f"{sink.tell():,}", file.size)
    except HubError:
        part.unlink()
        raise
    part.replace(target)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _other_size(where: str, found: str, size: int) -> HubError:
    return HubError(
        where=where,
        found=f"{found} bytes",
        wanted=f"{size:,}, as listed",
        remedy="pull again; if it stays so, get the release from where its authors published it",
    )
