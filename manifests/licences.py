"""How the Hub spells the licence of a dataset."""

from __future__ import annotations

from collections.abc import Iterable

# Synthesised by us from nothing but numbers.
OWN_LICENCE = "cc0-1.0"
# SPDX names that the Hub's licence list spells in lower case; anything else is `other` there.
_HUB_LICENCES = ("cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0", "cc-by-nc-sa-2.0", "pddl")


def hub_licence(licences: Iterable[str]) -> dict[str, str]:
    """Give the `license` fields of a dataset card.

    Parameters
    ----------
    licences : iterable of str
        SPDX names of the licences of all sources; none if everything is synthesised.

    Returns
    -------
    dict
        `license` in the Hub's spelling; with `license_name` where the Hub knows none, or there are several.
    """
    names = sorted(set(licences)) or [OWN_LICENCE]
    if len(names) == 1 and names[0].lower() in _HUB_LICENCES:
        return {"license": names[0].lower()}
    return {"license": "other", "license_name": ", ".join(names)}
