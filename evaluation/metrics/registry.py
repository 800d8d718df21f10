"""Every measure that the papers' tables name, and what it is here."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from evaluation.direction import Direction
from evaluation.metrics import (
    angles,
    beats,
    correlations,
    diarisation,
    differences,
    error_rates,
    events,
    overlaps,
    shares,
    slots,
    translations,
)
from evaluation.metrics.errors import MetricError
from evaluation.metrics.measured import Measured
from evaluation.metrics.pairing import Hypotheses, References

Measure = Callable[[References, Hypotheses], Measured]


@dataclass(frozen=True, kw_only=True, slots=True)
class Metric:
    """A measure by its name in the tables.

    Parameters
    ----------
    name : str
        As Dynamic-SUPERB's Tables 5 and 6 print it.
    title : str
        Spelt out.
    measure : callable
        From references and hypotheses (None is N/A) to a `Measured`.
    direction : Direction
        Which way is better.
    low, high : float
        Its range, ends included.
    unit : str
        Of its values: "share" (of 1; the tables print per cent), "radians", "reference's" (the unit that references
        have) and so on; empty for a pure number.
    is_post_processed : bool
        Whether replies are first brought into the reference's format (`extracting.extract`, or an LLM), with the N/A
        rate told beside the value. Transcripts, translations and phonemes are measured as they come (the paper's
        section 4.2).
    """

    name: str
    title: str
    measure: Measure
    direction: Direction
    low: float = 0.0
    high: float = math.inf
    unit: str = ""
    is_post_processed: bool = True


def _rate(name: str, title: str, measure: Measure, *, is_post_processed: bool = False) -> Metric:
    return Metric(
        name=name,
        title=title,
        measure=measure,
        direction=Direction.LOWER,
        unit="share",
        is_post_processed=is_post_processed,
    )


def _share(name: str, title: str, measure: Measure) -> Metric:
    return Metric(name=name, title=title, measure=measure, direction=Direction.HIGHER, high=1.0, unit="share")


def _difference(name: str, title: str, measure: Measure, *, unit: str, high: float = math.inf) -> Metric:
    return Metric(name=name, title=title, measure=measure, direction=Direction.LOWER, high=high, unit=unit)


def _correlation(name: str, title: str, measure: Measure) -> Metric:
    return Metric(name=name, title=title, measure=measure, direction=Direction.HIGHER, low=-1.0, high=1.0)


_ALL = (
    Metric(
        name="LLM-C",
        title="accuracy by an LLM's verdict",
        measure=shares.judged,
        direction=Direction.HIGHER,
        high=1.0,
        unit="share",
        is_post_processed=False,
    ),
    Metric(
        name="NAR",
        title="N/A rate",
        measure=shares.na_rate,
        direction=Direction.LOWER,
        high=1.0,
        unit="share",
    ),
    _share("ACC", "accuracy", shares.accuracy),
    _share("IoU", "intersection over union", overlaps.iou),
    _share("F1", "F1 of time covered", overlaps.span_f1),
    _share("Event-based F1", "event-based F1", events.event_f1),
    _share("Slot Type F1", "F1 of slot types", slots.slot_type_f1),
    _rate("Slot Value CER", "character error rate of slot values", slots.slot_value_cer, is_post_processed=True),
    _rate("WER", "word error rate", error_rates.wer),
    _rate("CER", "character error rate", error_rates.cer),
    _rate("PER", "phoneme error rate", error_rates.per),
    _rate("MER", "mixed error rate", error_rates.mer),
    _rate("TER", "token error rate", error_rates.ter, is_post_processed=True),
    _rate("POS", "error rate of part-of-speech tags", error_rates.ter),
    _rate("DER", "diarisation error rate", diarisation.der, is_post_processed=True),
    Metric(
        name="Sacre Bleu",
        title="BLEU",
        measure=translations.bleu,
        direction=Direction.HIGHER,
        high=100.0,
        is_post_processed=False,
    ),
    _correlation("PCC", "Pearson's correlation", correlations.pcc),
    _correlation("LCC", "linear (Pearson's) correlation", correlations.pcc),
    _correlation("SRCC", "Spearman's rank correlation", correlations.srcc),
    _correlation("KTAU", "Kendall's tau-b", correlations.ktau),
    _difference("MSE", "mean squared error", differences.mse, unit="reference's, squared"),
    _difference("Abs Diff", "mean absolute difference", differences.mae, unit="reference's"),
    _difference("MEDAE", "median absolute error", differences.medae, unit="reference's"),
    _difference("Angle Diff", "angle difference", angles.angle_difference, unit="radians", high=math.pi),
    _difference("Miss Time", "time by which beats are missed", beats.miss_time, unit="seconds"),
    _difference("ERR", "mean squared error of beats", beats.beat_error, unit="seconds, squared"),
)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for metric in _ALL})


def metric_named(name: str) -> Metric:
    """Find a measure by its name in the tables; case, hyphens and underscores are forgiven.

    Raises
    ------
    MetricError
        If there is none of that name; the message names those that are close.
    """
    known = {_plain(each): metric for each, metric in METRICS.items()}
    plain = _plain(name)
    if plain in known:
        return known[plain]
    near = [known[each].name for each in get_close_matches(plain, known, n=3, cutoff=0.5)]
    raise MetricError(
        where="metric",
        found=repr(name),
        wanted=f"one of: {', '.join(METRICS)}",
        remedy=f"did you mean {' or '.join(near)}?" if near else "take one of these",
    )


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
