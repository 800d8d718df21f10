"""MP4, M4A, AAC and WebM by PyAV: what libsndfile does not read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from av.container import InputContainer

Floats = NDArray[np.float32]

_CONTAINERS = {"mov,mp4,m4a,3gp,3g2,mj2": "mp4", "matroska,webm": "webm", "aac": "adts"}
_MEDIA_STARTS = (b"\x1a\x45\xdf\xa3", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"#!AMR")  # WebM, ASF, AMR


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


class MediaFile:
    """The first sound track of an open file, decoded from its start on.

    Attributes
    ----------
    sampling_rate, channels : int
        As the header has them; once a block is decoded, as it came out (a header may leave out what the coder doubles).
    encoding : str
        Container and codec, such as `MP4 AAC`.
    broken : bool
        Whether a part could not be decoded: known when the blocks are through.
    """

    def __init__(self, container: InputContainer) -> None:
        self._container = container
        self._stream = container.streams.audio[0]
        codec = self._stream.codec_context
        self.sampling_rate, self.channels = codec.sample_rate, codec.channels
        self.encoding = f"{_CONTAINERS.get(container.format.name, container.format.name)} {codec.name}".upper()
        self.broken = False

    @property
    def header_frames(self) -> int:
        """Frames by the length that the header gives; 0 if it gives none."""
        import av

        seconds = 0.0
        if self._stream.duration and self._stream.time_base:
            seconds = float(self._stream.duration * self._stream.time_base)
        elif self._container.duration:
            seconds = self._container.duration / av.time_base
        return round(seconds * self.sampling_rate)

    def blocks(self) -> Iterator[Floats]:
        """Decode block by block, up to the end or to what cannot be decoded.

        Yields
        ------
        numpy.ndarray, shape (frames, channels)
            float32.
        """
        import av

        to_floats = av.AudioResampler(format="fltp")
        try:
            for frame in self._container.decode(self._stream):
                self.sampling_rate, self.channels = frame.sample_rate, frame.layout.nb_channels
                for part in to_floats.resample(frame):
                    yield part.to_ndarray().astype(np.float32).T
        except av.FFmpegError:
            self.broken = True


def needs_pyav(file: BinaryIO) -> bool:
    """Say whether the file is of a kind that libsndfile does not read: MP4, WebM, bare AAC, ASF or AMR.

    FFmpeg is asked about no other: it would follow a playlist to wherever that leads. The file is left at its start.
    """
    file.seek(0)
    head = file.read(16)
    file.seek(0)
    is_adts = len(head) > 1 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0
    return head[4:8] == b"ftyp" or is_adts or head.startswith(_MEDIA_STARTS)


@contextmanager
def open_media(file: BinaryIO) -> Iterator[MediaFile]:
    """Open the first sound track.

    Raises
    ------
    MediaError
        If the file has no sound that can be decoded, here or while its blocks are read.
    """
    import av

    try:
        with av.open(file, mode="r") as container:
            if not container.streams.audio or container.streams.audio[0].codec_context is None:
                raise MediaError("a media file without a sound track that can be decoded")
            yield MediaFile(container)
    except (av.FFmpegError, ValueError) as error:
        raise MediaError(f"not audio that can be decoded ({type(error).__name__})") from None


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
        If the file has no sound that can be decoded.
    """
    with open_media(file) as media:
        blocks: list[Floats] = []
        frames = 0
        for block in media.blocks():
            blocks.append(block)
            frames += len(block)
            if frames > most_s * media.sampling_rate:
                break
        samples = np.concatenate(blocks) if blocks else np.zeros((0, max(media.channels, 1)), np.float32)
        return Media(
            samples=np.ascontiguousarray(samples, dtype=np.float32),
            sampling_rate=media.sampling_rate,
            encoding=media.encoding,
            header_frames=media.header_frames,
            broken=media.broken,
        )
