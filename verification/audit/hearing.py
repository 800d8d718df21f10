"""Hear a batch of rows: a job for a worker process."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from verification.findings import Ledger
from verification.guard import guarded
from verification.listening.clip import listen
from verification.listening.facts import ClipFacts, Sound
from verification.opening.entry import AudioRef, Entry
from verification.truth.property import Values
from verification.truth.registry import property_named
from verification.truth.stems import check_stems, noise_start


@dataclass(frozen=True, kw_only=True)
class HearingJob:
    """Some rows to hear.

    Parameters
    ----------
    entries : tuple of Entry
        The rows.
    task : str
        The property to measure on the first clip of each; empty for none.
    """

    entries: tuple[Entry, ...]
    task: str = ""


@dataclass(frozen=True, kw_only=True)
class HeardRow:
    """A row once its clips have been heard; no audio.

    Parameters
    ----------
    entry : Entry
        The row, without the bytes of its clips.
    facts : tuple of ClipFacts
        One for each clip.
    values : mapping
        The property, as measured; empty if there is none to measure, or nothing to hear.
    noise : bytes or None
        How the noise in the first clip starts, where it is known what that was mixed from.
    """

    entry: Entry
    facts: tuple[ClipFacts, ...]
    values: Values
    noise: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class HeardBatch:
    """What was heard in a job, and what was found out about stems."""

    rows: list[HeardRow] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)


def hear(job: HearingJob) -> HeardBatch:
    """Decode every clip of some rows, and measure all that is asked of it.

    Raises
    ------
    RuleError
        If the code of a rule breaks off.
    """
    batch = HeardBatch()
    for entry in job.entries:
        heard = _remembered(entry, job.task)
        if heard is None:
            heard = _row(entry, job.task, batch.ledger)
            _remember(heard, job.task)
        batch.rows.append(heard)
    return batch


def _row(entry: Entry, task: str, ledger: Ledger) -> HeardRow:
    with guarded(listen.__module__, entry.name):
        heard = [listen(ref) for ref in entry.audio]
    sound = heard[0][1] if heard else None
    noise = None
    if sound is not None and entry.stems:
        sound = replace(sound, stems=_stems(entry))
        with guarded(check_stems.__module__, entry.name):
            check_stems(entry, sound, ledger)
            noise = noise_start(sound)
    values: Values = {}
    if task and sound is not None:
        asked = property_named(task)
        with guarded(type(asked).__module__, entry.name):
            values = asked.measure(sound)
    return HeardRow(entry=without_bytes(entry), facts=tuple(each for each, _ in heard), values=values, noise=noise)


# What was heard last, by file as it was then: many sets ask many questions about each clip. A row takes about 3 kB.
_KNOWN: dict[Hashable, HeardRow] = {}
_MOST_KNOWN = 2_000


def _key(entry: Entry, task: str) -> Hashable | None:
    """Name what was heard: None if it is not one file and nothing else."""
    if len(entry.audio) != 1 or entry.stems or entry.audio[0].path is None:
        return None
    try:
        status = entry.audio[0].path.stat()
    except (OSError, ValueError):
        return None
    return task, str(entry.audio[0].path), status.st_size, status.st_mtime_ns


def _remembered(entry: Entry, task: str) -> HeardRow | None:
    known = _KNOWN.get(_key(entry, task))
    if known is None:
        return None
    facts = tuple(replace(each, name=entry.audio[0].name) for each in known.facts)
    return replace(known, entry=entry, facts=facts)


def _remember(heard: HeardRow, task: str) -> None:
    key = _key(heard.entry, task)
    if key is not None:
        if len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = heard


def _stems(entry: Entry) -> Mapping[str, Sound]:
    """Decode what a clip was mixed from, as far as it can be decoded."""
    heard = {name: listen(ref)[1] for name, ref in entry.stems.items()}
    return {name: sound for name, sound in heard.items() if sound is not None}


def without_bytes(entry: Entry) -> Entry:
    """Give the row without the bytes of its audio, to be kept."""
    if all(ref.data is None for ref in (*entry.audio, *entry.stems.values())):
        return entry
    return replace(
        entry,
        audio=tuple(_light(ref) for ref in entry.audio),
        stems={name: _light(ref) for name, ref in entry.stems.items()},
    )


def _light(ref: AudioRef) -> AudioRef:
    return replace(ref, data=None)
