"""Make archives, honest and hostile ones."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping

TREE = {"two/two.txt": b"a b", "two/a.wav": b"RIFF" + bytes(range(256)) * 40, "two/b.wav": b"RIFF" + b"b" * 9_000}


def zipped(files: Mapping[str, bytes] = TREE, *, modes: Mapping[str, int] | None = None) -> bytes:
    """Pack files as zip; `modes` gives Unix modes, such as that of a link."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (modes or {}).get(name, 0) << 16
            archive.writestr(info, data)
    return made.getvalue()


def tarred(
    files: Mapping[str, bytes] = TREE, *, mode: str = "w:gz", extra: Mapping[str, tuple[bytes, str]] | None = None
) -> bytes:
    """Pack files as tar; `extra` gives members of other kinds, by name, as type and target."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for name, (kind, target) in (extra or {}).items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
    return made.getvalue()


def headed(body: bytes, *, kind: bytes = tarfile.XHDTYPE, name: str = "a.wav", size: int = 0) -> bytes:
    """Write a header of `kind` with its body, as tarfile itself would not, and a file behind it."""
    before = tarfile.TarInfo("header")
    before.type, before.size = kind, len(body)
    after = tarfile.TarInfo(name)
    after.size = size
    return b"".join([before.tobuf(), _blocks(body), after.tobuf(), _blocks(bytes(size)), bytes(1_024)])


def records(**values: str) -> bytes:
    """Write records of a pax header; a double underscore stands for a full stop."""
    lines = []
    for name, value in values.items():
        line = f" {name.replace('__', '.')}={value}\n".encode()
        digits = next(count for count in range(1, 9) if len(str(len(line) + count)) == count)
        lines.append(str(len(line) + digits).encode() + line)
    return b"".join(lines)


def _blocks(data: bytes) -> bytes:
    return data + bytes(-len(data) % 512)
