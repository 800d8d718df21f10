"""The first look at the items of a dataset: hashes, where each shard's lines begin, what contradicts the header."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builders.engine.spoken import TEXT as SPOKEN_TEXT
from manifests.digest import canonical_json
from manifests.errors import RecordError
from manifests.printable import printable
from manifests.record import OPEN_COUNT
from manifests.release_record.faults import REMEDY
from manifests.release_record.models import DatasetEntry
from manifests.release_record.reading import item_of, read_lines
from manifests.rows import ItemRecord, PlanItem, SourceRef
from publishing.licensing.rows import RowLicences
from publishing.releases.difference import Difference, short

_MOST_DIFFERENCES = 1000
SOURCES_HELD = "what rows, header and the ledger of licences say alike"


@dataclass
class Survey:
    """What a dataset's items say as a whole.

    Parameters
    ----------
    offsets : list of int
        The byte at which each shard's lines begin.
    edited : bool
        Whether the file is not the one that the header was written for.
    differences : list of Difference
        An edited file, and lines that contradict the header.
    """

    offsets: list[int] = field(default_factory=list)
    edited: bool = False
    differences: list[Difference] = field(default_factory=list)


@dataclass
class SourceFiles:
    """The files that items are made of, each once, with the hash that the record gives it."""

    _seen: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, ref: SourceRef, where: str) -> None:
        """Take note of a file.

        Raises
        ------
        RecordError
            If another item gives the same file another hash.
        """
        known = self._seen.setdefault((ref.corpus, ref.path), ref.sha256)
        if known != ref.sha256:
            raise RecordError(
                where=f"{where}: {printable(ref.corpus)} {ref.path}",
                found=f"the sha256 {short(ref.sha256)}",
                wanted=f"{short(known)}, as another item says of the same file",
                remedy=REMEDY,
            )

    def corpora(self) -> list[str]:
        """Name the corpora."""
        return sorted({corpus for corpus, _ in self._seen})

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Give corpus, path and hash of each file, sorted."""
        return ((corpus, path, sha256) for (corpus, path), sha256 in sorted(self._seen.items()))


def survey(entry: DatasetEntry, path: Path, sources: SourceFiles) -> Survey:
    """Read all items of a dataset once, in constant memory but for ids and source files.

    Raises
    ------
    RecordError
        If a line cannot be read, or there are more or fewer lines than the header says.
    """
    found = Survey()
    starts = _starts(entry)
    whole, plan = hashlib.sha256(), hashlib.sha256()
    labels: Counter[str] = Counter()
    ids: set[int] = set()
    licences = RowLicences()
    offset = number = 0
    for number, line in enumerate(read_lines(path), start=1):
        if number - 1 in starts:
            found.offsets += [offset] * starts[number - 1]
        offset += len(line)
        whole.update(line)
        item = item_of(line, path, number)
        plan.update(canonical_json(_planned(item).to_json()).encode())
        labels[item.label if entry.options else OPEN_COUNT] += 1
        licences.add(item)
        for ref in item.sources:
            sources.add(ref, f"{path}, line {number}")
        if len(found.differences) < _MOST_DIFFERENCES:
            found.differences += _contradictions(entry, item, f"{path}, line {number}", ids)
        ids.add(int(item.id, 16))
    # Shards without rows, at the end or all of them, begin where the file ends.
    found.offsets += [offset] * (len(entry.shards) - len(found.offsets))
    _require_count(entry, path, number)
    faults = licences.faults(entry.corpora)
    found.differences += [Difference(where=str(path), item="", found=fault, wanted=SOURCES_HELD) for fault in faults]
    _compare_hashes(entry, path, found, whole.hexdigest(), plan.hexdigest())
    if labels != Counter(entry.counts):
        wanted = f"{dict(entry.counts)}, as release.json says"
        found.differences.append(Difference(where=str(path), item="", found=f"labels {dict(labels)}", wanted=wanted))
    return found


def _starts(entry: DatasetEntry) -> Counter[int]:
    """Say at which lines shards begin (an empty shard begins where the next one does)."""
    starts: Counter[int] = Counter()
    line = 0
    for shard in entry.shards:
        starts[line] += 1
        line += shard.rows
    return starts


def _planned(item: ItemRecord) -> PlanItem:
    return PlanItem(**{name: getattr(item, name) for name in PlanItem.__slots__})


def _contradictions(entry: DatasetEntry, item: ItemRecord, where: str, ids: set[int]) -> Iterator[Difference]:
    if item.operation != entry.operation:
        yield Difference(where=where, item=item.id, found=f"operation {item.operation}", wanted=entry.operation)
    if int(item.id, 16) in ids:
        yield Difference(where=where, item=item.id, found="an id that an earlier line has", wanted="an id of its own")
    fits = item.label in entry.options if entry.options else bool(item.label.strip())
    if sorted(item.options) != sorted(entry.options) or not fits:
        found = f"label {item.label!r} of {list(item.options)}"
        wanted = f"one of {list(entry.options)}" if entry.options else "an answer of its own, and no options"
        yield Difference(where=where, item=item.id, found=found, wanted=wanted)
        return
    asked = _ask(entry.question, item.options)
    said = item.parameters.get(SPOKEN_TEXT, item.instruction)  # asked aloud, or in writing
    if said != asked:
        yield Difference(where=where, item=item.id, found=f"instruction {said!r}", wanted=repr(asked))


def _ask(question: str, options: tuple[str, ...]) -> str:
    """Put the options into the question; nothing but whole numbers is a place, or a record could reach into objects."""
    parts = question.replace("{{", "\0").replace("}}", "\1")
    for place, option in enumerate(options):
        parts = parts.replace(f"{{{place}}}", option)
    return parts.replace("\0", "{").replace("\1", "}")


def _require_count(entry: DatasetEntry, path: Path, lines: int) -> None:
    if lines != entry.items:
        raise RecordError(
            where=str(path),
            found=f"{lines:,} items",
            wanted=f"{entry.items:,}, as release.json says",
            remedy=REMEDY,
        )


def _compare_hashes(entry: DatasetEntry, path: Path, found: Survey, whole: str, plan: str) -> None:
    if whole == entry.items_sha256:
        return
    found.edited = True
    part = "what was planned (sources, parameters, labels, questions)"
    if plan == entry.plan_sha256:
        part = "what was measured (explanations, measurements, frames, hashes of the sound)"
    found.differences.append(
        Difference(
            where=str(path),
            item="",
            found=f"an edited file (sha256 {short(whole)}); edited is {part}",
            wanted=f"sha256 {short(entry.items_sha256)}, as release.json says",
        )
    )
