"""The kinds of values that a release record holds, each with its bounds: a record may come from a stranger."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from manifests.release_record.bounds import LONGEST_S, MOST_FRAMES, held_numbers
from manifests.release_record.paths import relative_path

# Far above what any release needs, and far below what would fill a memory.
MOST_DATASETS, MOST_SHARDS, MOST_OPTIONS, MOST_NOTES, MOST_CORPORA = 1000, 50_000, 1000, 1000, 100
MOST_PARAMETERS, MOST_SOURCES, MOST_ITEMS = 500, 1000, 10_000_000
HIGHEST_RATE = 768_000  # of any recording
MOST_STRETCH = int(LONGEST_S * HIGHEST_RATE)
_LONGEST_TEXT = 100_000
_SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?"
    r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?",
    re.ASCII,
)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_LONGEST_NAME, _LONGEST_VERSION, _LONGEST_CORPUS = 96, 64, 100
# Names of devices on Windows, where no file may have one, whatever follows a dot.
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
)


def release_name(text: str) -> str:
    """Give `text` back if it is lower-case words or digits joined by hyphens.

    Raises
    ------
    ValueError
        If it is not.
    """
    if len(text) > _LONGEST_NAME or not _NAME.fullmatch(text):
        raise ValueError(f"lower-case words or digits joined by hyphens, at most {_LONGEST_NAME} characters")
    if text in _DEVICES:
        raise ValueError("a name that is no device's on Windows")
    return text


def release_version(text: str) -> str:
    """Give `text` back if it is a semantic version (semver.org, 2.0.0), such as `1.0.0` or `1.1.0-rc.1`.

    Raises
    ------
    ValueError
        If it is not.
    """
    if len(text) > _LONGEST_VERSION or not _SEMVER.fullmatch(text):
        raise ValueError(f"a semantic version, such as 1.0.0 or 1.1.0-rc.1, at most {_LONGEST_VERSION} characters")
    return text


def release_date(text: str) -> str:
    """Give `text` back if it is a date of the calendar, YYYY-MM-DD.

    Raises
    ------
    ValueError
        If it is not.
    """
    if len(text) != len("2000-01-31") or dt.date.fromisoformat(text).isoformat() != text:
        raise ValueError("a date, YYYY-MM-DD")
    return text


Text = Annotated[str, StringConstraints(max_length=_LONGEST_TEXT)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=_LONGEST_TEXT)]
Name = Annotated[str, AfterValidator(release_name)]
CorpusName = Annotated[str, StringConstraints(min_length=1, max_length=_LONGEST_CORPUS)]
Version = Annotated[str, AfterValidator(release_version)]
Date = Annotated[str, AfterValidator(release_date)]
RelativePath = Annotated[str, AfterValidator(relative_path)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
OperationId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,80}\.[a-z][a-z0-9_]{0,80}/[1-9][0-9]{0,5}$")]
ShardName = Annotated[str, StringConstraints(pattern=r"^test-[0-9]{5}-of-[0-9]{5}\.parquet$")]
Count = Annotated[int, Field(ge=0, le=2**40)]
Items = Annotated[int, Field(ge=0, le=MOST_ITEMS)]
Frames = Annotated[int, Field(ge=0, le=MOST_FRAMES)]
Natural = Annotated[int, Field(ge=0)]
Whole = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Number = Annotated[float, Field(allow_inf_nan=False)]
ScalarValue = bool | Whole | Number | Text | None
PlainScalars = dict[str, bool | int | Number | str | None]
Versions = Annotated[dict[Word, Text], Field(max_length=MOST_PARAMETERS)]
Scalars = Annotated[dict[Word, ScalarValue], Field(max_length=MOST_PARAMETERS)]
Parameters = Annotated[Scalars, AfterValidator(held_numbers)]
Construction = Annotated[dict[Word, JsonValue], Field(max_length=MOST_PARAMETERS), AfterValidator(held_numbers)]


class Strict(BaseModel):
    """What every part of a record has in common: no unknown field, no silent conversion, no change after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)
