"""Sort votes by question and listener; what does not fit is counted and named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.asked import Question
from evaluation.humans.votes import Vote


@dataclass(frozen=True, kw_only=True, slots=True)
class Sorted:
    """Votes by question, and what does not fit.

    Parameters
    ----------
    raters : tuple of str
        In the order of the file.
    questions : tuple of Question
        The closed ones that anybody was asked, in the set's order.
    options : mapping of (str, str) to str
        By question id and rater the option voted for, spelt as in the set; an empty text if the answer names none.
    missing : tuple of (str, str)
        Ids and raters without an answer, to questions that another rater answered.
    repeated : mapping of (str, str) to int
        Ids and raters with several votes, and how many: the first counts.
    unreadable : tuple of Vote
        Votes for something that is no option: they are wrong, and agree with none.
    unknown : tuple of str
        Ids that are no question's, in the order of the file.
    without_options : tuple of str
        Ids of open questions, on which votes cannot agree.
    """

    raters: tuple[str, ...]
    questions: tuple[Question, ...]
    options: Mapping[tuple[str, str], str]
    missing: tuple[tuple[str, str], ...] = ()
    repeated: Mapping[tuple[str, str], int] = field(default_factory=dict)
    unreadable: tuple[Vote, ...] = ()
    unknown: tuple[str, ...] = ()
    without_options: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether each listener gave one readable answer to each question, and none besides."""
        return not (self.missing or self.repeated or self.unreadable or self.unknown or self.without_options)

    def to_json(self) -> dict[str, Any]:
        """Give what does not fit as JSON values."""
        return {
            "missing": [{"id": name, "rater": rater} for name, rater in self.missing],
            "repeated": [{"id": name, "rater": rater, "votes": n} for (name, rater), n in self.repeated.items()],
            "unreadable": [{"id": vote.id, "rater": vote.rater, "answer": vote.answer} for vote in self.unreadable],
            "unknown": list(self.unknown),
            "without_options": list(self.without_options),
        }


def sort_votes(questions: Sequence[Question], votes: Iterable[Vote]) -> Sorted:
    """Sort votes by question and listener.

    An answer is an option, or a synonym that the recipe declares, in any case and spacing. An empty answer is none.
    """
    known = {question.id: question for question in questions}
    first: dict[tuple[str, str], Vote] = {}
    counts: dict[tuple[str, str], int] = {}
    raters: dict[str, None] = {}
    unknown: dict[str, None] = {}
    no_options: dict[str, None] = {}
    for vote in votes:
        question = known.get(vote.id)
        if question is None or not question.options:
            (unknown if question is None else no_options)[vote.id] = None
            continue
        raters[vote.rater] = None
        if vote.answer.strip():
            key = (vote.id, vote.rater)
            first.setdefault(key, vote)
            counts[key] = counts.get(key, 0) + 1
    voted = {name for name, _ in first}
    asked = tuple(question for question in questions if question.id in voted)
    options = {key: option_named(vote.answer, known[vote.id]) for key, vote in first.items()}
    return Sorted(
        raters=tuple(raters),
        questions=asked,
        options=options,
        missing=tuple((each.id, rater) for each in asked for rater in raters if (each.id, rater) not in first),
        repeated={key: count for key, count in counts.items() if count > 1},
        unreadable=tuple(vote for key, vote in first.items() if not options[key]),
        unknown=tuple(unknown),
        without_options=tuple(no_options),
    )


def option_named(answer: str, question: Question) -> str:
    """Give the option that an answer is, spelt as in the set; an empty text if it is none."""
    wanted = _folded(answer)
    for option in question.options:
        if wanted == _folded(option):
            return option
    for option in question.options:
        if wanted in map(_folded, question.synonyms.get(option, ())):
            return option
    return ""


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
