"""The table of licences: what each that is known allows and asks for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, kw_only=True)
class KnownLicence:
    """A licence as its text has it.

    Parameters
    ----------
    spdx : str
        SPDX identifier, or `LicenseRef-...`.
    title, url : str
        Its name, and where it stands.
    source : str
        Where the terms can be looked up.
    family, version : str
        `CC-BY-SA` and `4.0`: licences of one family are versions of one another.
    redistribution, commercial_use, derivatives : bool
        What it allows.
    share_alike, attribution : bool
        What it asks for.
    used_by : str
        A corpus that comes under it.
    """

    spdx: str
    title: str
    url: str
    source: str
    family: str
    version: str
    redistribution: bool
    commercial_use: bool
    share_alike: bool
    derivatives: bool
    attribution: bool
    used_by: str = ""


@cache
def known_licences() -> Mapping[str, KnownLicence]:
    """Give every licence of the table by its SPDX identifier."""
    text = files("publishing.licensing").joinpath("licences.toml").read_text(encoding="utf-8")
    return {spdx: KnownLicence(spdx=spdx, **fields) for spdx, fields in tomllib.loads(text).items()}


def licence_named(spdx: str) -> KnownLicence:
    """Give a licence by its identifier, in any case of letters; one that is not listed allows nothing.

    Parameters
    ----------
    spdx : str
        SPDX identifier, or `LicenseRef-...`.
    """
    by_folded = {name.casefold(): licence for name, licence in known_licences().items()}
    return by_folded.get(spdx.casefold()) or KnownLicence(
        spdx=spdx,
        title=spdx,
        url="",
        source="",
        family=spdx,
        version="",
        redistribution=False,
        commercial_use=False,
        share_alike=False,
        derivatives=False,
        attribution=True,
    )
