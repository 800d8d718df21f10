"""Join replies to questions: what is missing, there twice or unknown is counted and named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.asked import Question
from evaluation.replies.reading import Reply


@dataclass(frozen=True, kw_only=True)
class Joined:
    """Replies by question, and what does not fit.

    Parameters
    ----------
    replies : mapping of str to Reply
        The first reply to each question.
    missing : tuple of str
        Ids of questions without a reply, in the set's order.
    repeated : mapping of str to int
        Ids with several replies, and how many: the first is scored, so that nobody gains by trying again.
    unknown : tuple of str
        Ids that are no question's, in the order of the file.
    """

    replies: Mapping[str, Reply]
    missing: tuple[str, ...] = ()
    repeated: Mapping[str, int] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether there is one reply for each question, and none besides."""
        return not (self.missing or self.repeated or self.unknown)

    def to_json(self) -> dict[str, Any]:
        """Give what does not fit as JSON values."""
        return {"missing": list(self.missing), "repeated": dict(self.repeated), "unknown": list(self.unknown)}


def join(questions: Sequence[Question], replies: Iterable[Reply]) -> Joined:
    """Join replies to questions by id."""
    known = {question.id for question in questions}
    first: dict[str, Reply] = {}
    counts: dict[str, int] = {}
    unknown: dict[str, None] = {}
    for reply in replies:
        if reply.id not in known:
            unknown[reply.id] = None
            continue
        first.setdefault(reply.id, reply)
        counts[reply.id] = counts.get(reply.id, 0) + 1
    return Joined(
        replies=first,
        missing=tuple(question.id for question in questions if question.id not in first),
        repeated={name: count for name, count in counts.items() if count > 1},
        unknown=tuple(unknown),
    )
