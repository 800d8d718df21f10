"""The smallest construction: a steady tone whose loudness answers, and which can be told to lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from builders.engine.construction import Construction, Draft
from builders.engine.recipe import Recipe


@dataclass(frozen=True, slots=True)
class ToneParameters:
    label: str
    frequency_hz: float
    seconds: float


@dataclass(frozen=True, slots=True)
class ToneMeasurements:
    loud: bool


@dataclass(frozen=True, kw_only=True)
class Tones(Construction[ToneParameters, ToneMeasurements]):
    """Loud and soft tones; `flaw` says what goes wrong."""

    operation: ClassVar[str] = "tones.loudness/1"
    Parameters: ClassVar = ToneParameters
    Measurements: ClassVar = ToneMeasurements
    paired: ClassVar[bool] = True

    labels: tuple[str, ...] = ("loud", "soft")
    names: tuple[str, ...] = ("a", "b", "c")
    seconds: float = 0.1
    flaw: str = ""

    def draft(self, supply):
        return [
            Draft(
                key=f"{name}/{label}",
                group=name,
                label=label,
                sources=(),
                parameters=ToneParameters(
                    label, round(float(supply.generator(name).uniform(200, 400)), 2), self.seconds
                ),
            )
            for name in self.names
            for label in self.labels
        ]

    def render(self, parameters, sources):
        frames = round(parameters.seconds * 16_000)
        amplitude = 0.5 if parameters.label == self.labels[0] else 0.05
        tone = amplitude * np.sin(2 * np.pi * parameters.frequency_hz * np.arange(frames) / 16_000)
        tone = np.zeros(frames) if self.flaw == "silent" else tone
        tone = np.full(frames, np.nan) if self.flaw == "nan" else tone
        return np.stack([tone, tone], axis=1) if self.flaw == "stereo" else tone

    def measure(self, parameters, pcm):
        return ToneMeasurements(loud=bool(np.abs(pcm).max() > 8000))

    def label_of(self, parameters, measurements):
        return (
            self.labels[int(measurements.loud == (self.flaw == "mislabelled"))]
            if len(self.labels) == 2
            else parameters.label
        )

    def explain(self, parameters, measurements):
        return f"The tone is {'loud' if measurements.loud else 'soft'}."


@dataclass(frozen=True, kw_only=True)
class SingleTones(Tones):
    """The same, its items on their own."""

    paired: ClassVar[bool] = False


def tones_recipe(construction=None, **changes):
    """Give a recipe for tones."""
    construction = construction or Tones()
    fields = {
        "name": "tones",
        "suite": "fake",
        "level": 1,
        "title": "Tones",
        "question": "Is it " + " or ".join(f"{{{n}}}" for n in range(len(construction.labels))) + "?",
        "options": construction.labels,
        "construction": construction,
        "per_label": len(construction.names),
        "corpus": None,
    }
    return Recipe(**{**fields, **changes})
