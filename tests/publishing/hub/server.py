"""A Hub on loopback: the part of its HTTP interface that `huggingface_hub` uses for datasets, and faults on demand.

As on the Hub a repository begins with a commit of `.gitattributes`; Parquet and what is large goes through LFS, in
parts above a bound; `resolve` sends large files to another host with a signed address, which must never see a token.
"""

from __future__ import annotations

import re
import sys
import threading
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from pathlib import Path

from tests.publishing.hub.interface import Handler
from tests.publishing.hub.repos import Blob, Repo, plain_blob

TOKEN = "hf_loopbackTokenOfTests"


@dataclass
class Fault:
    """What happens to requests whose `METHOD path` matches: `times` of them, after `after` that pass.

    `cut_at` breaks the connection after so many bytes of the answer's (GET) or the request's (PUT) body; `lost` does
    the work and then breaks the connection; `stall` waits for an event that never comes unless it is set.
    """

    match: str
    times: int = 1
    after: int = 0
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: str = '{"error": "fault"}'
    cut_at: int | None = None
    lost: bool = False
    stall: threading.Event | None = None
    reached: threading.Event = field(default_factory=threading.Event)
    do: object = None


class Hub:
    """The server; a context manager."""

    def __init__(self, folder: Path, *, keep: bool = True, part_size: int = 1 << 18, lfs_from: int = 1 << 16) -> None:
        self.folder = folder
        self.keep = keep
        self.part_size = part_size
        self.lfs_from = lfs_from
        self.repos: dict[str, Repo] = {}
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, bool]] = []
        self.stored: dict[str, int] = {}
        self.ranges: list[str] = []
        self.received = 0
        self.tokens = {TOKEN}
        self.readers: set[str] = set()
        self.ignored: set[str] = set()
        self.lock = threading.RLock()
        (folder / "lfs").mkdir(parents=True, exist_ok=True)
        self.errors: list[BaseException] = []
        self._server = Server(("127.0.0.1", 0), type("Bound", (Handler,), {"hub": self}))
        self._server.errors = self.errors
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"
        self.cdn = f"http://localhost:{self._server.server_port}"

    def __enter__(self) -> Hub:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for fault in self.faults:
            if fault.stall is not None:
                fault.stall.set()
        self._server.shutdown()
        self._server.server_close()

    def fault(self, match: str, **settings: object) -> Fault:
        made = Fault(match, **settings)
        self.faults.append(made)
        return made

    def fault_for(self, request: str) -> Fault | None:
        with self.lock:
            for fault in self.faults:
                if fault.times > 0 and re.search(fault.match, request):
                    if fault.after > 0:
                        fault.after -= 1
                        continue
                    fault.times -= 1
                    return fault
        return None

    def count(self, match: str) -> int:
        return sum(bool(re.search(match, request)) for request, _ in self.requests)

    def create(self, name: str, *, private: bool) -> bool:
        with self.lock:
            if name in self.repos:
                return False
            self.repos[name] = Repo(private)
            data = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"
            self.repos[name].add({".gitattributes": plain_blob(data)})
            return True

    def lfs_path(self, sha256: str) -> Path:
        return self.folder / "lfs" / sha256

    def read(self, blob: Blob) -> bytes:
        return blob.data if blob.data is not None else self.lfs_path(blob.sha256).read_bytes()


class Server(ThreadingHTTPServer):
    """Note what goes wrong in a handler; that a client hangs up is nothing wrong."""

    daemon_threads = True
    errors: list[BaseException]

    def handle_error(self, *_: object) -> None:
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.errors.append(error)
