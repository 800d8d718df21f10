"""Where the clips come from: whose they are, under which licence, and that none is there twice."""

from __future__ import annotations

from collections.abc import Mapping

from corpora.indexing.model import ANY_LICENCE
from corpora.indexing.registry import corpora
from manifests.licences import licences_in
from manifests.record import DatasetRecord
from verification.clips import RowFacts
from verification.findings import Ledger
from verification.guard import loading


class Provenance:
    """Follows the sources of the rows, and recognises a clip that comes again.

    Parameters
    ----------
    header : DatasetRecord
        The record's header.
    ledger : Ledger
        Takes the findings.

    Raises
    ------
    SoundprobeError
        If the corpora cannot be loaded.
    """

    def __init__(self, header: DatasetRecord, ledger: Ledger) -> None:
        self._header = header
        self._ledger = ledger
        self._licences = _known_licences()
        self._named = {use.name: set(licences_in(use.licence)) for use in header.corpora}
        self._sources: set[str] = set()
        # Sixteen bytes a clip, for as many clips as there are.
        self._clips: dict[bytes, str] = {}

    def add(self, facts: RowFacts) -> None:
        """Take one row."""
        row = facts.row
        for source in row.source:
            corpus = str(source.get("corpus"))
            self._sources.add(corpus)
            licence = str(source.get("licence"))
            self._check_licence(row.name, corpus, licence)
            self._ledger.expect(
                corpus not in self._named or licence in self._named[corpus],
                "record.licence_named",
                row.name,
                found=f"licence {licence!r} of {corpus}",
                wanted=f"{' or '.join(sorted(self._named.get(corpus, ())))}, as in the header",
            )
        if facts.pcm_sha256 is None:
            return
        first = self._clips.setdefault(bytes.fromhex(facts.pcm_sha256[:32]), row.name)
        self._ledger.expect(
            first == row.name,
            "audio.duplicate",
            row.name,
            found=f"the samples of {first} again, bit for bit",
            wanted="every clip once",
        )

    def finish(self) -> None:
        """Compare the corpora of the header with those of the rows."""
        named = {use.name for use in self._header.corpora}
        self._ledger.expect(
            named == self._sources,
            "record.corpora",
            self._header.recipe,
            found=f"rows made of {', '.join(sorted(self._sources)) or 'no corpus'}",
            wanted=f"{', '.join(sorted(named)) or 'no corpus'}, as in the header",
        )
        for use in self._header.corpora:
            for licence in licences_in(use.licence):
                self._check_licence(self._header.recipe, use.name, licence)

    def _check_licence(self, item: str, corpus: str, licence: str) -> None:
        if corpus not in self._licences:
            return
        allowed = self._licences[corpus]
        self._ledger.expect(
            bool(licence) and (licence in allowed or ANY_LICENCE in allowed),
            "record.licence",
            item,
            found=f"licence {licence!r} of {corpus}",
            wanted=f"{' or '.join(map(repr, allowed))}, the corpus's own",
        )


def _known_licences() -> Mapping[str, tuple[str, ...]]:
    with loading("corpora"):
        return {name: (corpus.licence.spdx, *corpus.row_licences) for name, corpus in corpora().items()}
