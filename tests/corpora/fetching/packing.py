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
