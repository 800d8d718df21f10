"""Clips as WAV files, for a harness that takes paths: written once, named by content."""

from __future__ import annotations

from pathlib import Path

from corpora.indexing.cache import cache_folder
from evaluation.models.protocol import Clip
from manifests.atomic import atomic_path
from manifests.digest import sha256_of


def wave_file(clip: Clip) -> Path:
    """Write a clip as 16-bit WAV, channels kept, into the cache, unless it is there.

    Raises
    ------
    OutputError
        If the cache cannot be written to.
    """
    data = clip.wav()
    path = cache_folder() / "waves" / f"{sha256_of(data)[:32]}.wav"
    if not path.exists():
        with atomic_path(path, durable=False) as temporary:
            temporary.write_bytes(data)
    return path
