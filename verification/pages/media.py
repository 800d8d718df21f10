"""A clip's bytes in a form that browsers play and a page can carry."""

from __future__ import annotations

import io

import numpy as np

from probe_signal.resampling import resample
from verification.listening.facts import Floats, Sound

MOST_BYTES = 300_000
# A page carries no more of a clip than this: models hear 30 s at most.
LONGEST_S = 30.0
PAGE_RATE = 16_000


def playable(sound: Sound, data: bytes) -> tuple[bytes, str]:
    """Give a clip as it ships if browsers play that and it is small, else a copy at 16 kHz.

    Parameters
    ----------
    sound : Sound
        The decoded clip.
    data : bytes
        The file.

    Returns
    -------
    tuple of bytes and str
        The file to embed and its media type; empty if there is nothing to hear. A copy holds the first two
        channels and the first `LONGEST_S` seconds, as FLAC, or as Opus where FLAC is over `MOST_BYTES`.
    """
    shipped = media_type_of(data)
    if sound.samples.shape[0] == 0:
        return b"", ""
    if shipped and len(data) <= MOST_BYTES:
        return data, shipped
    samples = at_page_rate(excerpt(sound)[:, :2], sound.sampling_rate)
    if len(samples) == 0:  # a frame or two at a high rate
        return b"", ""
    copy = _encoded(samples, container="FLAC", subtype="PCM_16")
    if len(copy) <= MOST_BYTES:
        return copy, "audio/flac"
    return _encoded(samples, container="OGG", subtype="OPUS"), "audio/ogg"


def media_type_of(data: bytes) -> str:
    """Tell FLAC, Ogg and MP3 by their first bytes; empty if it is none of them."""
    if data.startswith(b"fLaC"):
        return "audio/flac"
    if data.startswith(b"OggS"):
        return "audio/ogg"
    mpeg_layer_3 = len(data) > 1 and data[0] == 0xFF and data[1] & 0xE6 == 0xE2
    return "audio/mpeg" if data.startswith(b"ID3") or mpeg_layer_3 else ""


def excerpt(sound: Sound) -> Floats:
    """Give what a page shows of a clip: its first `LONGEST_S` seconds, finite, shape (frames, channels)."""
    frames = round(LONGEST_S * sound.sampling_rate)
    return np.nan_to_num(sound.samples[:frames], nan=0.0, posinf=1.0, neginf=-1.0)


def at_page_rate(samples: Floats, sampling_rate: int) -> Floats:
    """Bring samples, shape (frames, channels), to `PAGE_RATE`."""
    return np.asarray(resample(samples, from_hz=sampling_rate, to_hz=PAGE_RATE), dtype=np.float32)


def _encoded(samples: Floats, *, container: str, subtype: str) -> bytes:
    import soundfile

    buffer = io.BytesIO()
    # Resampling overshoots; so may a float file.
    soundfile.write(buffer, np.clip(samples, -1.0, 1.0), PAGE_RATE, format=container, subtype=subtype)
    return buffer.getvalue()
