"""The strictest combination of several corpora's terms, and what stands against having them in one release.

Which licence an adaptation of several works may carry is Creative Commons' chart of adapters' licences
(https://creativecommons.org/faq/#combining-and-adapting-cc-material): share-alike asks for the same licence or a
later version of it, non-commercial passes on, no-derivatives forbids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from publishing.licensing.grants import Grant
from publishing.licensing.table import KnownLicence


def refusals(grants: Sequence[Grant]) -> tuple[str, ...]:
    """Say why clips made of these corpora may not be passed on; empty if they may.

    Parameters
    ----------
    grants : sequence of Grant
        The terms of each corpus.
    """
    return (*(reason for grant in grants for reason in _alone(grant)), *_together(grants))


def governing(grants: Sequence[Grant]) -> KnownLicence | None:
    """Give the one licence whose terms are those of all together; None if no single one's are.

    The share-alike licence governs if there is one, else a non-commercial one, else one that asks for attribution;
    of several versions the latest. Nothing governs what cannot be together.

    Parameters
    ----------
    grants : sequence of Grant
        The terms of each corpus, at least one.
    """
    licences = {grant.licence.spdx: grant.licence for grant in grants}.values()
    if len(licences) > 1 and refusals(grants):
        return None
    highest = max(map(_strictness, licences))
    strictest = [licence for licence in licences if _strictness(licence) == highest]
    if len({licence.family for licence in strictest}) != 1:
        return None
    return max(strictest, key=lambda licence: licence.version)


def _strictness(licence: KnownLicence) -> tuple[bool, bool, bool]:
    return licence.share_alike, not licence.commercial_use, licence.attribution


def _alone(grant: Grant) -> Iterator[str]:
    licence = grant.licence
    if not grant.declared:
        yield f"{grant.title}: nobody has declared its terms"
        return
    if not licence.redistribution:
        yield f"{grant.title}: its terms forbid redistribution ({_named(licence)})"
    if not licence.derivatives:
        yield f"{grant.title}: its terms forbid derivatives, and every clip here is one ({_named(licence)})"


def _together(grants: Sequence[Grant]) -> Iterator[str]:
    # What may not be passed on at all is told of once, by itself.
    free = [grant for grant in grants if not any(_alone(grant))]
    for one, other in combinations(_one_a_licence(free), 2):
        if one.licence.share_alike and other.licence.share_alike and one.licence.family != other.licence.family:
            yield (
                f"{one.title} and {other.title}: each asks that the whole be shared under its own terms "
                f"({one.licence.spdx}, {other.licence.spdx})"
            )
            continue
        for open_one, closed_one in ((one, other), (other, one)):
            shared_alike = open_one.licence.share_alike and open_one.licence.commercial_use
            if shared_alike and not closed_one.licence.commercial_use:
                yield (
                    f"{open_one.title} and {closed_one.title}: {open_one.licence.spdx} asks that the whole be free "
                    f"for commercial use too, {closed_one.licence.spdx} forbids it"
                )


def _one_a_licence(grants: Sequence[Grant]) -> list[Grant]:
    first: dict[str, Grant] = {}
    for grant in grants:
        first.setdefault(grant.licence.spdx, grant)
    return list(first.values())


def _named(licence: KnownLicence) -> str:
    return f"{licence.spdx}, {licence.url}" if licence.url else licence.spdx
