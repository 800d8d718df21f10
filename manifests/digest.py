"""Stable hashes: the same value gives the same digest on every machine, in every process, in every year."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def canonical_json(value: Any) -> str:
    """Write `value` as JSON with sorted keys, no spaces and no NaN: equal values give equal text."""
    return _ENCODER.encode(value)


def sha256_of(data: bytes | bytearray | memoryview) -> str:
    """Give the SHA-256 of `data` as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def stable_hash(*parts: Json) -> int:
    """Hash any JSON values to a 128-bit integer; never Python's `hash()`, which differs by process."""
    return int.from_bytes(hashlib.sha256(canonical_json(parts).encode(errors="surrogateescape")).digest()[:16], "big")


def opaque_id(*parts: Json, digits: int = 16) -> str:
    """Make an id of hex digits that tells nothing about `parts` (no label, no corpus, no order)."""
    return hashlib.sha256(canonical_json(parts).encode(errors="surrogateescape")).hexdigest()[:digits]


def file_sha256(path: Path) -> str:
    """Give the SHA-256 of a file's bytes as 64 hex digits."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()
