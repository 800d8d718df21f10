"""Features that are said to be the property itself: only those that exist, or a misspelt one would excuse nothing."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from manifests.errors import SoundprobeError
from verification.listening.facts import FAMILIES, FEATURES

# Families that are read rather than heard.
READ = ("name", "order", "source", "speaker", "sex", "metadata", "wording")


def inherent_features(given: Mapping[str, str]) -> dict[str, str]:
    """Take names of families and features as they are spelt; capitals, underscores and hyphens are forgiven.

    Parameters
    ----------
    given : mapping of str to str
        Names, with the reason.

    Raises
    ------
    SoundprobeError
        If there is no family or feature of one of the names; the message names those that are close.
    """
    known = {_plain(name): name for name in (*FEATURES, *FAMILIES, *READ)}
    for name in given:
        if _plain(name) not in known:
            raise _unknown(name, known)
    return {known[_plain(name)]: reason for name, reason in given.items()}


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _unknown(name: str, known: Mapping[str, str]) -> SoundprobeError:
    near = [known[each] for each in get_close_matches(_plain(name), known, n=3, cutoff=0.5)]
    return SoundprobeError(
        where="--inherent",
        found=repr(name),
        wanted=f"a family ({', '.join((*FAMILIES, *READ))}) or a feature of one, such as crest_db",
        remedy=f"did you mean {' or '.join(map(repr, near))}?" if near else "take one of these",
    )
