"""Open a question set of any form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from verification.opening.answers import AnswerKey, answer_key
from verification.opening.collection import Collection, Roles
from verification.opening.declared import declared_columns
from verification.opening.entries import EntryMaker
from verification.opening.errors import CollectionError
from verification.opening.naming import NamePattern, name_pattern, no_match
from verification.opening.offers import find_offers
from verification.opening.paths import Finder
from verification.opening.rawset import FILE_NAME, RawRow, RawSet
from verification.opening.readers.forms import read_raw
from verification.opening.readers.turns import with_turns
from verification.opening.roles import guess_roles
from verification.opening.values import column_names

# Rows that roles are guessed from; without their audio.
_SAMPLE = 2_000


def open_collection(
    path: Path, *, given: Roles | None = None, label_pattern: str = "", or_texts: bool = False
) -> Collection:
    """Open a question set: a folder or a file of any form that is known.

    Forms, in the order in which they are looked for: Parquet and Arrow, a corpus in its owner's layout, a
    table (CSV, TSV, JSON lines), a JSON list, a Kaldi directory, label-named folders, audio files.

    Parameters
    ----------
    path : pathlib.Path
        Where the set is.
    given : Roles, optional
        Columns that the user names; the others are guessed.
    label_pattern : str, optional
        A regular expression that finds the label in the path of a row's first clip, relative to the set: its
        first group, or its group named `label`. Groups named `speaker`, `group`, `source`, `id` and `split`
        give these roles.
    or_texts : bool
        Whether questions and answers in writing will do, without audio.

    Returns
    -------
    Collection
        Its rows are read when they are asked for.

    Raises
    ------
    CollectionError
        If there is no such path, nothing is recognised there, a file is broken, a given column is not there,
        or the pattern is no regular expression or matches no name.
    """
    given = given or Roles()
    pattern = name_pattern(label_pattern) if label_pattern else None
    raw = read_raw(path)
    finder = Finder(raw.root if raw.root.is_dir() else raw.root.parent, raw.bases)
    if not raw.rows:
        raise _no_rows(raw, path)
    raw = with_turns(raw)
    sample = list(islice(raw.peeked(), _SAMPLE))
    roles, guessed = guess_roles(raw, sample, finder, given=given)
    if not roles.audio and not (or_texts and _are_texts(roles, sample)):
        raise _no_audio(raw, path, sample)
    if pattern and pattern.gives_label:
        roles = replace(roles, label=FILE_NAME)
    maker, notes = _maker(raw, roles, finder, sample=sample, pattern=pattern)
    return Collection(
        root=raw.root,
        form=raw.form,
        roles=roles,
        rows=raw.rows,
        read=lambda: maker.entries(raw.read()),
        notes=(*raw.notes, *_taken(roles, guessed, given), *_not_taken(raw, roles), *notes),
        corpus=raw.corpus,
    )


def _maker(
    raw: RawSet, roles: Roles, finder: Finder, *, sample: Sequence[RawRow], pattern: NamePattern | None
) -> tuple[EntryMaker, list[str]]:
    """Settle from the sample how rows are read, and say what was settled."""
    columns = dict.fromkeys([*raw.columns, *(name for row in sample for name in column_names(row.values))])
    taken = {column for names in roles.given().values() for column in names}
    maker = EntryMaker(
        roles=roles,
        finder=finder,
        offers=find_offers((), ()),
        declared=declared_columns(list(columns), [row.values for row in sample], taken=taken, clips=len(roles.audio)),
        rates=raw.rates,
        classes=raw.classes,
        pattern=pattern,
    )
    notes = [_matched(raw, maker, pattern)] if pattern else []
    rows = [(row, maker.entry(number, row)) for number, row in enumerate(sample)]
    maker = replace(maker, offers=find_offers(roles.options, [(entry.question, entry.label) for _, entry in rows]))
    if maker.offers.in_question:
        notes.append("options: read from the question's text")
    pairs = [(entry.label, maker.offers.options(row.values, entry.question, entry.label)) for row, entry in rows]
    answers = AnswerKey() if raw.classes.get(roles.label) else answer_key(pairs, column=roles.label)
    notes += [answers.note] if answers.note else []
    notes += _declarations(maker)
    return replace(maker, answers=answers), notes


def _matched(raw: RawSet, maker: EntryMaker, pattern: NamePattern) -> str:
    """Count the names that the pattern is in.

    Raises
    ------
    CollectionError
        If there are none.
    """
    matched, example = 0, ""
    for number, row in enumerate(raw.peeked()):
        name = maker.clip_name(number, row)
        example = example or name
        matched += bool(pattern.read(name))
    if not matched:
        raise no_match(pattern, str(raw.root), example)
    told = "label: from the file name" if pattern.gives_label else "file names"
    return f"{told}, by the pattern {pattern.pattern.pattern} (it is in {matched:,} of {raw.rows:,} names)"


def _taken(roles: Roles, guessed: frozenset[str], given: Roles) -> list[str]:
    """Say which column was taken for what."""
    said = []
    for role, columns in roles.given().items():
        how = "given" if role in given.given() else "guessed" if role in guessed else "by the form"
        if columns != (FILE_NAME,):
            names = ", ".join(f"`{column}`" for column in columns)
            said.append(f"{role}: column{'s' * (len(columns) > 1)} {names} ({how})")
    return said


def _not_taken(raw: RawSet, roles: Roles) -> list[str]:
    """Say that no column was taken for the answer, where one could have been: then little is audited."""
    taken = {column for columns in roles.given().values() for column in columns}
    free = [column for column in raw.columns if column not in taken]
    if roles.label or not free or raw.corpus:
        return []
    columns = ", ".join(f"`{column}`" for column in free[:12])
    return [f"label: no column was recognised, so answers are not audited; if it is one of {columns}, use --label"]


def _declarations(maker: EntryMaker) -> list[str]:
    declared = maker.declared
    pairs = {
        "sampling rate": declared.sampling_rate,
        "channels": declared.channels,
        "length": declared.duration_s,
    }
    return [f"{what} of the clips: declared in column `{column}`" for what, column in pairs.items() if column]


def _are_texts(roles: Roles, sample: Sequence[RawRow]) -> bool:
    """Say whether rows ask and answer in writing, and name no audio that would have to be fetched first."""
    at_web = any(_is_address(value) for row in sample for value in row.values.values())
    return bool(roles.question and roles.label) and not at_web


def _is_address(value: object) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://"))


def _no_rows(raw: RawSet, path: Path) -> CollectionError:
    columns = ", ".join(raw.columns)
    return CollectionError(
        where=str(path),
        found=f"{raw.form} without a row" + (f"; its columns are {columns}" if columns else ""),
        wanted="at least one row",
        remedy="get the set again, or see whether writing it broke off",
    )


def _no_audio(raw: RawSet, path: Path, sample: Sequence[RawRow]) -> CollectionError:
    at_web = next((name for row in sample for name, value in row.values.items() if _is_address(value)), "")
    if at_web:
        return CollectionError(
            where=str(path),
            found=f"{raw.form} whose column {at_web} gives addresses on the web",
            wanted="audio files on this disk: nothing is downloaded",
            remedy="download the files and name them in a column",
        )
    columns = ", ".join(raw.columns) or "none at all"
    return CollectionError(
        where=str(path),
        found=f"{raw.form} without a column that holds audio; its columns are {columns}",
        wanted="a column of audio files or of audio bytes",
        remedy="name it with --audio COLUMN",
    )
