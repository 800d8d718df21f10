"""A baseline that listens: it measures the property that the question asks for, and names the option that holds."""

from __future__ import annotations

from evaluation.answer import Answer
from evaluation.models.baselines import Random
from evaluation.models.protocol import Prompt
from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.property import Property, Values


class SignalBaseline:
    """Answers by measurement, with what an audit measures labels by: level slope, F0 tracker, channel energy, ...

    It is no model of listening, but shows that a question can be answered from the audio and from nothing else. It must
    choose, as listeners in a forced-choice experiment must: where it hears nothing, or several options hold, it guesses
    (the same in each run), and so it falls to chance where the property is gone.

    Parameters
    ----------
    asked : Property
        What the questions ask for.
    """

    name = "baseline:signal"

    def __init__(self, asked: Property) -> None:
        self._asked = asked
        self.settings = {"task": asked.name}
        self._guess = Random()

    def answer(self, prompt: Prompt) -> Answer:
        """Name the only option that the measurement bears out, or guess."""
        if not prompt.clips or not len(prompt.clips[0].samples):
            return self._guess.answer(prompt)
        clip = prompt.clips[0]
        values = self._asked.measure(Sound(samples=clip.samples, sampling_rate=clip.sampling_rate))
        held = [option for option in prompt.options if self._holds(values, prompt, option)]
        return Answer(text=held[0], cost_usd=0.0) if len(held) == 1 else self._guess.answer(prompt)

    def _holds(self, values: Values, prompt: Prompt, option: str) -> bool:
        row = Entry(number=0, id=prompt.id, question=prompt.text, options=prompt.options, label=option)
        judgement = self._asked.judge(values, row)
        return judgement.holds is True or judgement.answer == option
