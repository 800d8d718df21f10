"""What a Mac leaves beside a file on a disk that is not its own."""

from __future__ import annotations

import struct
from pathlib import Path


def beside_as_a_mac(path: Path) -> Path:
    """Write `._NAME` beside a file as AppleDouble (RFC 1740): finder info, and an empty resource fork."""
    entries = struct.pack(">III", 9, 50, 3_760) + struct.pack(">III", 2, 3_810, 286)
    head = struct.pack(">II16sH", 0x00051607, 0x00020000, b"Mac OS X".ljust(16), 2) + entries
    left = path.with_name(f"._{path.name}")
    left.write_bytes(head.ljust(4_096, b"\0"))
    return left
