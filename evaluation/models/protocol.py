"""What a model is to us: something that is given a text and clips, and says something."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evaluation.answer import Answer
from verification.listening.facts import Floats

GAP_S = 0.5  # of silence between clips that are joined for a model that takes one


@dataclass(frozen=True, kw_only=True, slots=True)
class Clip:
    """A clip as a model gets it.

    Parameters
    ----------
    name : str
        `clip 1`, `clip 2`: never a file's name, which may hold the label.
    samples : numpy.ndarray, shape (frames, channels)
        float32, full scale at 1.
    sampling_rate : int
        In hertz.
    """

    name: str
    samples: Floats
    sampling_rate: int

    @property
    def duration_s(self) -> float:
        """Its length in seconds."""
        return len(self.samples) / self.sampling_rate

    @property
    def mono(self) -> Floats:
        """The mean of its channels, shape (frames,)."""
        mono: Floats = self.samples.mean(axis=1, dtype=np.float32)
        return mono

    def wav(self) -> bytes:
        """Give it as a 16-bit WAV file, with its channels."""
        import soundfile as sf

        sink = io.BytesIO()
        sf.write(sink, self.samples, self.sampling_rate, format="WAV", subtype="PCM_16")
        return sink.getvalue()


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """A question as a model gets it: nothing here gives the label away.

    Parameters
    ----------
    id : str
        Stands for the question, the same in each run; hex digits that tell nothing, for a set's own ids may hold the
        label.
    text : str
        The instruction.
    options : tuple of str
        In the order of the text; empty for an open question.
    clips : tuple of Clip
        The audio, in order.
    """

    id: str
    text: str
    options: tuple[str, ...] = ()
    clips: tuple[Clip, ...] = ()


class Model(Protocol):
    """Anything that answers.

    Attributes
    ----------
    name : str
        What reports call it. A model whose replies depend on more has that in a mapping `settings`: a file of replies
        belongs to one model with one set of settings.
    """

    name: str

    def answer(self, prompt: Prompt) -> Answer:
        """Answer a question; called from several threads at once.

        Raises
        ------
        ModelError
            If it cannot.
        """


def joined(clips: tuple[Clip, ...], *, gap_s: float = GAP_S) -> Clip:
    """Join clips, with silence between them, for a model that takes one.

    Raises
    ------
    ValueError
        If there is none, or they differ in rate.
    """
    rates = {clip.sampling_rate for clip in clips}
    if len(rates) != 1:
        raise ValueError(f"clips of {len(rates)} sampling rates cannot be joined: found {sorted(rates)}, wanted one")
    (rate,) = rates
    channels = max(clip.samples.shape[1] for clip in clips)
    gap = np.zeros((round(gap_s * rate), channels), np.float32)
    pieces: list[Floats] = []
    for clip in clips:
        wide = clip.samples if clip.samples.shape[1] == channels else np.repeat(clip.samples[:, :1], channels, axis=1)
        pieces += [gap, wide] if pieces else [wide]
    return Clip(name="+".join(clip.name for clip in clips), samples=np.concatenate(pieces), sampling_rate=rate)
