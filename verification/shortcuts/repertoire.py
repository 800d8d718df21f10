"""All the ways to cheat that a set gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verification.shortcuts.cheats import CheatRow
from verification.shortcuts.families import category_family, heard_families, metadata_family, order_family
from verification.shortcuts.family import Family
from verification.shortcuts.texts import name_family, options_vary, wording_family


def repertoire(
    rows: Sequence[CheatRow], groups: Sequence[str], *, inherent: Mapping[str, str], ordered: bool
) -> list[Family]:
    """Give every family, whether it varies or not.

    Parameters
    ----------
    rows : sequence of CheatRow
        Those that are tried.
    groups : sequence of str, shape (rows,)
        Rows of one name belong together.
    inherent : mapping of str to str
        Families or single features that are the property itself, with the reason.
    ordered : bool
        Whether the rows stand in an order that somebody gave them.
    """
    families = heard_families(rows, inherent)
    families.append(name_family(rows))
    if ordered:
        families.append(order_family(rows, len({row.label for row in rows})))
    families += [
        category_family("source", [row.source for row in rows], rows, groups),
        category_family("speaker", [row.speaker for row in rows], rows, groups),
        category_family("sex", [row.sex for row in rows], rows, groups),
        metadata_family(rows),
    ]
    if not options_vary(rows):
        families.append(wording_family(rows))
    return [replace(family, inherent=inherent.get(family.name, "")) for family in families]
