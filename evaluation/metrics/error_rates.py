"""Error rates over tokens: WER, CER, PER, MER, TER and the tags' own."""

from __future__ import annotations

from collections.abc import Callable

from evaluation.metrics import normalising
from evaluation.metrics.edits import count_edits
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, check_lengths
from evaluation.metrics.statistic import Sums, columns_of, ratio


def error_rate(references: References, hypotheses: Hypotheses, *, tokens: Callable[[str], list[str]]) -> Measured:
    """Give edits per token of the references, over all of them together.

    Parameters
    ----------
    references : sequence of str
        An empty one adds its insertions and no length.
    hypotheses : sequence of (str or None)
        None is N/A; an empty one is all deletions, a rate of 1.
    tokens : callable
        Splits a text into what is counted.

    Returns
    -------
    Measured
        From 0, without upper end. Each item's own rate beside it; of an empty reference that is the number of
        insertions. Not defined if the references of all valid items are empty.

    Raises
    ------
    MissingLibraryError
        If a library of the extra `eval` is not installed.
    MetricError
        If there are more references than hypotheses, or fewer.
    """
    check_lengths(references, hypotheses)
    valid = [hypothesis is not None for hypothesis in hypotheses]
    pairs = [
        (tokens(reference), tokens(hypothesis))
        for reference, hypothesis in zip(references, hypotheses, strict=True)
        if hypothesis is not None
    ]
    counted = iter(count_edits([reference for reference, _ in pairs], [hypothesis for _, hypothesis in pairs]))
    edits = [next(counted) if each else None for each in valid]
    return measured(
        Sums(columns_of([None if each is None else (each.errors, each.reference) for each in edits], width=2), ratio),
        valid=valid,
        per_item=[None if each is None else each.rate for each in edits],
        undefined="the references hold no tokens",
    )


def wer(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the word error rate of any language, after Whisper's basic normalisation (see `error_rate`)."""
    return error_rate(references, hypotheses, tokens=normalising.words)


def english_wer(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the word error rate after Whisper's English normalisation (see `error_rate`)."""
    return error_rate(references, hypotheses, tokens=normalising.english_words)


def cer(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the character error rate, spaces and punctuation aside (see `error_rate`)."""
    return error_rate(references, hypotheses, tokens=normalising.characters)


def per(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the phoneme error rate over symbols between white space, case kept (see `error_rate`)."""
    return error_rate(references, hypotheses, tokens=normalising.symbols)


def mer(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mixed error rate of code-switched text: Chinese by character, the rest by word (see `error_rate`).

    Not jiwer's match error rate, which has the same letters: the suite's tables go up to 481 %, and that cannot.
    """
    return error_rate(references, hypotheses, tokens=normalising.mixed_tokens)


def ter(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the token error rate of written lists, such as notes or tags (see `error_rate`).

    Not sacreBLEU's translation edit rate: the suite's Table 7 spells TER out as Token Error Rate.
    """
    return error_rate(references, hypotheses, tokens=normalising.list_tokens)
