"""A question as a model is asked it, and as its reply is scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verification.opening.entry import AudioRef


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One row of a set.

    Parameters
    ----------
    id : str
        Unique in the set: what replies name.
    text : str
        The instruction as the model gets it, options included where the set's wording includes them.
    options : tuple of str
        In this row's order; empty for an open question.
    label : str
        The right answer, or the reference of an open question.
    group : str
        Rows that belong together (minimal pairs, one speaker), which resampling keeps together; empty if each stands
        alone.
    clips : tuple of AudioRef
        The audio, in order.
    synonyms : mapping of str to tuple of str
        For an option, what counts as naming it, as the recipe declares.
    documented : mapping
        Parameters and measurements of the row, as far as the set has them: a judge that needs the truth in another
        form finds it here.
    """

    id: str
    text: str
    options: tuple[str, ...] = ()
    label: str = ""
    group: str = ""
    clips: tuple[AudioRef, ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    documented: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asked(self) -> str:
        """What is asked, as far as the set has it in writing: the text, or the question that is spoken before the clip.

        The reply is judged by this; the model reads the text.
        """
        spoken = self.documented.get("spoken_text")
        return spoken if isinstance(spoken, str) and spoken else self.text
