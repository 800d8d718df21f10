"""The HTTP of a Hub on loopback: bodies, ranges, and faults on demand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    from tests.publishing.hub.server import Fault, Hub

CHUNK = 1 << 20


class Connection(BaseHTTPRequestHandler):
    """One connection; what is asked of it is answered by `route`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits 40 ms for an acknowledgement
    hub: Hub

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve()

    do_POST = do_PUT = do_HEAD = do_GET  # noqa: N815

    def route(self, path: str) -> None:
        raise NotImplementedError

    def _serve(self) -> None:
        url = urlsplit(self.path)
        request = f"{self.command} {unquote(url.path)}"
        self.hub.requests.append((request, "Authorization" in self.headers))
        self._query, self._body_read = parse_qs(url.query), False
        self._fault = self.hub.fault_for(request)
        try:
            if self._fault is not None and self._meets_fault(self._fault):
                return
            if self.headers["Host"].startswith("localhost") and "Authorization" in self.headers:
                self._json({"error": "a token on the store's host"}, 400)
                return
            self.route(unquote(url.path))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _meets_fault(self, fault: Fault) -> bool:
        fault.reached.set()
        if callable(fault.do):
            fault.do()
        if fault.stall is not None:
            fault.stall.wait(30)
        if fault.status:
            self._drop_body()
            self._answer(fault.status, fault.body.encode(), fault.headers)
        elif fault.cut_at is not None and self.command in {"PUT", "POST"}:
            self.rfile.read(min(fault.cut_at, int(self.headers.get("Content-Length") or 0)))
            self._cut()
        else:
            return False
        return True

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(2)

    def _pieces(self) -> Iterator[bytes]:
        self._body_read = True
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline(), 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return
        left = int(self.headers.get("Content-Length") or 0)
        while left:
            piece = self.rfile.read(min(CHUNK, left))
            if not piece:
                raise ConnectionResetError
            left -= len(piece)
            yield piece

    def _body(self) -> bytes:
        return b"".join(self._pieces())

    def _drop_body(self) -> None:
        if not self._body_read:
            for _ in self._pieces():
                pass

    def _send_file(self, data: bytes, headers: dict[str, str]) -> None:
        if "Range" in self.headers:
            self.hub.ranges.append(self.headers["Range"])
        status, ranged = 200, re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if ranged:
            start, end = int(ranged[1]), min(int(ranged[2] or len(data)), len(data) - 1)
            headers = {**headers, "Content-Range": f"bytes {start}-{end}/{len(data)}"}
            status, data = 206, data[start : end + 1]
        self._answer(status, data, {**headers, "Accept-Ranges": "bytes"})

    def _json(self, value: object, status: int = 200) -> None:
        self._answer(status, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def _answer(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self._fault is not None and self._fault.cut_at is not None:
            self.wfile.write(data[: self._fault.cut_at])
            self.wfile.flush()
            self._cut()
            return
        self.wfile.write(data)
