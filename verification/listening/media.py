"""MP4, M4A, AAC and WebM by PyAV, which is optional."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from verification.listening.facts import Floats

if TYPE_CHECKING:
    from av.container import InputContainer

_CONTAINERS = {"mov,mp4,m4a,3gp,3g2,mj2": "mp4", "matroska,webm": "webm", "aac": "adts"}


class MediaError(Exception):
    """A file that PyAV cannot read; the message is for people."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Media:
    """What PyAV made of a file.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames, channels)
        float32.
    sampling_rate : int
        In hertz.
    encoding : str
        Container and codec, such as `MP4 AAC`.
    header_frames : int
        By the length that the header gives; 0 if it gives none.
    broken : bool
        Whether a part could not be decoded.
    """

    samples: Floats
    sampling_rate: int
    encoding: str
    header_frames: int
    broken: bool


def decode_media(file: BinaryIO, *, most_s: float) -> Media:
    """Decode the first sound track.

    Parameters
    ----------
    file : binary file
        At its start.
    most_s : float
        Seconds after which decoding stops.

    Raises
    ------
    MediaError
        If PyAV is not installed, or the file has no sound that it can decode.
    """
    try:
        import av
    except ImportError:
        raise MediaError("needs PyAV: pip install 'soundprobe[audit]'") from None
    try:
        with av.open(file, mode="r") as container:
            if not container.streams.audio or container.streams.audio[0].codec_context is None:
                raise MediaError("a media file without a sound track that can be decoded")
            return _decoded(container, most_s=most_s)
    except (av.FFmpegError, ValueError) as error:
        raise MediaError(f"not audio that can be decoded ({type(error).__name__})") from None


def _decoded(container: InputContainer, *, most_s: float) -> Media:
    import av

    stream = container.streams.audio[0]
    rate, channels = stream.codec_context.sample_rate, stream.codec_context.channels
    to_floats = av.AudioResampler(format="fltp")
    blocks: list[Floats] = []
    frames, broken = 0, False
    try:
        for frame in container.decode(stream):
            blocks += [part.to_ndarray().astype(np.float32) for part in to_floats.resample(frame)]
            frames += frame.samples
            if frames > most_s * rate:
                break
    except av.FFmpegError:
        broken = True
    seconds = 0.0
    if stream.duration and stream.time_base:
        seconds = float(stream.duration * stream.time_base)
    elif container.duration:
        seconds = container.duration / av.time_base
    samples = np.concatenate(blocks, axis=1).T if blocks else np.zeros((0, max(channels, 1)), np.float32)
    return Media(
        samples=np.ascontiguousarray(samples, dtype=np.float32),
        sampling_rate=rate,
        encoding=f"{_CONTAINERS.get(container.format.name, container.format.name)} {stream.codec_context.name}".upper(),
        header_frames=round(seconds * rate),
        broken=broken,
    )
