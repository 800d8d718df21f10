"""A score as `ScoreCard.to_json` wrote it, read back and checked: the file may come from a stranger."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    JsonValue,
    model_validator,
)

from evaluation.certainty.chance import Chance
from evaluation.certainty.hearing import Reading
from evaluation.certainty.interval import Interval
from evaluation.scoring.measures import CHOICE, LLM_C, SAGI_TERMS
from evaluation.scoring.unit_scores import TOP_POINTS
from evaluation.verdicts import Outcome, Verdict

_NUMBERS = ("value", "low", "high", "guessing", "majority", "first")
_ROUNDING = 1e-9


def _with_nan(value: Any) -> Any:
    """Put NaN where JSON could only say null."""
    if not isinstance(value, dict):
        return value
    return {name: math.nan if each is None and name in _NUMBERS else each for name, each in value.items()}


def _ordered(interval: Interval) -> Interval:
    ends = (interval.low, interval.value, interval.high)
    if any(math.isinf(end) for end in ends):
        raise ValueError("finite numbers")
    if interval.is_known and not (interval.low - _ROUNDING <= interval.value <= interval.high + _ROUNDING):
        raise ValueError("an interval that holds its value")
    return interval


def _shares(chance: Chance) -> Chance:
    if any(not 0 <= each <= 1 for each in (chance.guessing, chance.majority, chance.first) if not math.isnan(each)):
        raise ValueError("shares from 0 to 1")
    return chance


ReadInterval = Annotated[Interval, BeforeValidator(_with_nan), AfterValidator(_ordered)]
ReadChance = Annotated[Chance, BeforeValidator(_with_nan), AfterValidator(_shares)]
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]
Named = Annotated[str, Field(min_length=1)]


class _Part(BaseModel):
    # What a later version adds is no fault.
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReadTally(_Part):
    """Outcomes by number, and what is scored without listening; see `certainty.tally.Tally`."""

    items: Count
    outcomes: dict[Outcome, Count]
    accuracy: ReadInterval
    refusal_rate: Share
    missing_rate: Share
    chance: ReadChance


class ReadPositions(_Part):
    """Which position was chosen how often, and by how much more than expected; see `certainty.positions.Positions`."""

    chosen: dict[int, Count]
    excess: dict[int, FiniteFloat | None]
    preferred: int | None
    p_value: Share
    items: Count


class ReadInstructions(_Part):
    """Whether wordings differ; see `certainty.instructions.Instructions`."""

    accuracies: dict[str, ReadInterval]
    spread: FiniteFloat
    p_value: Share
    is_sensitive: bool


class ReadBreakdown(_Part):
    """Where answers to closed questions went."""

    positions: ReadPositions
    instructions: ReadInstructions


class ReadHearing(_Part):
    """A control and what it says; see `certainty.hearing.Hearing`."""

    control: Named
    with_audio: ReadInterval
    with_control: ReadInterval
    gain: ReadInterval
    p_value: Share
    reading: Reading
    explanation: str


class ReadReplies(_Part):
    """Ids that do not fit: questions without a reply, or with several, and replies to no question."""

    missing: tuple[str, ...] = ()
    repeated: dict[str, int] = {}
    unknown: tuple[str, ...] = ()


class ReadVariant(_Part):
    """How a set asks; see `sets.variant.Variant`."""

    base: Named
    instruction: str
    spoken: bool


class ReadItem(_Part):
    """A question's verdict; `group` is None where the file does not say."""

    id: str
    outcome: Outcome
    chosen: str = ""
    score: FiniteFloat | None = None
    reason: str = ""
    group: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict, as statistics take it."""
        return Verdict(id=self.id, outcome=self.outcome, chosen=self.chosen, score=self.score, reason=self.reason)


class Score(_Part):
    """One model on one set."""

    dataset: Named
    title: Named
    suite: str
    level: Annotated[int, Field(ge=1, le=99)] | None
    model: Named
    measure: Named
    unit: str
    value: ReadInterval
    na_rate: Share | None
    details: dict[str, JsonValue]
    tally: ReadTally
    breakdown: ReadBreakdown | None
    hearing: tuple[ReadHearing, ...] = ()
    replies: ReadReplies = ReadReplies()
    items: tuple[ReadItem, ...] | None = None
    variant: ReadVariant | None = None
    control: str = ""
    departures: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _named_with_its_control(cls, values: Any) -> Any:
        """Add the control to the model's name: whoever reads a report must see that this was not the sound itself."""
        if isinstance(values, dict) and values.get("control") and isinstance(values.get("model"), str):
            return {**values, "model": f"{values['model']} [{values['control']}]"}
        return values

    @model_validator(mode="after")
    def _each_question_once(self) -> Self:
        ids = [item.id for item in self.items or ()]
        if len(set(ids)) != len(ids):
            raise ValueError("items that have each question once")
        return self

    @property
    def is_choice(self) -> bool:
        """Whether the score is the share of right answers to closed questions."""
        return self.measure == CHOICE

    @property
    def direction(self) -> Literal["higher", "lower"]:
        """Which way it is better."""
        return "lower" if self.details.get("direction") == "lower" else "higher"

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which the score of one question lies; infinite where there is no bound."""
        if self.is_choice or self.measure == LLM_C or self.measure in SAGI_TERMS:
            return (0.0, 1.0)
        return (0.0, TOP_POINTS) if self.unit == "points" else (-math.inf, math.inf)

    @property
    def is_reworded(self) -> bool:
        """Whether the set asks of another's clips: in other words, or aloud."""
        return self.variant is not None and self.variant.base != self.dataset

    @property
    def is_share(self) -> bool:
        """Whether the value is of 1, and is told in per cent."""
        return self.unit == "share"
