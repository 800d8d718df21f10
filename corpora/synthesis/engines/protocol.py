"""What a text-to-speech engine is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from corpora.synthesis.utterance import Utterance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Spoken:
    """What an engine said.

    Parameters
    ----------
    samples : numpy.ndarray of int16, shape (n,)
        One channel.
    sampling_rate : int
        In hertz, as the engine gives it.
    """

    samples: NDArray[np.int16]
    sampling_rate: int


class Synthesizer(Protocol):
    """Speaks utterances; it may be asked from several threads at once.

    A plain attribute serves where a property stands here.
    """

    @property
    def name(self) -> str:
        """As it is recorded, with its version or model: another name is another engine, and speaks anew."""
        ...

    @property
    def licence(self) -> str:
        """The terms of what it speaks, as an SPDX identifier or `LicenseRef-...`."""
        ...

    @property
    def styles(self) -> bool:
        """Whether it can follow an utterance's style."""
        ...

    def voice_of(self, utterance: Utterance) -> str:
        """Name the voice that speaks an utterance: its own, or the engine's choice for its language.

        Raises
        ------
        CorpusError
            If the engine has no voice for it.
        """
        ...

    def speak(self, utterances: Sequence[Utterance]) -> Iterable[Spoken]:
        """Speak utterances, in their order.

        Raises
        ------
        CorpusError
            If one cannot be spoken.
        """
        ...
