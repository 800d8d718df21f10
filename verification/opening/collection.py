"""A question set that has been opened: its form, the roles of its columns, and its rows as a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from verification.opening.entry import Entry


@dataclass(frozen=True, kw_only=True)
class Roles:
    """Which column is what; empty where no column is.

    Parameters
    ----------
    audio, options : tuple of str
        Several where a task compares clips, and where options stand in columns of their own.
    question, label, id, group, speaker, source, split, clean, noise : str
        One column each.
    """

    audio: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    question: str = ""
    label: str = ""
    id: str = ""
    group: str = ""
    speaker: str = ""
    source: str = ""
    split: str = ""
    clean: str = ""
    noise: str = ""

    def given(self) -> dict[str, tuple[str, ...]]:
        """Give the roles that are taken, with their columns."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: (value,) if isinstance(value, str) else value for name, value in values.items() if value}


@dataclass(frozen=True, kw_only=True)
class Collection:
    """An audio question set.

    Parameters
    ----------
    root : pathlib.Path
        The folder or file.
    form : str
        How it is laid out, in words: `Parquet shards`, `metadata.csv and audio`, `JSON list`, `Kaldi directory`,
        `label folders`, `audio files`, `LJSpeech 1.1`.
    roles : Roles
        What the columns were taken for.
    rows : int
        How many there are, over all splits.
    notes : tuple of str
        What was guessed, in sentences for people.
    read : callable
        Streams the rows, anew at each call, in bounded memory.
    corpus : str
        The name of the known source corpus that it is, in its owner's layout; empty otherwise.
    """

    root: Path
    form: str
    roles: Roles
    rows: int
    read: Callable[[], Iterator[Entry]]
    notes: tuple[str, ...] = ()
    corpus: str = ""
