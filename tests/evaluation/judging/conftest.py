"""Judges that say what a test wants, and questions to judge."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import pytest

from evaluation.answer import Answer
from evaluation.asked import Question
from evaluation.errors import JudgeError


class Scripted:
    """Gives its replies in turn, the last one for ever; raises an exception among them. Keeps what it was asked."""

    def __init__(
        self,
        replies: Iterable[str | Exception],
        *,
        name: str = "scripted",
        usd: float | None = None,
        most_usd: float | None = None,
    ) -> None:
        self.name = name
        self.asked: list[str] = []
        self._replies = list(replies)
        self._usd = usd
        self._most_usd = usd if most_usd is None else most_usd
        self._lock = threading.Lock()

    def ask(self, prompt: str) -> Answer:
        with self._lock:
            reply = self._replies[min(len(self.asked), len(self._replies) - 1)]
            self.asked.append(prompt)
        if isinstance(reply, Exception):
            raise reply
        return Answer(text=reply, input_tokens=100, output_tokens=10, cost_usd=self._usd)

    def most_usd(self, prompt: str) -> float | None:
        return self._most_usd


@pytest.fixture
def scripted() -> Callable[..., Scripted]:
    """Make a judge of replies."""
    return lambda *replies, **options: Scripted(replies, **options)


@pytest.fixture
def unreachable() -> JudgeError:
    return JudgeError(where="judge fake", found="no answer", wanted="a reply", remedy="try again")


@pytest.fixture
def detective() -> Question:
    """An open question of the voice detective."""
    return Question(
        id="d1",
        text="Who speaks? Tell sex, birthplace, age and native language.",
        label="A man in his thirties, born in Paris, France, whose native language is French.",
    )


@pytest.fixture
def translation() -> Question:
    return Question(
        id="t1",
        text="Please translate the following sentence into the most appropriate Chinese.",
        label="你怎么敢这样！",
        documented={"emotion": "angry", "sentence": "How dare you!"},
    )


@pytest.fixture
def emotion() -> Question:
    """A closed question."""
    return Question(id="e1", text="Which emotion? happy, sad or angry.", options=("happy", "sad", "angry"), label="sad")
