"""The ledger: the terms of a release, and whether it may be published."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from manifests.errors import SoundprobeError
from manifests.licences import OWN_LICENCE_SPDX, hub_licence
from publishing.licensing.combining import governing, refusals
from publishing.licensing.grants import Grant, NamedCorpus, grants_of
from publishing.licensing.table import known_licences


class LicenceError(SoundprobeError):
    """The terms of a source forbid what was asked for."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of a release: the strictest combination of its sources'.

    Parameters
    ----------
    spdx : tuple of str
        The licences of its sources, sorted; CC0-1.0 if everything is synthesised.
    redistribution : bool
        Whether the audio may be passed on: no source's terms, and no two of them together, forbid it.
    commercial_use, share_alike : bool
        Whether all of it may be used commercially; whether any of it must be shared alike.
    attribution : str
        The lines that a user of the audio must give, one a corpus.
    refusals : tuple of str
        Why the audio may not be passed on.
    licence, licence_url : str
        The one licence whose terms are those of the whole, and its address; empty if no single one's are.
    """

    spdx: tuple[str, ...]
    redistribution: bool
    commercial_use: bool
    share_alike: bool
    attribution: str
    refusals: tuple[str, ...]
    licence: str
    licence_url: str

    def hub_fields(self) -> dict[str, str | list[str]]:
        """Give the `license` fields of a card on the Hub; one that the Hub does not list has a name and a link.

        Where no single licence's terms are those of the whole, all of them are listed.
        """
        fields = hub_licence([self.licence] if self.licence else self.spdx)
        if "license_name" in fields and self.licence_url:
            fields["license_link"] = self.licence_url
        return fields

    def to_json(self) -> dict[str, Any]:
        """Give what a release record holds of the terms."""
        return {
            "spdx": list(self.spdx),
            "redistribution": self.redistribution,
            "commercial_use": self.commercial_use,
            "share_alike": self.share_alike,
        }


def release_terms(uses: Iterable[NamedCorpus]) -> Terms:
    """Combine the terms of what was taken of the corpora that a release is made of.

    Parameters
    ----------
    uses : iterable of NamedCorpus
        As headers name them, in any order and number; none if everything is synthesised. A corpus that has no module
        here forbids redistribution.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    grants = {(grant.corpus, grant.licence.spdx): grant for use in uses for grant in grants_of(use)}
    return combined_terms([grants[key] for key in sorted(grants)])


def combined_terms(grants: Sequence[Grant]) -> Terms:
    """Combine the terms of corpora.

    Parameters
    ----------
    grants : sequence of Grant
        The terms of each; none if everything is synthesised.
    """
    against = refusals(grants)
    chosen = governing(grants) if grants else known_licences()[OWN_LICENCE_SPDX]
    return Terms(
        spdx=tuple(sorted({grant.licence.spdx for grant in grants} or {OWN_LICENCE_SPDX})),
        redistribution=not against,
        commercial_use=all(grant.licence.commercial_use for grant in grants),
        share_alike=any(grant.licence.share_alike for grant in grants),
        attribution="\n".join(dict.fromkeys(grant.attribution for grant in grants if grant.attribution)),
        refusals=against,
        licence=chosen.spdx if chosen else "",
        licence_url=chosen.url if chosen else "",
    )


def may_publish(terms: Terms, *, with_audio: bool) -> bool:
    """Say whether a release may be published; without audio it holds nothing that is anybody else's."""
    return terms.redistribution or not with_audio


def require_publishable(terms: Terms, *, with_audio: bool, where: str) -> None:
    """Refuse to publish what the terms of a source forbid.

    Parameters
    ----------
    terms : Terms
        The terms of the release.
    with_audio : bool
        Whether clips are published, or records and instructions alone.
    where : str
        The release, for the message.

    Raises
    ------
    LicenceError
        If its audio may not be passed on; the remedy is a recipe-only release.
    """
    if may_publish(terms, with_audio=with_audio):
        return
    raise LicenceError(
        where=where,
        found="; ".join(terms.refusals),
        wanted="sources whose audio may be passed on, changed and together",
        remedy="publish it with --recipe-only: records and how to build it again, without audio; "
        "or leave the datasets of these corpora out",
    )
