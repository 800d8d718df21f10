"""The verdict on a reply to a multiple-choice question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evaluation.asked import Question
from evaluation.choosing.fillers import is_bare
from evaluation.choosing.folding import ends, fold, plain
from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options, options_of
from evaluation.choosing.reading import Reading, read
from evaluation.choosing.refusals import apologises, declines
from evaluation.choosing.spans import Span, inside, within
from evaluation.choosing.standing import Standing
from evaluation.choosing.statements import Level, correction, statements
from evaluation.choosing.tokens import tokenise
from evaluation.verdicts import Outcome, Verdict

Choice = tuple[set[int], str]

_CLAUSE = re.compile(r"[,;:\n.?!()]|\bbut\b|但")
_GOES_ON = re.compile(r"\s*(?:or|and)\b|\s*(?:或|还是|和)")
_LONGEST_CLAUSE = 500  # characters
_NOTHING = re.compile(
    r"\b(?:neither|none|unknown|unclear|not sure|undetermined|can not be determined|n/a)\b|都不|无法确定"
)


def judge_choice(reply: str, question: Question) -> Verdict:
    """Decide which option a reply chooses, and whether it is the right one and no other.

    Parameters
    ----------
    reply : str
        As the model wrote it.
    question : Question
        With its options, its label and the synonyms that its recipe declares.

    Returns
    -------
    Verdict
        RIGHT (score 1) or WRONG (score 0) if it chooses; WRONG without `chosen` if it chooses several; REFUSED or
        UNPARSABLE (score None) if it chooses none. What it does not say is never guessed.

    Raises
    ------
    RecordError
        If the question has no options, or its label is none of them.

    Notes
    -----
    The rule of the paper's appendix C.3.2, "the correct answer and no other options"; docs/evaluation-choice.md tells
    how names are found.
    """
    options = options_of(question)
    named, reason = _choice(reply, options)
    if len(named) == 1:
        (option,) = named
        right = options.spelt[option] == question.label
        outcome = Outcome.RIGHT if right else Outcome.WRONG
        return Verdict(id=question.id, outcome=outcome, chosen=options.spelt[option], score=float(right), reason=reason)
    if named:
        several = ", ".join(options.spelt[option] for option in sorted(named))
        return Verdict(id=question.id, outcome=Outcome.WRONG, score=0.0, reason=f"chooses several: {several}")
    outcome = Outcome.REFUSED if reason == "declines" else Outcome.UNPARSABLE
    return Verdict(id=question.id, outcome=outcome, reason=reason)


def _choice(reply: str, options: Options) -> Choice:
    if not re.search(r"\w", fold(reply)):
        return set(), "is empty"
    option = _exactly(reply, options)
    if option >= 0:
        return {option}, "is the option"
    reading = read(reply, options)
    stated = _stated(reading, options)
    if declines(reading.text):
        return _despite_declining(stated, reading, options)
    found = stated or _corrected(reading) or _last(reading, options) or _bold(reading, options)
    return found or _mentioned(reading, options)


def _exactly(reply: str, options: Options) -> int:
    """Return the option that the reply is, to the letter or but for case, marks and markup; otherwise -1."""
    if reply.strip() in options.spelt:
        return options.spelt.index(reply.strip())
    option = options.exactly(tokenise(plain(reply).text, signed=options.signed))
    return option if option >= 0 else options.exactly(tokenise(ends(fold(reply)), signed=options.signed))


def _despite_declining(stated: Choice | None, reading: Reading, options: Options) -> Choice:
    """Return the one option that a reply commits to although it says that it cannot listen."""
    if stated and len(stated[0]) == 1:
        return stated
    bare = set(_bare(reading, options)) - {options.no}  # "No, I cannot listen" denies nothing of the sound
    return (bare, "names one option") if len(bare) == 1 else (set(), "declines")


def _stated(reading: Reading, options: Options) -> Choice | None:
    """Return what the plainest statement says, unless the reply goes on to another option."""
    turn = correction(reading.text)
    for level in Level:
        spans = statements(reading.text, reading.parts, level)
        if turn and _of(reading.chosen(turn)):
            spans = [span for span in spans if span[0] >= turn]
        spans = [span for span in spans if level is not Level.CONCLUDED or reading.chosen(*span)]
        named: set[int] = set()
        end = 0
        for span in spans:
            content = -1 if inside(span[0], reading.supposed) else _exact_content(reading.text, span, options)
            here = {content} if content >= 0 else _of(reading.chosen(*span, with_reasons=False))
            named |= here
            end = span[1] if here else end
        if named:
            return _with_tail(named, reading, end, "states its answer")
        nothing = level is Level.FINAL or any(_states_nothing(reading, span) for span in spans)
        if spans and level is not Level.CONCLUDED and nothing:
            return set(), "states that it is none of the options"
    return None


def _exact_content(text: str, span: Span, options: Options) -> int:
    return options.exactly(tokenise(text[slice(*span)], signed=options.signed))


def _states_nothing(reading: Reading, span: Span) -> bool:
    denied = any(
        span[0] <= mention.start < span[1] and standing is Standing.DENIED
        for mention, standing in reading.standing.items()
    )
    return denied or _NOTHING.search(reading.text, *span) is not None


def _with_tail(named: set[int], reading: Reading, end: int, reason: str) -> Choice:
    """Add what the reply still names after its answer: an answer that is taken back or added to is not one."""
    return named | _of(reading.chosen(end)), reason


def _corrected(reading: Reading) -> Choice | None:
    turn = correction(reading.text)
    named = _of(reading.chosen(turn)) if turn else set()
    return (named, "corrects itself") if named else None


def _last(reading: Reading, options: Options) -> Choice | None:
    """Return the answer that a longer reply ends in, if it stands by itself and no other did before."""
    if len(reading.parts) < 2:
        return None
    bare = _bare(reading, options)
    last = _of(reading.chosen(*reading.parts[-1]))
    ends_bare = is_bare(reading.tokens, reading.mentions, reading.parts[-1], options)
    return (set(bare), "ends in its answer") if ends_bare and len(last) == 1 else None


def _bare(reading: Reading, options: Options) -> list[int]:
    """Return the options that sentences of the reply name, each by itself and saying nothing else."""
    found: list[int] = []
    for part in reading.parts:
        named = _of(reading.chosen(*part))
        if len(named) == 1 and is_bare(reading.tokens, reading.mentions, part, options):
            found += named
    return found


def _bold(reading: Reading, options: Options) -> Choice | None:
    """Return the one option that is set in bold, unless its clause names another."""
    named: set[int] = set()
    end = 0
    for span in reading.bold:
        here = reading.chosen(*span)
        if not here or not is_bare(reading.tokens, reading.mentions, span, options):
            continue
        named |= _of(reading.chosen(*_clause(reading, span)))
        end = span[1]
    return _with_tail(named, reading, end, "sets its answer in bold") if len(named) == 1 else None


def _clause(reading: Reading, span: Span) -> Span:
    """Widen a passage to its clause; to the one before, too, if it goes on with "or" or "and"."""
    text = reading.text
    start, end = span
    for _ in range(2):
        first = max(0, start - _LONGEST_CLAUSE)
        start = max((match.end() for match in _breaks(reading, first, start)), default=first)
        if not start or not _GOES_ON.match(text, start):
            break
        start -= 1
    last = min(len(text), end + _LONGEST_CLAUSE)
    return start, min((match.start() for match in _breaks(reading, end, last)), default=last)


def _breaks(reading: Reading, start: int, end: int) -> Iterator[re.Match[str]]:
    """Find where clauses end; the comma and the brackets of "(80, 150)" end none."""
    for match in _CLAUSE.finditer(reading.text, start, end):
        around = within(reading.mentions, (match.start() - _LONGEST_CLAUSE, match.start() + 2))[-1:]
        if not any(
            one.start <= match.start() < one.end
            or (match.group() == "(" and one.start == match.end())
            or (match.group() == ")" and one.end == match.start())
            for one in around
        ):
            yield match


def _mentioned(reading: Reading, options: Options) -> Choice:
    named = _of(reading.chosen()) or _of(reading.chosen(with_reasons=True))
    if reading.names_all and len(named) != 1:
        return set(range(len(options.spelt))), "names all options"
    if named:
        return named, "names one option"
    if apologises(reading.text):
        return set(), "declines"
    if reading.standing:
        return set(), "denies or weighs options, and chooses none"
    return set(), "names no option"


def _of(mentions: Sequence[Mention]) -> set[int]:
    return {mention.option for mention in mentions}
