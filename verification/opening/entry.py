"""A row of any audio question set, as far as an audit looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class AudioRef:
    """One clip of a row: where its bytes are, and what the set says of it.

    Parameters
    ----------
    name : str
        The name that the set gives it: a POSIX path, relative to the set where it lies in it.
    path : pathlib.Path or None
        The file; None if the bytes stand in the table.
    data : bytes or None
        The bytes; None if they lie in a file.
    sampling_rate, channels, duration_s
        What the set declares in its columns or its schema; None where it declares nothing.
    """

    name: str
    path: Path | None = None
    data: bytes | None = field(default=None, repr=False)
    sampling_rate: int | None = None
    channels: int | None = None
    duration_s: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A row. A text that the set does not give is empty.

    Parameters
    ----------
    number : int
        Place in the set, from 0, over all splits.
    split : str
        Such as `test`.
    id : str
        As the set gives it.
    audio : tuple of AudioRef
        The clips of the question, in order: one, unless the task compares clips.
    stems : mapping of str to AudioRef
        What the clip was mixed from, where the set gives it: `clean` (or dry), `noise`.
    question : str
        The instruction, as it stands.
    options : tuple of str
        The answers to choose from, in this row's order, spelt as in the set; empty for an open question.
    label : str
        The right answer, spelt as in the set.
    group, speaker, source : str
        Which rows belong together; who speaks; which corpus or recording the clip is from.
    metadata : mapping
        The other columns: plain texts and numbers only.
    """

    number: int
    split: str = ""
    id: str = ""
    audio: tuple[AudioRef, ...] = ()
    stems: Mapping[str, AudioRef] = field(default_factory=dict)
    question: str = ""
    options: tuple[str, ...] = ()
    label: str = ""
    group: str = ""
    speaker: str = ""
    source: str = ""
    metadata: Mapping[str, str | float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What findings call the row: its id, or its first clip's name, or where it stands."""
        return self.id or (self.audio[0].name if self.audio else "") or f"row {self.number}"
