"""BLEU, by sacreBLEU."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from evaluation.errors import MissingLibraryError
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.normalising import LONGEST_TEXT
from evaluation.metrics.pairing import Hypotheses, References, check_lengths
from evaluation.metrics.statistic import Floats, Sums, columns_of

_ORDERS = 4
_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")


def bleu(references: References, hypotheses: Hypotheses, *, tokenize: str = "") -> Measured:
    """Give corpus BLEU with one reference each.

    Parameters
    ----------
    references : sequence of str
        The translations wanted.
    hypotheses : sequence of (str or None)
        None is N/A; an empty one scores 0.
    tokenize : str
        sacreBLEU's tokeniser; by default "zh" where over half of the references' letters are Chinese, else "13a".

    Returns
    -------
    Measured
        From 0 to 100, with sacreBLEU's signature. Each item's own sentence BLEU (effective order) beside it. Not
        defined if the references of all valid items are empty.

    Raises
    ------
    MissingLibraryError
        If sacrebleu is not installed.
    MetricError
        If there are more references than hypotheses, or fewer.
    """
    check_lengths(references, hypotheses)
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError as error:
        raise MissingLibraryError.of("sacrebleu", needed_for="BLEU") from error
    # The same n-grams are counted either way; sentences alone need the effective order.
    sentence = BLEU(tokenize=tokenize or _tokeniser(references), effective_order=True)
    corpus = BLEU(tokenize=tokenize or _tokeniser(references))
    scores = [
        None if reply is None else sentence.sentence_score(reply[:LONGEST_TEXT], [reference])
        for reference, reply in zip(references, hypotheses, strict=True)
    ]
    rows = [
        None if score is None else (float(score.sys_len), float(score.ref_len), *score.counts, *score.totals)
        for score in scores
    ]

    def finish(sums: Floats) -> Floats:
        return np.array([_pooled(list(row)) for row in sums], dtype=np.float64)

    def _pooled(row: list[float]) -> float:
        if row[1] <= 0:
            return float("nan")
        counts, totals = [int(each) for each in row[2 : 2 + _ORDERS]], [int(each) for each in row[2 + _ORDERS :]]
        pooled = BLEU.compute_bleu(counts, totals, int(row[0]), int(row[1]), smooth_method="exp")
        return float(pooled.score)

    corpus.corpus_score([""], [[""]])  # the signature names the number of references only after a first score
    return measured(
        Sums(columns_of(rows, width=2 + 2 * _ORDERS), finish),
        valid=[score is not None for score in scores],
        per_item=[None if score is None else float(score.score) for score in scores],
        undefined="the references hold no words",
        signature=str(corpus.get_signature()),
    )


def _tokeniser(references: Sequence[str]) -> str:
    text = " ".join(references)
    return "zh" if 2 * len(_HAN.findall(text)) > len(_LETTER.findall(text)) else "13a"
