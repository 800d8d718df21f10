"""Question sets as they are found in the wild, written small."""

import io
import json
from itertools import islice

import numpy as np
import soundfile as sf

from verification.opening.opening import open_collection

RATE = 16_000


def audio_bytes(seed=0, fmt="FLAC"):
    """Encode a tenth of a second of noise that no other seed gives."""
    buffer = io.BytesIO()
    sf.write(buffer, 0.1 * np.random.default_rng(seed).standard_normal(RATE // 10), RATE, format=fmt, subtype="PCM_16")
    return buffer.getvalue()


def put(root, *names):
    """Write audio files, each with other samples."""
    for seed, name in enumerate(names):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(audio_bytes(seed, "WAV" if name.endswith(".wav") else "FLAC"))
    return root


def entries(path, **options):
    return list(open_collection(path, **options).read())


def first(path, **options):
    return next(islice(open_collection(path, **options).read(), 1))


def json_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
