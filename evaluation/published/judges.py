"""How far the two judges' tables agree, and how the judges did against people (Tables 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.published.evidence import Evidence
from evaluation.published.judged import JudgedTable
from evaluation.published.tables import table_rows

CHOICE = "LLM-C"  # accuracy as the judge has it
_UNJUDGED = {"WER", "CER", "MER", "PER", "POS", "Sacre Bleu"}  # computed on the raw replies (section 4.2)


@dataclass(frozen=True, slots=True)
class HumanAgreement:
    """A row of Table 9 or 10: `correct` of `asked` verdicts were those of people; `printed` is the paper's share."""

    kind: str
    judge: str
    printed: float
    correct: int
    asked: int


@dataclass(frozen=True, slots=True)
class CellPair:
    """What two tables print for the same task, metric and model."""

    task: str
    metric: str
    model: str
    first: float
    second: float

    @property
    def apart(self) -> float:
        """How far they are apart, without sign."""
        return abs(self.first - self.second)


def human_agreements() -> list[HumanAgreement]:
    """Read Tables 9 (classification) and 10 (regression)."""
    rows = []
    for line in table_rows("dynamic-superb-judges"):
        correct, _, asked = line["correct"].partition("/")
        share = float(line["accuracy"].removesuffix("%")) / 100
        rows.append(HumanAgreement(line["kind"], line["judge"], share, int(correct), int(asked)))
    return rows


def judged_pairs(first: JudgedTable, second: JudgedTable) -> list[CellPair]:
    """Pair the accuracies that the judges gave."""
    return [pair for pair in _pairs(first, second) if pair.metric == CHOICE]


def unjudged_pairs(first: JudgedTable, second: JudgedTable) -> list[CellPair]:
    """Pair the values that no judge has a part in: error rates and BLEU of tasks without an N/A rate."""
    judged = {row.task for row in first.rows if row.na_rates}
    return [pair for pair in _pairs(first, second) if pair.metric in _UNJUDGED and pair.task not in judged]


def same_side(first: Evidence, second: Evidence) -> tuple[int, int]:
    """Count the domain means that lie on the same side of the baseline by both judges, and all that both have."""
    pairs = [
        (mean, theirs[model])
        for domain in first.domains[first.models[0]]
        for theirs in [second.means(domain)]
        for model, mean in first.means(domain).items()
        if model in theirs
    ]
    return sum((mine > 0) == (other > 0) for mine, other in pairs), len(pairs)


def _pairs(first: JudgedTable, second: JudgedTable) -> Iterator[CellPair]:
    for row in first.rows:
        others = second.row(row.task, row.metric).cells
        for model, cell in row.cells.items():
            other = others[model]
            if cell and other:
                yield CellPair(row.task, row.metric, model, cell.value, other.value)
