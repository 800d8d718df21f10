"""Audit the whole zoo and print what was found: `python -m tests.zoo [PART_OF_A_NAME ...] [--workers N]`."""

from __future__ import annotations

import argparse
import sys

from tests.zoo.harness import Outcome, examine_all, precision_and_recall, specimens

_WIDTH = 42


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.zoo", description=__doc__)
    asked.add_argument("names", nargs="*", help="parts of the names of sets; all sets if there is none")
    asked.add_argument("--workers", type=int, default=2)
    arguments = asked.parse_args()
    names = [name for name in specimens() if not arguments.names or any(part in name for part in arguments.names)]
    print(f"{'set':<{_WIDTH}} kind  expected  found  missed  extra      s")
    outcomes = []
    for outcome in examine_all(names, workers=arguments.workers):
        outcomes.append(outcome)
        print(_line(outcome), flush=True)
    precision, recall = precision_and_recall(outcomes)
    print(f"\n{len(outcomes)} sets: precision {precision:.4f}, recall {recall:.4f}")
    return 0 if precision == recall == 1.0 else 1


def _line(outcome: Outcome) -> str:
    counts = [len(each) for each in (outcome.expected, outcome.found, outcome.missed, outcome.extra)]
    expected, found, missed, extra = counts
    kind = str(outcome.kind or "-")
    numbers = f"{kind:>4}  {expected:>8}  {found:>5}  {missed:>6}  {extra:>5}  {outcome.seconds:5.1f}"
    details = [
        f"    {word} {rule}: {item}"
        for word, pairs in (("missed", outcome.missed), ("extra ", outcome.extra))
        for rule, item in sorted(pairs)
    ]
    return "\n".join([f"{outcome.name:<{_WIDTH}} {numbers}", *details])


if __name__ == "__main__":
    sys.exit(main())
