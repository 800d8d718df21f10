"""How the Hub spells the licence of a dataset."""

from __future__ import annotations

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
    known = _HUB_NAMES.get(names[0].lower())
    if len(names) == 1 and known:
        return {"license": known}
    return {"license": "other", "license_name": ", ".join(names)}
