"""The table of what a cheat may see: everything about a row but the property itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from sys import intern

from verification.listening.facts import ClipFacts, Floats
from verification.opening.entry import Entry

# Columns that document how a row was made. They name the answer by design, and no model is shown them.
_DOCUMENTATION = ("explanation", "parameters", "measurements", "source")
# Where a set may say the speaker's sex; in our own it documents the source.
_SEX = ("source.sex", "sex", "gender")
_LONGEST_VALUE = 64  # characters: a longer text is prose, not one of a few values


def stable_number(*parts: object) -> int:
    """Hash texts to 64 bits, the same in every process."""
    text = "\0".join(map(str, parts)).encode(errors="surrogateescape")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


@dataclass(frozen=True, kw_only=True, slots=True)
class CheatRow:
    """What a cheat may see of a row, and the answer to be guessed.

    Parameters
    ----------
    number : int
        Place in the set.
    key : int
        Hash of the row's id, clip and question: an order that says nothing, and does not change when rows move.
    id, file : str
        The file is the first clip's name, without its folder.
    question, label, group, speaker, sex, source, clip : str
        The label without differences in case and spaces; `clip` tells the same recording by its samples or its name.
    options : tuple of str
        In this row's order.
    metadata : mapping of str to (str or float)
        Columns that are not documentation of how the row was made.
    features : numpy.ndarray, shape (len(FEATURES),), or None
        Of the first clip, if it was heard.
    """

    number: int
    key: int
    id: str
    file: str
    question: str
    label: str
    group: str
    speaker: str
    sex: str
    source: str
    clip: str
    options: tuple[str, ...]
    metadata: Mapping[str, str | float]
    features: Floats | None


@dataclass
class Cheats:
    """The rows that have a label, as they come in.

    Attributes
    ----------
    rows : list of CheatRow
        About a kilobyte each: repeated texts are kept once.
    unlabelled : int
        Rows without a label, which are not kept.
    """

    rows: list[CheatRow] = field(default_factory=list)
    unlabelled: int = 0

    def add(self, entry: Entry, facts: ClipFacts | None) -> None:
        """Keep what a cheat may see of a row; `facts` are those of its first clip."""
        label = _plain(entry.label)
        if not label:
            self.unlabelled += 1
            return
        name = entry.audio[0].name if entry.audio else ""
        clip = (facts.pcm_sha256 if facts is not None else "") or name
        heard = facts is not None and facts.heard
        self.rows.append(
            CheatRow(
                number=entry.number,
                key=stable_number(entry.split, entry.id, clip, entry.question),
                id=entry.id,
                file=PurePosixPath(name).name,
                question=intern(entry.question),
                label=intern(label),
                group=intern(entry.group),
                speaker=intern(entry.speaker),
                sex=intern(next((str(entry.metadata[name]) for name in _SEX if entry.metadata.get(name)), "")),
                source=intern(entry.source),
                clip=clip,
                options=tuple(intern(_plain(option)) for option in entry.options),
                metadata={intern(key): _kept(value) for key, value in entry.metadata.items() if _may_be_seen(key)},
                features=facts.features if heard and facts is not None else None,
            )
        )


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _may_be_seen(column: str) -> bool:
    return column.partition(".")[0] not in _DOCUMENTATION


def _kept(value: str | float) -> str | float:
    if isinstance(value, str):
        return intern(value) if len(value) <= _LONGEST_VALUE else ""
    return float(value)
