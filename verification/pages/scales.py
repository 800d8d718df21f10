"""Axes: round ticks over a range, and places in per cent of a picture's width."""

from __future__ import annotations

import math
from dataclasses import dataclass

from verification.pages.wording import number


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where it stands, in per cent, what it says, and how its text is anchored."""

    place: float
    text: str
    anchor: str


@dataclass(frozen=True)
class Scale:
    """A linear axis.

    Parameters
    ----------
    low, high : float
        Its ends; `low` < `high`.
    """

    low: float
    high: float

    @classmethod
    def over(cls, low: float, high: float) -> Scale:
        """Give an axis that holds a range, however narrow, with some air at both ends."""
        air = 0.04 * (high - low) or max(abs(high) * 0.05, 0.5)
        return cls(low - air, high + air)

    def place(self, value: float) -> float:
        """Give where a value stands, in per cent; a value beyond the axis stands at its end."""
        return round(100.0 * min(max((value - self.low) / (self.high - self.low), 0.0), 1.0), 2)

    def ticks(self, most: int = 4) -> list[Tick]:
        """Give round values: multiples of 1, 2 or 5 times a power of ten."""
        rough = (self.high - self.low) / most
        magnitude = 10.0 ** math.floor(math.log10(rough))
        step = next(factor * magnitude for factor in (1, 2, 5, 10) if factor * magnitude >= rough * 0.999)
        first = math.ceil(self.low / step)
        values = [index * step for index in range(first, math.floor(self.high / step) + 1)]
        texts = [number(value) for value in values]
        if len(set(texts)) < len(texts):  # three digits do not tell neighbours apart
            decimals = max(0, -math.floor(math.log10(step)))
            texts = [f"{value:,.{decimals}f}".replace("-", "−") for value in values]
        return [self.tick(value, text) for value, text in zip(values, texts, strict=True)]

    def tick(self, value: float, text: str = "") -> Tick:
        """Give one mark; texts near an end lean inwards."""
        place = self.place(value)
        anchor = "start" if place < 8 else "end" if place > 92 else "middle"
        return Tick(place, text or number(value), anchor)
