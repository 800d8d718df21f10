"""What a construction says of itself: the prose and the parameters of its numpydoc docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

_NAMES = re.compile(r"(\w+(?:, \w+)*)(?: : .*)?")
_RULE = re.compile(r"-{3,}")
_MANY = 8


def summary_of(kind: type[Any]) -> str:
    """Give the first line of a class's docstring."""
    return (_doc(kind).strip().split("\n") or [""])[0]


def description_of(kind: type[Any]) -> str:
    """Give the prose of a class's docstring, from its summary to its first section, on one line."""
    lines = _doc(kind).split("\n")
    rules = [place for place, line in enumerate(lines) if _RULE.fullmatch(line)]
    prose = lines[: rules[0] - 1] if rules else lines
    return " ".join(line.strip() for line in prose if line.strip())


def parameter_docs(kind: type[Any]) -> dict[str, str]:
    """Give what the section `Parameters` of a class's docstring says of each name."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in _section(_doc(kind), "Parameters"):
        heading = None if line.startswith(" ") else _NAMES.fullmatch(line.rstrip())
        if heading:
            names = heading[1].split(", ")
        for name in names:
            found.setdefault(name, []).extend([] if heading else [line.strip()])
    return {name: " ".join(filter(None, lines)) for name, lines in found.items()}


def described_fields(value: object, *, within: str = "") -> Iterator[tuple[str, str, str]]:
    """Give each field of a dataclass object that is set: its name, its value in words, and what it is.

    A field that is a dataclass itself gives its own fields, as `ranges.low_hz`.

    Parameters
    ----------
    value : object
        An instance of a dataclass, such as a construction.
    within : str
        What stands before each name.
    """
    docs = parameter_docs(type(value))
    for field in fields(value):  # type: ignore[arg-type]
        content = getattr(value, field.name)
        if is_dataclass(content) and not isinstance(content, type):
            yield from described_fields(content, within=f"{within}{field.name}.")
        elif not _is_unset(content):
            yield f"{within}{field.name}", in_words(content), docs.get(field.name, "")


def unset_fields(value: object, *, within: str = "") -> Iterator[str]:
    """Name the fields of a dataclass object that `described_fields` leaves out: None, or empty."""
    for field in fields(value):  # type: ignore[arg-type]
        content = getattr(value, field.name)
        if is_dataclass(content) and not isinstance(content, type):
            yield from unset_fields(content, within=f"{within}{field.name}.")
        elif _is_unset(content):
            yield f"{within}{field.name}"


def in_words(value: object) -> str:
    """Write a value of a construction for people: `yes`, `0.7`, `80 to 150`, `512 values: a, b, ..., z`.

    Pairs of a name and what it stands for are a mapping, `German: de; English: en, en-gb`; an object is its fields.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return _listed(list(value))
    if is_dataclass(value) and not isinstance(value, type):
        return ", ".join(f"{field.name} {in_words(getattr(value, field.name))}" for field in fields(value))
    return "none" if value in (None, "") else str(value)


def _is_unset(value: object) -> bool:
    return value is None or value in ("", (), [])


def _listed(values: list[object]) -> str:
    if len(values) == 2 and all(isinstance(each, int | float) for each in values):
        return " to ".join(map(in_words, values))
    if values and all(isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str) for each in values):
        return "; ".join(_named(*each) for each in values)  # type: ignore[misc]
    if len(values) > _MANY:
        first, second, *_, last = map(in_words, values)
        return f"{len(values):,} values: {first}, {second}, ..., {last}"
    apart = "; " if any(map(is_dataclass, values)) else ", "
    return apart.join(map(in_words, values)) or "none"


def _named(name: str, content: object) -> str:
    said = in_words(content)
    return name if said == name else f"{name}: {said}"


def _doc(kind: type[Any]) -> str:
    return inspect.cleandoc(kind.__doc__ or "")


def _section(doc: str, title: str) -> Iterator[str]:
    """Give the lines of one section."""
    lines = doc.split("\n")
    rules = [place for place, line in enumerate(lines) if _RULE.fullmatch(line)]
    for number, place in enumerate(rules):
        if lines[place - 1] == title:
            end = rules[number + 1] - 1 if number + 1 < len(rules) else len(lines)
            yield from (line for line in lines[place + 1 : end] if line.strip())
