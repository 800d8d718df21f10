"""Turn rows as they stand into rows as an audit looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from verification.opening.answers import AnswerKey
from verification.opening.clips import clips_of
from verification.opening.collection import Roles
from verification.opening.declared import Declared
from verification.opening.entry import AudioRef, Entry
from verification.opening.naming import NamePattern
from verification.opening.offers import Offers
from verification.opening.paths import Finder
from verification.opening.rawset import RawRow
from verification.opening.values import Plain, cell, is_clip, plain_items, text_of


@dataclass(frozen=True, kw_only=True)
class EntryMaker:
    """Makes entries of rows.

    Parameters
    ----------
    roles : Roles
        Which column is what.
    finder : Finder
        Looks for files.
    offers : Offers
        Reads the options.
    answers : AnswerKey
        Reads the labels.
    declared : Declared
        What the columns declare of a clip.
    rates : mapping of str to int
        Sampling rates that the schema declares, by audio column.
    classes : mapping of str to tuple of str
        Names of numbered classes, by column.
    pattern : NamePattern or None
        Reads roles out of file names.
    """

    roles: Roles
    finder: Finder
    offers: Offers
    answers: AnswerKey = field(default_factory=AnswerKey)
    declared: Declared = field(default_factory=Declared)
    rates: Mapping[str, int] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pattern: NamePattern | None = None

    def entries(self, rows: Iterator[RawRow]) -> Iterator[Entry]:
        """Make the entries of all rows, in order."""
        for number, row in enumerate(rows):
            yield self.entry(number, row)

    def entry(self, number: int, row: RawRow) -> Entry:
        """Make the entry of one row."""
        values, roles = row.values, self.roles
        name = text_of(cell(values, roles.id)) if roles.id else ""
        question = text_of(cell(values, roles.question)) if roles.question else ""
        audio = self._audio(row, fallback=name or f"row {number}")
        read = self.pattern.read(audio[0].name) if self.pattern and audio else {}
        label = read.get("label", "") if self.pattern and self.pattern.gives_label else self.label(values)
        options = self.offers.options(values, question, label)
        sources = _structs(cell(values, roles.source)) if roles.source else []
        return Entry(
            number=number,
            split=read.get("split") or self._text(values, "split") or row.split,
            id=read.get("id") or name,
            audio=audio,
            stems=self._stems(row),
            question=question,
            options=options.texts,
            label=self.answers.text(label, options),
            group=read.get("group") or self._text(values, "group"),
            speaker=read.get("speaker") or self._text(values, "speaker") or _field(sources[:1], "speaker"),
            source=read.get("source") or (_field(sources, "corpus") if sources else self._text(values, "source")),
            metadata=self._metadata(values, sources),
        )

    def clip_name(self, number: int, row: RawRow) -> str:
        """Name the first clip of a row."""
        name = text_of(cell(row.values, self.roles.id)) if self.roles.id else ""
        audio = self._audio(row, fallback=name or f"row {number}")
        return audio[0].name if audio else ""

    def label(self, values: Mapping[str, Any]) -> str:
        """Give the label as the set spells it: the name of its class where the schema has one."""
        column = self.roles.label
        value = cell(values, column) if column else None
        names = self.classes.get(column, ())
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
            return names[value]
        return text_of(value)

    def _text(self, values: Mapping[str, Any], role: str) -> str:
        column = getattr(self.roles, role)
        value = cell(values, column) if column else None
        names = self.classes.get(column, ())
        return names[value] if isinstance(value, int) and 0 <= value < len(names) else text_of(value)

    def _audio(self, row: RawRow, *, fallback: str) -> tuple[AudioRef, ...]:
        """List the clips of a row; a first clip that the row does not name is a reference to nothing."""
        clips = []
        for place, column in enumerate(self.roles.audio):
            value = cell(row.values, column)
            found = list(clips_of(value, finder=self.finder, folder=row.folder, fallback=fallback))
            if not found and place == 0:
                found = [AudioRef(name="")]
            rate = self.rates.get(column)
            clips += [replace(clip, sampling_rate=rate) if rate else clip for clip in found]
        return (self.declared.on(clips[0], row.values), *clips[1:]) if clips else ()

    def _stems(self, row: RawRow) -> dict[str, AudioRef]:
        stems: dict[str, AudioRef] = {}
        for name in ("clean", "noise"):
            column = getattr(self.roles, name)
            value = cell(row.values, column) if column else None
            for clip in clips_of(value, finder=self.finder, folder=row.folder, fallback=f"{name} of the row"):
                stems.setdefault(name, clip)
        return stems

    @cached_property
    def _used(self) -> frozenset[str]:
        return frozenset(column for names in self.roles.given().values() for column in names)

    def _metadata(self, values: Mapping[str, Any], sources: Sequence[Mapping[str, Any]]) -> dict[str, Plain]:
        used = self._used
        found: dict[str, Plain] = {}
        for column, value in values.items():
            if column not in used:
                found.update((name, each) for name, each in plain_items(column, value) if name not in used)
        keys = dict.fromkeys(key for source in sources for key in source if key not in {"corpus", "speaker"})
        texts = {f"source.{key}": _field(sources, key) for key in keys}
        return found | {name: text for name, text in texts.items() if text}


def _structs(value: Any) -> list[Mapping[str, Any]]:
    """Give the structs of a source column: one, several, or none if it holds a text."""
    each = value if isinstance(value, list | tuple) else [value]
    return [struct for struct in each if isinstance(struct, Mapping) and not is_clip(struct)]


def _field(sources: Sequence[Mapping[str, Any]], key: str) -> str:
    """Give a field of the sources of a row; several different ones joined."""
    return "; ".join(dict.fromkeys(text for source in sources if (text := text_of(source.get(key)))))
