"""Read a file of votes: who answered what to which question."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

from evaluation.errors import ReplyError

COLUMNS = ("rater", "id", "answer")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_JSON_LINES = (".jsonl", ".ndjson")
_WANTED = "rater, id and answer of each vote"


@dataclass(frozen=True, kw_only=True, slots=True)
class Vote:
    """One answer of one listener.

    Parameters
    ----------
    rater : str
        Who listened: any name or number.
    id : str
        Of the question.
    answer : str
        The option, as it was given; empty if none was.
    line : int
        Where it stands in its file, from 1.
    """

    rater: str
    id: str
    answer: str
    line: int = 0


def read_votes(path: Path) -> tuple[Vote, ...]:
    """Read votes from CSV or TSV with a header, or from JSON lines; columns besides the three are not looked at.

    Raises
    ------
    ReplyError
        If there is no such file, it is of another kind, or a line is not a vote.
    """
    suffix = path.suffix.lower()
    if suffix not in _DELIMITERS and suffix not in _JSON_LINES:
        _refuse(str(path), f"a file that ends in {suffix or 'nothing'}", "save it as .csv, .tsv or .jsonl")
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            found = _from_table(lines, path, _DELIMITERS[suffix]) if suffix in _DELIMITERS else _from_json(lines, path)
            votes = tuple(found)
    except OSError as error:
        raise ReplyError(
            where=str(path),
            found=(error.strerror or type(error).__name__).lower(),
            wanted="a file of votes",
            remedy="check the path",
        ) from error
    except UnicodeDecodeError as error:
        raise ReplyError(
            where=str(path), found=f"text that is not UTF-8 ({error.reason})", wanted=_WANTED, remedy="save it as UTF-8"
        ) from error
    if not votes:
        _refuse(str(path), "no votes", "give the file with the votes")
    return votes


def _from_table(lines: TextIO, path: Path, delimiter: str) -> Iterator[Vote]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        for name in COLUMNS:
            if header.count(name) != 1:
                found = f"{header.count(name)} columns {name!r} among {', '.join(header) or 'none'}"
                _refuse(f"{path}, line 1", found, f"head the columns {', '.join(COLUMNS)}")
        for fields in reader:
            where = f"{path}, line {reader.line_num}"
            if not any(field.strip() for field in fields):
                continue
            if len(fields) != len(header):
                _refuse(where, f"{len(fields)} fields under {len(header)} headings", "quote answers that hold commas")
            yield _vote(dict(zip(header, fields, strict=True)), where, reader.line_num)
    except csv.Error as error:
        _refuse(f"{path}, line {reader.line_num}", f"a broken line ({error})", "correct the line")


def _from_json(lines: TextIO, path: Path) -> Iterator[Vote]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            value: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            _refuse(where, f"{line.strip()[:60]!r}, not JSON ({error})", "correct the line")
        if not isinstance(value, dict):
            _refuse(where, f"{line.strip()[:60]!r}", 'write lines of {"rater": ..., "id": ..., "answer": ...}')
        yield _vote(value, where, number)


def _vote(values: Mapping[str, Any], where: str, line: int) -> Vote:
    for name in COLUMNS:
        value = values.get(name)
        # A listener who skipped a question may have null for an answer; a vote is nobody's and on nothing without
        # the other two.
        if name not in values or isinstance(value, bool | dict | list) or (value is None and name != "answer"):
            _refuse(where, f"{name} = {value!r}" if name in values else f"no {name}", "give each vote all three")
    rater, name, answer = (str("" if values[key] is None else values[key]).strip() for key in COLUMNS)
    if not rater or not name:
        _refuse(where, f"rater {rater!r} and id {name!r}", "give each vote a rater and the id of a question")
    return Vote(rater=rater, id=name, answer=answer, line=line)


def _refuse(where: str, found: str, remedy: str) -> NoReturn:
    raise ReplyError(where=where, found=found, wanted=_WANTED, remedy=remedy)
