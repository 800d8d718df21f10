"""Turn questions into prompts: decode their audio."""

from __future__ import annotations

from evaluation.asked import Question
from evaluation.models.protocol import Clip, Prompt
from manifests.digest import opaque_id
from verification.listening.decoding import DecodingError, decode_any
from verification.opening.entry import AudioRef


def prompt_of(question: Question) -> Prompt:
    """Decode the audio of a question, channels kept.

    In sets of others' making ids and names of files often hold the label (`left/1.wav`): a model gets neither.

    Raises
    ------
    DecodingError
        If a clip is missing or cannot be decoded.
    """
    return Prompt(
        id=opaque_id(question.id),
        text=question.text,
        options=question.options,
        clips=tuple(_clip(ref, f"clip {number}") for number, ref in enumerate(question.clips, start=1)),
    )


def _clip(ref: AudioRef, name: str) -> Clip:
    try:
        data = ref.data if ref.data is not None else ref.path.read_bytes() if ref.path else b""
    except OSError as error:
        raise DecodingError.of(str(ref.path), (error.strerror or "no such file").lower()) from error
    heard = decode_any(data, name=ref.name)
    return Clip(name=name, samples=heard.samples, sampling_rate=heard.sampling_rate)
