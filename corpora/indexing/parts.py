"""How much of each part of a corpus is here, and what brings the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpora.indexing.model import Corpus, Part


@dataclass(frozen=True, kw_only=True)
class PartFound:
    """A part of a corpus, and how many of its recordings are here."""

    part: Part
    found: int

    @property
    def lacks(self) -> int:
        """How many recordings are not here."""
        return max(0, self.part.recordings - self.found)


def parts_found(corpus: Corpus, values: Iterable[str]) -> tuple[PartFound, ...]:
    """Count recordings by part.

    Parameters
    ----------
    corpus : Corpus
        Its declaration.
    values : iterable of str
        For each recording that is here, what the corpus's `part_column` says.

    Returns
    -------
    tuple of PartFound
        Every part but the optional ones of which nothing is here; empty if the corpus has no parts.
    """
    counts = Counter(values) if corpus.parts else Counter[str]()
    found = (PartFound(part=part, found=counts[part.name]) for part in corpus.parts)
    return tuple(each for each in found if each.found or not each.part.optional)


def parts_text(parts: Sequence[PartFound]) -> str:
    """Say how much of each part is here: "speech 1,440 of 1,440; song 0 of 1,012"."""
    return "; ".join(f"{each.part.name} {each.found:,} of {each.part.recordings:,}" for each in parts)


def how_to_complete(parts: Sequence[PartFound]) -> str:
    """Say which archives bring what is lacking; empty if nothing is."""
    absent = [each.part.archive for each in parts if not each.found]
    cut = [each.part.archive for each in parts if each.found and each.lacks]
    told = [f"unpack {' and '.join(absent)} beside what is here"] if absent else []
    return "; ".join([*told, *([f"unpack {' and '.join(cut)} again"] if cut else [])])
