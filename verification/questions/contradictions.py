"""The same clip and the same question must have the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import answer_of, bare_options
from verification.questions.template import template_of
from verification.questions.words import loose

# Enough to tell answers apart in a finding; whole transcripts would fill the memory.
_LONGEST_SHOWN = 60


class Contradictions:
    """Rule `question.contradiction`; keeps one number and two short texts a row.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._first: dict[int, tuple[int, str, str]] = {}
        self._shown: dict[str, str] = {}

    def add(self, entry: Entry, pcm: Sequence[str]) -> None:
        """Take one row; it is not judged without a label, or if one of its clips cannot be heard.

        Parameters
        ----------
        entry : Entry
            The row.
        pcm : sequence of str
            sha256 of each clip's samples, in the order of the question.
        """
        if not entry.label.strip() or not pcm or not all(pcm):
            return
        answer = answer_of(entry)
        options = sorted(loose(option) for option in bare_options(entry.options))
        key = _digest("\n".join((*pcm, template_of(entry), *options)))
        shown = answer[:_LONGEST_SHOWN]
        mine = (_digest(loose(answer)), self._shown.setdefault(shown, shown), entry.name)
        first = self._first.setdefault(key, mine)
        self._ledger.expect(
            first[0] == mine[0],
            "question.contradiction",
            entry.name,
            found=f"answer {mine[1]!r}; {first[2]}, the same clip and question, has {first[1]!r}",
            wanted="one answer to one question about one clip",
        )


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
