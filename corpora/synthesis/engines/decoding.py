"""Read the audio that a speech server sent: what it is, is heard from the bytes."""

from __future__ import annotations

import io

from corpora.indexing.riff import read_data_chunk
from corpora.synthesis.engines.patience import PassingError
from corpora.synthesis.engines.posting import Received
from corpora.synthesis.engines.protocol import Spoken
from manifests.errors import CorpusError
from probe_signal.quantise import to_pcm16


def spoken_of(received: Received, *, where: str) -> Spoken:
    """Decode WAV, FLAC, MP3, Ogg or what else libsndfile reads; several channels are averaged.

    Parameters
    ----------
    received : Received
        The server's answer.
    where : str
        The utterance and the engine, for messages.

    Raises
    ------
    PassingError
        If there is nothing, or the audio ends before its header says.
    CorpusError
        If it is no audio, or holds samples that are no numbers.
    """
    import soundfile

    content = received.content
    if not content:
        raise PassingError("an empty answer")
    chunk = read_data_chunk(io.BytesIO(content))
    if chunk is not None and chunk.cut:
        raise PassingError(f"a WAV of {chunk.present_bytes:,} bytes, cut from {chunk.declared_bytes:,}")
    if chunk is not None and chunk.declared_bytes == 0 and not chunk.closed:
        # Of the two ways to say that the size is unknown, libsndfile takes this one for an empty file.
        content = content[: chunk.start - 4] + b"\xff" * 4 + content[chunk.start :]
    try:
        samples, sampling_rate = soundfile.read(io.BytesIO(content), dtype="float32", always_2d=True)
        return Spoken(to_pcm16(samples.mean(axis=1, dtype="float32"))[0], int(sampling_rate))
    except (soundfile.SoundFileError, ValueError) as error:
        said = received.words()
        raise CorpusError(
            where=where,
            found=f"{received.content_type or 'something'} that cannot be read as sound: {said}",
            wanted="WAV, FLAC, MP3 or Ogg",
            remedy="check the address and the model; a server of raw samples or AAC must be told to send WAV",
        ) from error
