"""Which clips are compared: pairs that differ in style, and pairs that differ in content."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from evaluation.asked import Question
from evaluation.encoders.errors import EmbeddingError

_COLUMNS = ("id_a", "id_b", "change")
_WANTED = "columns id_a, id_b and change (style or content)"


class Change(StrEnum):
    """What differs between the two clips of a pair, the other being the same."""

    STYLE = "style"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two clips by their ids."""

    first: str
    second: str
    change: Change


def pairs_of(questions: Sequence[Question], *, seed: int = 0) -> list[Pair]:
    """Pair the rows of a set whose groups share a content and whose labels are styles, such as minimal pairs.

    For each row one partner is drawn for a change of style (same group, other label) and one for a change of content
    (same label, other group); a pair that is drawn twice counts once.

    Parameters
    ----------
    questions : sequence of Question
        The set.
    seed : int
        Of the draw.

    Raises
    ------
    EmbeddingError
        If no group has two labels, or no label two groups.
    """
    rng = np.random.Generator(np.random.Philox(seed))
    by_group: dict[str, list[Question]] = {}
    by_label: dict[str, list[Question]] = {}
    for question in questions:
        by_group.setdefault(question.group or question.id, []).append(question)
        by_label.setdefault(question.label, []).append(question)
    found: dict[tuple[str, str], Change] = {}
    for question in questions:
        styles = [each for each in by_group[question.group or question.id] if each.label != question.label]
        contents = by_label[question.label]
        for change, others in ((Change.STYLE, styles), (Change.CONTENT, contents)):
            partner = _drawn(question, others, change, rng)
            if partner is not None:
                found.setdefault(_key(question.id, partner), change)
    for change, wanted in (
        (Change.STYLE, "groups with two labels (same content, other style)"),
        (Change.CONTENT, "labels in two groups (same style, other content)"),
    ):
        if change not in found.values():
            raise EmbeddingError(
                where="the set",
                found=f"no pair that differs in {change} only, by its groups and labels",
                wanted=wanted,
                remedy="name other columns with --group and --label, or the pairs with --pairs FILE",
            )
    return [Pair(first, second, change) for (first, second), change in found.items()]


def read_pairs(path: Path) -> list[Pair]:
    """Read pairs from CSV with the columns `id_a`, `id_b` and `change`; a pair that stands twice counts once.

    Raises
    ------
    EmbeddingError
        If the file cannot be read, or a line is no pair.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines)
            missing = set(_COLUMNS) - set(reader.fieldnames or ())
            if missing:
                raise _unfit(str(path), f"no column {', '.join(sorted(missing))}")
            found: dict[tuple[str, str], Change] = {}
            for row in reader:
                where = f"{path}, line {reader.line_num}"
                first, second, change = _pair(row, where)
                if found.setdefault(_key(first, second), change) is not change:
                    raise _unfit(where, f"{first!r} and {second!r} a second time, with another change")
    except OSError as error:
        raise _unfit(str(path), (error.strerror or type(error).__name__).lower()) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise _unfit(str(path), f"text that is no CSV in UTF-8 ({error})"[:200]) from error
    if not found:
        raise _unfit(str(path), "no pair")
    return [Pair(first, second, change) for (first, second), change in found.items()]


def _drawn(question: Question, others: Sequence[Question], change: Change, rng: np.random.Generator) -> str | None:
    """Draw a partner; of a label's rows, those of the own group are passed over."""
    if change is Change.STYLE:
        return others[int(rng.integers(len(others)))].id if others else None
    start = int(rng.integers(len(others)))
    own = question.group or question.id
    for step in range(len(others)):
        other = others[(start + step) % len(others)]
        if (other.group or other.id) != own:
            return other.id
    return None


def _pair(row: Mapping[str, str | None], where: str) -> tuple[str, str, Change]:
    first, second, change = ((row[name] or "").strip() for name in _COLUMNS)
    if not first or not second or first == second:
        raise _unfit(where, f"the ids {first!r} and {second!r}")
    if change not in set(Change):
        raise _unfit(where, f"the change {change!r}")
    return first, second, Change(change)


def _key(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first <= second else (second, first)


def _unfit(where: str, found: str) -> EmbeddingError:
    return EmbeddingError(where=where, found=found, wanted=_WANTED, remedy="correct the file of pairs")
