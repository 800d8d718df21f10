"""Licences by one name each, however a card, a licence file or a row spells them."""

from __future__ import annotations

import re

from manifests.licences import licences_in

# Between licences that hold of different rows: in the Hub's `license_name`, and in a column of several sources.
_BETWEEN = re.compile(r"-and-|[,;]")
_CREATIVE = re.compile(
    r"(?:creative commons |cc[- ])?attribution(?P<nc>[- ]?non[- ]?commercial)?(?P<nd>[- ]?no[- ]?deriv\w*)?"
    r"(?P<sa>[- ]?share[- ]?alike)?(?: (?P<version>\d\.\d))?"
)
_ADDRESS = re.compile(r"creativecommons\.org/licenses/(?P<kind>[a-z-]+)/(?P<version>\d\.\d)")
_SHORT = re.compile(r"cc[- ](?P<kind>by(?:[- ](?:nc|nd|sa))*)[- ]?(?P<version>\d\.\d)?.*")
# Phrases by which a licence is known; the first that is found counts.
_PHRASES: tuple[tuple[str, str], ...] = (
    ("creativecommons.org/publicdomain/zero", "cc0-1.0"),
    ("cc0", "cc0-1.0"),
    ("apache", "apache-2.0"),
    ("mit license", "mit"),
    ("permission is hereby granted, free of charge", "mit"),
    ("neither the name of", "bsd-3-clause"),
    ("redistribution and use in source and binary forms", "bsd-2-clause"),
    ("gnu affero general public license", "agpl"),
    ("gnu lesser general public license", "lgpl"),
    ("gnu general public license", "gpl"),
    ("public domain dedication and license", "pddl"),
    ("open database license", "odbl"),
    ("open data commons attribution", "odc-by"),
)
_UNKNOWN = frozenset({"unknown", "n/a", "na", "none", "null", "?", "unspecified", "tbd"})
# A licence file names its licence at its head; what follows may name others.
_HEAD = 2_500


def licence_name(text: str) -> str:
    """Give the Hub's name of a licence that is named in a few words or by an address.

    Parameters
    ----------
    text : str
        Such as `CC BY 4.0`, `Creative Commons Attribution 4.0 International` or `MIT`.

    Returns
    -------
    str
        Such as `cc-by-4.0`; what is not known comes back in lower case with hyphens.
    """
    folded = " ".join(text.casefold().replace("_", "-").split())
    return licence_in(folded) or folded.replace(" ", "-")


def licence_names(text: str) -> set[str]:
    """Give the Hub's names of all licences that a text joins.

    Parameters
    ----------
    text : str
        Such as `CC-BY-4.0 AND CC0-1.0`, `CC BY 4.0; MIT`, or `cc-by-3.0-and-cc-by-nd-3.0` as a `license_name` has it.
    """
    parts = (part.strip() for each in licences_in(text) for part in _BETWEEN.split(each))
    return {licence_name(part) for part in parts if part}


def licence_in(text: str) -> str:
    """Give the name of the licence that a text is, or names at its head; empty if none is recognised."""
    folded = " ".join(text[:_HEAD].casefold().split())
    found = _ADDRESS.search(folded) or _SHORT.fullmatch(folded)
    if found:
        return "-".join(filter(None, ("cc", found["kind"].replace(" ", "-"), found["version"])))
    creative = next((each for each in _CREATIVE.finditer(folded) if each["version"] or "creative" in each[0]), None)
    if creative:
        parts = (
            "cc-by",
            creative["nc"] and "nc",
            creative["nd"] and "nd",
            creative["sa"] and "sa",
            creative["version"],
        )
        return "-".join(filter(None, parts))
    return next((name for phrase, name in _PHRASES if phrase in folded), "")


def is_unknown(text: str) -> bool:
    """Tell whether a row leaves its licence open."""
    return text.strip().casefold() in _UNKNOWN or not text.strip()


def same_licence(one: str, other: str) -> bool:
    """Tell whether two names may mean one licence: a name without a version means any."""
    a, b = sorted((one, other), key=len)
    return a == b or re.fullmatch(rf"{re.escape(a)}-\d\.\d", b) is not None
