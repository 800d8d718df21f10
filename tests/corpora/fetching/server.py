"""A server of files on loopback that does what servers do: ranges or none, cuts, faults, redirections."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Shelf:
    """What the server offers, and what it was asked."""

    files: dict[str, bytes] = field(default_factory=dict)
    ranges: bool = True  # whether it knows `Range`
    etag: str | None = '"one"'
    cuts: list[int] = field(default_factory=list)  # the next answers end after so many bytes
    faults: list[tuple[int, dict[str, str]]] = field(default_factory=list)  # the next answers are these
    moved: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    length: bool = True  # whether it says how long a file is
    asked: list[dict[str, str]] = field(default_factory=list)
    address: str = ""

    def url(self, name: str) -> str:
        return f"{self.address}/{name}"


@contextmanager
def serving() -> Iterator[Shelf]:
    shelf = Shelf()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shelf.asked.append(dict(self.headers))
            name = self.path.lstrip("/")
            if shelf.faults:
                status, headers = shelf.faults.pop(0)
                self._answer(status, headers, b"")
            elif name in shelf.moved:
                self._answer(302, {"Location": shelf.moved[name]}, b"")
            elif name not in shelf.files:
                self._answer(404, {}, b"")
            else:
                self._give(shelf.files[name])

        def _give(self, body: bytes) -> None:
            headers = dict(shelf.headers) | ({"ETag": shelf.etag} if shelf.etag else {})
            wanted = self.headers.get("Range", "")
            same = self.headers.get("If-Range") in {None, shelf.etag}
            if not (shelf.ranges and wanted and same):
                self._answer(200, headers, body)
                return
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= len(body):
                self._answer(416, {"Content-Range": f"bytes */{len(body)}"}, b"")
                return
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
            self._answer(206, headers, body[start:])

        def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if shelf.length:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            cut = shelf.cuts.pop(0) if shelf.cuts and status in {200, 206} else len(body)
            self.wfile.write(body[:cut])
            self.close_connection = True

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    shelf.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield shelf
    finally:
        server.shutdown()
        server.server_close()
