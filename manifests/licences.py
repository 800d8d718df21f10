"""How the Hub spells the licence of a dataset."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Synthesised by us from nothing but numbers.
OWN_LICENCE_SPDX = "CC0-1.0"
OWN_LICENCE = OWN_LICENCE_SPDX.lower()
# Of the Hub's list (https://huggingface.co/docs/hub/repositories-licenses), those that audio comes under. The Hub
# spells them as SPDX does, in lower case, but for the last three. Anything else is `other` there.
_CREATIVE_COMMONS = {
    "cc-by": ("2.0", "2.5", "3.0", "4.0"),
    "cc-by-sa": ("3.0", "4.0"),
    "cc-by-nc": ("2.0", "3.0", "4.0"),
    "cc-by-nd": ("4.0",),
    "cc-by-nc-sa": ("2.0", "3.0", "4.0"),
    "cc-by-nc-nd": ("3.0", "4.0"),
}
_HUB_NAMES = {
    **{name: name for name in (OWN_LICENCE, "mit", "apache-2.0", "bsd-2-clause", "bsd-3-clause")},
    **{f"{kind}-{version}": f"{kind}-{version}" for kind, each in _CREATIVE_COMMONS.items() for version in each},
    "odbl-1.0": "odbl",
    "odc-by-1.0": "odc-by",
    "pddl-1.0": "pddl",
}
_AND = " AND "
_FOREIGN = re.compile(r"[^a-z0-9.+-]+")


def licences_in(expression: str) -> tuple[str, ...]:
    """Give the licences of an SPDX expression such as `CC-BY-4.0 AND CC0-1.0`: of parts, all hold of some of the rows.

    Parameters
    ----------
    expression : str
        One licence, or several joined by AND; nothing gives nothing.
    """
    return tuple(part.strip() for part in expression.split(_AND) if part.strip())


def all_of(licences: Iterable[str]) -> str:
    """Join licences that hold of different rows into one SPDX expression, sorted."""
    return _AND.join(sorted(set(licences)))


def hub_licence(licences: Iterable[str]) -> dict[str, str | list[str]]:
    """Give the `license` fields of a dataset card.

    The Hub takes a list of identifiers from its own list, or `other` with a `license_name`, which is an identifier too,
    like `my-license-1.0` (https://github.com/huggingface/hub-docs/blob/main/datasetcard.md).

    Parameters
    ----------
    licences : iterable of str
        SPDX names of the licences of all sources, or expressions of several; none if everything is synthesised.

    Returns
    -------
    dict
        `license` in the Hub's spelling, a sorted list where there are several; `other` with `license_name` where the
        Hub does not know one of them.
    """
    names = sorted({name.lower() for each in licences for name in licences_in(each)}) or [OWN_LICENCE]
    known = [_HUB_NAMES[name] for name in names if name in _HUB_NAMES]
    if len(known) < len(names):
        return {"license": "other", "license_name": "-and-".join(_FOREIGN.sub("-", name).strip("-") for name in names)}
    return {"license": known[0] if len(known) == 1 else sorted(known)}
