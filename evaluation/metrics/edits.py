"""Edits between token sequences, counted by jiwer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.errors import MissingLibraryError

Tokens = list[str]


@dataclass(frozen=True, slots=True)
class Edits:
    """What it takes to turn a hypothesis into its reference.

    Parameters
    ----------
    errors : int
        Substitutions, deletions and insertions of the shortest way.
    reference, hypothesis : int
        Their lengths in tokens.
    """

    errors: int
    reference: int
    hypothesis: int

    @property
    def rate(self) -> float:
        """Errors per token of the reference; over an empty reference the number of insertions, as jiwer has it."""
        return self.errors / max(self.reference, 1)


def count_edits(references: Sequence[Tokens], hypotheses: Sequence[Tokens]) -> list[Edits]:
    """Count the edits of each pair.

    Raises
    ------
    MissingLibraryError
        If jiwer is not installed.
    """
    try:
        import jiwer
    except ImportError as error:
        raise MissingLibraryError.of("jiwer", needed_for="error rates") from error
    if not references:
        return []
    # The tokens are made: jiwer's transforms, meant for sentences, have nothing to do.
    aligned = jiwer.process_words(
        list(references),  # type: ignore[arg-type]
        list(hypotheses),  # type: ignore[arg-type]
        reference_transform=_as_they_are,  # type: ignore[arg-type]
        hypothesis_transform=_as_they_are,  # type: ignore[arg-type]
    )
    return [
        Edits(
            sum(
                max(chunk.ref_end_idx - chunk.ref_start_idx, chunk.hyp_end_idx - chunk.hyp_start_idx)
                for chunk in chunks
                if chunk.type != "equal"
            ),
            len(reference),
            len(hypothesis),
        )
        for chunks, reference, hypothesis in zip(aligned.alignments, references, hypotheses, strict=True)
    ]


def _as_they_are(tokens: list[Tokens]) -> list[Tokens]:
    return tokens
