"""The results of a check on the dataset card: how strong the shortcuts are, and what a front end leaves of the answer.

Before the first check the section says that there are none. It stands between two marks, so that a check can write it
without knowing what the rest of the card is made from.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from manifests.atomic import write_text_atomically
from manifests.layout import DatasetPaths
from publishing.cards.markdown import plain
from verification.audit.terminal import own_notes
from verification.pages.measures import is_untried
from verification.shortcuts.score import SIGNIFICANT, SMALLEST, FamilyScore
from verification.survival.matrix import SurvivalRow
from verification.survival.table import markdown_rows, sentence

_BEGIN, _END = "<!-- results of soundprobe check -->", "<!-- end of results -->"
_BEFORE = "\n## Sources\n"


def with_results(card: str, results: Mapping[str, Any] | None) -> str:
    """Put the results of a check into a card, in place of those that it holds.

    Parameters
    ----------
    card : str
        The card.
    results : mapping or None
        What `read_results` gave; without them the section says that the dataset has not been checked yet.
    """
    before, begin, rest = card.partition(_BEGIN + "\n")
    if begin:
        _, end, after = rest.partition(_END + "\n\n")
        # Without the second mark, only the next heading tells where the section ends.
        card = before + (after if end else "".join(rest.partition(_BEFORE.lstrip())[1:]))
    section = f"{_BEGIN}\n{_NOT_CHECKED if results is None else results_section(results)}\n{_END}\n\n"
    before, sources, after = card.partition(_BEFORE)
    if not sources:
        return card.rstrip("\n") + "\n\n" + section
    return f"{before}\n{section}{sources.lstrip()}{after}"


def results_section(results: Mapping[str, Any]) -> str:
    """Write the section: the verdict, the shortcut table, the survival table."""
    audit = results.get("audit") or {}
    lines = ["## What the check found", "", _verdict(results)]
    notes = own_notes(audit.get("notes") or ())
    lines += ["", *(f"- {plain(note)}" for note in notes)] if notes else []
    scores = [FamilyScore(**{**score, "features": tuple(score["features"])}) for score in audit.get("shortcuts", ())]
    if scores:
        lines += ["", "### Shortcuts", "", _SHORTCUTS_SAID, "", *_shortcut_rows(scores)]
    rows = [SurvivalRow(**row) for row in audit.get("survival", ())]
    if rows:
        lines += ["", "### What a front end leaves", "", sentence(rows), "", *markdown_rows(rows)]
    return "\n".join(lines) + "\n"


def read_results(paths: DatasetPaths, *, items_sha256: str) -> dict[str, Any] | None:
    """Read what a dataset's last check found, to be told of the same items again.

    Returns
    -------
    dict or None
        None if there is nothing that can be read, if it is of other items, or if there were errors: what is built anew
        may have put them right, and only another check can say.
    """
    try:
        results = json.loads(paths.results.read_text(encoding="utf-8"))
        if results["items_sha256"] != items_sha256 or results["errors"]:
            return None
        results_section(results)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):  # none, or another version's
        return None
    found: dict[str, Any] = results
    return found


def store_results(paths: DatasetPaths, results: Mapping[str, Any]) -> None:
    """Write the results beside the record, and sum them up on the card if there is one.

    Raises
    ------
    OutputError
        If a file cannot be written.
    """
    text = json.dumps(results, indent=1, ensure_ascii=False, sort_keys=True, allow_nan=False)
    write_text_atomically(paths.results, text + "\n")
    try:
        card = paths.card.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # the check has said so: a card without a header
        return
    told = with_results(card, results)
    if told != card:
        write_text_atomically(paths.card, told)


_SAME = "the same for all rows"
_NOT_CHECKED = (
    "## What the check found\n\n"
    "Not checked yet since this card was written: `soundprobe check` holds the clips to what it promises, tries to "
    "answer without the property, and writes what it found here.\n"
)
_SHORTCUTS_SAID = (
    "A classifier that sees only one family of features of the clips (or of their names) tries to give the answer, "
    "cross-validated by group. `p` is by permutation of the labels, corrected for the number of families. A shortcut "
    f"has p < {SIGNIFICANT} and an interval that stays {SMALLEST} above chance; a score below chance is none. A family "
    "that is the property itself is not counted."
)


def _verdict(results: Mapping[str, Any]) -> str:
    checks = sum(results["checks"].values()) + sum((results.get("audit") or {}).get("checks", {}).values())
    counted = f"{_counted(results['errors'], 'error')} and {_counted(results['warnings'], 'warning')}"
    said = f"`soundprobe check` {results['version']}: {counted} in {checks:,} checks of {results['items']:,} items."
    rules = Counter(f"{finding['severity']} `{finding['rule']}`" for finding in results["findings"])
    told = [f"{rule} ({count:,} times)" if count > 1 else rule for rule, count in rules.items()]
    return f"{said} Found: {', '.join(told)}." if told else said


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _shortcut_rows(scores: Sequence[FamilyScore]) -> list[str]:
    """Write those that count, then those that are the property itself, one row a reason, then what was not tried."""
    lines = ["| by | balanced accuracy | 95 % interval | chance | p | note |", "|---|---:|---:|---:|---:|---|"]
    untried: dict[str, list[str]] = {}
    inherent: dict[str, list[FamilyScore]] = {}
    for score in scores:
        if is_untried(score) or _is_still(score):
            untried.setdefault(score.note, []).append(score.family)
        elif score.inherent:
            inherent.setdefault(score.inherent, []).append(score)
        else:
            said = [*(["a shortcut"] if score.leaks else []), *([score.note] if score.note else [])]
            lines.append(_shortcut_row(score, p_value=f"{score.p_family:.3f}", said="; ".join(said)))
    lines += [_inherent_row(reason, found) for reason, found in inherent.items()]
    return [
        *lines,
        *([""] if untried else []),
        *(f"- not tried: {', '.join(f)} ({note})" for note, f in untried.items()),
    ]


def _is_still(score: FamilyScore) -> bool:
    """Say whether a family is the same for all rows: what is guessed by it, mostly never right, says nothing."""
    return score.p_value >= 1.0 and score.note.startswith(_SAME)


def _inherent_row(reason: str, scores: Sequence[FamilyScore]) -> str:
    """Show the strongest of the features that are the property for one reason; the others in words."""
    first, *others = sorted(scores, key=lambda score: -score.balanced_accuracy)
    also = "".join(f", {each.family} {each.balanced_accuracy:.2f}" for each in others)
    return _shortcut_row(first, p_value="", said=f"the property itself: {reason}{also and f'; also {also[2:]}'}")


def _shortcut_row(score: FamilyScore, *, p_value: str, said: str) -> str:
    interval = f"{score.low:.2f} to {score.high:.2f}"
    figures = f"{score.balanced_accuracy:.2f} | {interval} | {score.chance:.2f} | {p_value}"
    return f"| {score.family} | {figures} | {said} |"
