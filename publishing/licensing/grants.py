"""What one corpus grants: its module's declaration, held to the table of licences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from corpora.indexing.model import ANY_LICENCE, Corpus
from corpora.indexing.registry import corpora
from manifests.licences import licences_in
from publishing.licensing.table import KnownLicence, known_licences, licence_named


class NamedCorpus(Protocol):
    """A corpus as a header names it, of a build or of a release."""

    @property
    def name(self) -> str:
        """Its name here."""

    @property
    def licence(self) -> str:
        """SPDX identifier of its terms; several joined by AND where its recordings differ."""


@dataclass(frozen=True, kw_only=True)
class Grant:
    """The terms of one corpus, as far as they are known.

    Parameters
    ----------
    corpus, title : str
        Its name here, and its published name.
    licence : KnownLicence
        The terms: what both the module and the table allow.
    attribution : str
        The line that a user of the audio must give.
    declared : bool
        Whether a corpus module declares them; what nobody declares forbids everything.
    """

    corpus: str
    title: str
    licence: KnownLicence
    attribution: str
    declared: bool


def grant_of(name: str) -> Grant:
    """Give the terms of a corpus.

    Parameters
    ----------
    name : str
        The corpus's name. One that has no module here forbids everything: a release that was made elsewhere may
        name it.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    corpus = corpora().get(name)
    if corpus is None:
        unknown = licence_named(f"LicenseRef-{name}")
        return Grant(corpus=name, title=name, licence=unknown, attribution="", declared=False)
    return declared_grant(corpus)


def grants_of(use: NamedCorpus) -> tuple[Grant, ...]:
    """Give the terms of what was taken of a corpus: one for each licence that its recordings come under.

    Parameters
    ----------
    use : NamedCorpus
        As a header names it.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    corpus = corpora().get(use.name)
    if corpus is None:
        return (grant_of(use.name),)
    return tuple(_taken(corpus, spdx) for spdx in licences_in(use.licence) or (corpus.licence.spdx,))


def licences_of(name: str) -> tuple[str, ...]:
    """Give the licences that a corpus's recordings may come under; none if the corpus has no module here."""
    corpus = corpora().get(name)
    return () if corpus is None else (corpus.licence.spdx, *corpus.row_licences)


def _taken(corpus: Corpus, spdx: str) -> Grant:
    if spdx == corpus.licence.spdx:
        return declared_grant(corpus)
    return Grant(
        corpus=corpus.name,
        title=f"{corpus.title} (recordings under {spdx})",
        licence=licence_named(spdx),
        attribution=corpus.licence.attribution,
        declared=spdx in corpus.row_licences or ANY_LICENCE in corpus.row_licences,
    )


def declared_grant(corpus: Corpus) -> Grant:
    """Join what a corpus's module declares with what the table says of its licence, the stricter of the two."""
    own = corpus.licence
    listed = known_licences().get(own.spdx)
    licence = KnownLicence(
        spdx=own.spdx,
        title=listed.title if listed else own.summary,
        url=own.url,
        source=listed.source if listed else own.url,
        family=listed.family if listed else own.spdx,
        version=listed.version if listed else "",
        redistribution=own.redistribution and (listed is None or listed.redistribution),
        commercial_use=own.commercial_use and (listed is None or listed.commercial_use),
        share_alike=own.share_alike or (listed is not None and listed.share_alike),
        derivatives=own.derivatives and (listed is None or listed.derivatives),
        attribution=listed is None or listed.attribution,
    )
    return Grant(corpus=corpus.name, title=corpus.title, licence=licence, attribution=own.attribution, declared=True)
