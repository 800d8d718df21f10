"""A file that is being downloaded: what is there of it, and whether the rest may be added to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# No file has more bytes than 18 digits say.
_LENGTH = re.compile(r"\d{1,18}", re.ASCII)
_CONTENT_RANGE = re.compile(r"bytes (?:(\d{1,18})-\d{1,18}|\*)/(\d{1,18}|\*)", re.ASCII)


class PartFile:
    """The bytes of a download so far, in `NAME.part`, and in `NAME.part.json` which version of the file they are of.

    Parameters
    ----------
    path : pathlib.Path
        The part file.
    url : str
        Where the file comes from; a part of another address is not gone on with.
    checked : bool
        Whether a checksum will tell if two versions got mixed. Without one, only a server that names the version
        (`ETag`, `Last-Modified`) is asked for the rest.
    """

    def __init__(self, path: Path, url: str, *, checked: bool) -> None:
        self.path = path
        self._url, self._checked = url, checked
        self._note = path.with_name(f"{path.name}.json")
        self._state = self._read_note()
        if not self._state or not path.exists():
            self.start_anew()

    @property
    def size(self) -> int:
        """Bytes that are there."""
        return self.path.stat().st_size if self.path.exists() else 0

    @property
    def total(self) -> int | None:
        """Bytes of the whole file, if the server said."""
        return self._state.get("total")

    def whole(self) -> bool:
        """Say whether every byte is there."""
        return self.total is not None and self.size == self.total

    def start_anew(self) -> None:
        """Throw away what is there."""
        self.path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
        self._state = {}

    def request_headers(self) -> dict[str, str]:
        """Ask for the rest, if there is a part that it can be added to (RFC 9110, 13.1.5 and 14.2)."""
        # The bytes as they lie there: a server that packs them on the way would make another file of them.
        headers = {"Accept-Encoding": "identity"}
        version = self._state.get("version")
        if self.size and (version or self._checked):
            headers["Range"] = f"bytes={self.size}-"
            if version:
                headers["If-Range"] = version
        return headers

    def accept(self, status: int, headers: Mapping[str, str]) -> bool:
        """Make ready for the body of an answer; False if it does not fit to what is there, which is then gone.

        Parameters
        ----------
        status : int
            206 brings the rest, 416 says that there is none; any other success brings everything.
        headers : mapping
            Of the answer.
        """
        start, total = _content_range(headers.get("Content-Range", ""))
        known = self.total
        if status == 416 and total is not None and total == self.size:
            self._write_note(headers, total)
            return True
        if status in {206, 416}:
            fits = status == 206 and start == self.size and (known is None or total is None or known == total)
            if not fits:
                self.start_anew()
            else:
                self._write_note(headers, total)
            return fits
        self.start_anew()
        length = headers.get("Content-Length", "")
        self._write_note(headers, int(length) if _LENGTH.fullmatch(length) else None)
        return True

    def _write_note(self, headers: Mapping[str, str], total: int | None) -> None:
        tag = headers.get("ETag", "")
        version = tag if tag.startswith('"') else headers.get("Last-Modified", "")  # a weak tag vouches for no bytes
        version = version if version.isascii() and version.isprintable() else ""  # it is sent back as it came
        kept = {"total": total if total is not None else self.total, "version": version or self._state.get("version")}
        self._state = {"url": self._url, **kept}
        self._note.write_text(json.dumps(self._state), encoding="utf-8")

    def _read_note(self) -> dict[str, Any]:
        try:
            state = json.loads(self._note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(state, dict) or state.get("url") != self._url:
            return {}
        total, version = state.get("total"), state.get("version")
        sound = isinstance(total, int | None) and isinstance(version, str | None)
        return state if sound and (total is None or self.size <= total) else {}


def _content_range(value: str) -> tuple[int | None, int | None]:
    """Read `bytes 500-999/1000` as where the body begins and how long the file is."""
    match = _CONTENT_RANGE.fullmatch(value.strip())
    if not match:
        return None, None
    start, total = match.groups()
    return (int(start) if start else None), (int(total) if total != "*" else None)
