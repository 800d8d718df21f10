"""Hear a batch of rows: a job for a worker process."""

from __future__ import annotations

from collections.abc import Mapping
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
    """Decode every clip of some rows once, and measure all that is asked of it.

    Raises
    ------
    RuleError
        If the code of a rule breaks off.
    """
    batch = HeardBatch()
    for entry in job.entries:
        with guarded(listen.__module__, entry.name):
            heard = [listen(ref) for ref in entry.audio]
        sound = heard[0][1] if heard else None
        noise = None
        if sound is not None and entry.stems:
            sound = replace(sound, stems=_stems(entry))
            with guarded(check_stems.__module__, entry.name):
                check_stems(entry, sound, batch.ledger)
                noise = noise_start(sound)
        values: Values = {}
        if job.task and sound is not None:
            asked = property_named(job.task)
            with guarded(type(asked).__module__, entry.name):
                values = asked.measure(sound)
        facts = tuple(each for each, _ in heard)
        batch.rows.append(HeardRow(entry=without_bytes(entry), facts=facts, values=values, noise=noise))
    return batch


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
