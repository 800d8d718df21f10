"""Transcripts as the SAGI paper scores them (its App. C.3.1, Tables 3 and 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from evaluation.metrics.edits import Edits, count_edits
from evaluation.metrics.framing import unframed
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.normalising import characters, english_words, words
from evaluation.metrics.pairing import Hypotheses, References, check_lengths
from evaluation.metrics.statistic import Sums, columns_of, mean_of, ratio

LACKS_ASR_FROM = 0.8  # mean rate of the completed items that is not below this: no effective recognition
_POOR = 0.2  # Table 6 looks at items whose rate is higher than 20 %
_OFF = 0.2  # and there for lengths that are off by more than 20 % of the reference's

_TOKENS: dict[str, Callable[[str], list[str]]] = {"en": english_words, "zh": characters}


@dataclass(frozen=True, kw_only=True, slots=True)
class LengthErrors:
    """Table 6: how poor transcripts (a rate above 20 %) go wrong in length.

    Parameters
    ----------
    poor : int
        Items with a rate above 20 %: the table's "Total".
    truncated, over_long : int
        Of these, shorter or longer than the reference by more than 20 % of its length.
    """

    poor: int
    truncated: int
    over_long: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Transcripts:
    """What the paper reports of a transcription task, and the corpus rate beside it.

    Parameters
    ----------
    rates : Measured
        Mean error rate of all items, rates over 1 included: what the code released with the paper computes, and not
        what its text says. `per_item` holds each item's.
    completed : Measured
        Share of items with a rate below 1: the paper's completion rate.
    mean_of_completed : Measured
        Mean rate over the completed items: the paper's WER. Not defined if none is completed.
    corpus : Measured
        All errors over all tokens of the references.
    hallucinated : Measured
        Share of items with words in the transcript and a rate of 1 or more.
    lengths : LengthErrors
        Table 6.
    empty_references, empty_transcripts : int
        Items that hold no token after normalisation; replies that never came are among the transcripts.
    unit : str
        What is counted: "words" or "characters".
    """

    rates: Measured
    completed: Measured
    mean_of_completed: Measured
    corpus: Measured
    hallucinated: Measured
    lengths: LengthErrors
    empty_references: int
    empty_transcripts: int
    unit: str

    @property
    def lacks_asr(self) -> bool | None:
        """Whether the model lacks effective recognition: the 0.8 rule, or nothing completed; None of no items."""
        if not self.rates.items:
            return None
        mean = self.mean_of_completed.value
        return mean is None or mean >= LACKS_ASR_FROM


def transcripts(
    references: References,
    hypotheses: Hypotheses,
    *,
    language: str = "en",
    frame: str | re.Pattern[str] | None = "speech",
) -> Transcripts:
    """Score transcripts.

    Parameters
    ----------
    references : sequence of str
        What is said.
    hypotheses : sequence of (str or None)
        The replies. None (none came, or a refusal) is an empty transcript, a rate of 1, as the paper's section 4.4
        does with replies that are declined; `na_rate` counts it all the same.
    language : str
        "en": words after Whisper's English normalisation; "zh": characters after its basic one; any other: words after
        the basic one.
    frame : str, pattern or None
        The reply's frame, taken off before measuring (see `framing.unframed`); None leaves replies whole.

    Raises
    ------
    MissingLibraryError
        If a library of the extra `eval` is not installed.
    MetricError
        If there are more references than hypotheses, or fewer.

    Notes
    -----
    The rate of an item is its errors per token of the reference; of an empty reference, the number of inserted tokens
    (jiwer's convention), so that silence transcribed as silence is completed and anything else is not.

    The paper prints a hallucination rate for lyrics and never defines it. Its App. C.3.1 marks items whose rate is over
    1 as "significant recognition errors" and leaves them out of the mean; lyrics are the only task for which such a
    second number is printed. Here: the share of items whose transcript holds words and whose rate is 1 or more. What is
    neither completed nor hallucinated is a wordless transcript of words that were said, a rate of exactly 1. Outputs
    that are over-long, "a form of hallucination" in section 4.2, are counted in `lengths`.
    """
    check_lengths(references, hypotheses)
    tokens = _TOKENS.get(language, words)
    edits = count_edits(
        [tokens(reference) for reference in references], [tokens(_said(reply, frame)) for reply in hypotheses]
    )
    valid = [reply is not None for reply in hypotheses]
    rates = [each.rate for each in edits]
    completed = [rate < 1 for rate in rates]
    hallucinated = [rate >= 1 and each.hypothesis > 0 for rate, each in zip(rates, edits, strict=True)]
    return Transcripts(
        rates=_over_all(mean_of(rates), valid, rates),
        completed=_over_all(mean_of(completed), valid, [float(each) for each in completed]),
        mean_of_completed=_over_all(
            mean_of([rate if rate < 1 else None for rate in rates]),
            valid,
            [rate if rate < 1 else None for rate in rates],
            undefined="no item is completed",
        ),
        corpus=_over_all(
            Sums(columns_of([(each.errors, each.reference) for each in edits], width=2), ratio),
            valid,
            rates,
            undefined="the references hold no tokens",
        ),
        hallucinated=_over_all(mean_of(hallucinated), valid, [float(each) for each in hallucinated]),
        lengths=_length_errors(edits),
        empty_references=sum(each.reference == 0 for each in edits),
        empty_transcripts=sum(each.hypothesis == 0 for each in edits),
        unit="characters" if tokens is characters else "words",
    )


def _said(reply: str | None, frame: str | re.Pattern[str] | None) -> str:
    if reply is None:
        return ""
    return reply if frame is None else unframed(reply, frame)


def _over_all(
    statistic: Sums, valid: list[bool], per_item: list[float] | list[float | None], *, undefined: str = ""
) -> Measured:
    """Measure over all items, for a reply that never came counts here; tell the N/A rate beside it."""
    whole = measured(statistic, valid=[True] * len(valid), per_item=per_item, undefined=undefined)
    return replace(whole, na_rate=valid.count(False) / len(valid) if valid else 0.0)


def _length_errors(edits: list[Edits]) -> LengthErrors:
    poor = [each for each in edits if each.rate > _POOR]
    return LengthErrors(
        poor=len(poor),
        truncated=sum(each.hypothesis < (1 - _OFF) * each.reference for each in poor),
        over_long=sum(each.hypothesis > (1 + _OFF) * each.reference for each in poor),
    )
