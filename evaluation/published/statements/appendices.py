"""Section 4.2 and appendices D and E: what they say of the tables of results and of the judges."""

from __future__ import annotations

from evaluation.published.evidence import Evidence
from evaluation.published.extracts import extract_cells
from evaluation.published.judged import Judge, read_judged
from evaluation.published.judges import human_agreements, unjudged_pairs
from evaluation.published.statements.statement import Finding, Statement

_ROUNDED = 0.001  # Table 6 prints three decimals of some values that Table 5 prints to four
_VERY_HIGH = 0.9
_RECOMMENDED = ("gpt-4o", "llama-3.1-70B-Instruct")


def _extracted(evidence: Evidence) -> Finding:
    cells = list(extract_cells(evidence.table))
    same = sum(cell.printed == cell.result for cell in cells)
    return Finding(same == len(cells), f"{same} of {len(cells)} cells are the same")


def _unjudged(evidence: Evidence) -> Finding:
    pairs = unjudged_pairs(evidence.table, read_judged(Judge.LLAMA))
    furthest = max(pairs, key=lambda pair: pair.apart)
    same = sum(pair.apart < _ROUNDED for pair in pairs)
    return Finding(same == len(pairs), f"{same} of {len(pairs)} are the same, at most {furthest.apart:.4f} apart")


def _very_high(_evidence: Evidence) -> Finding:
    rows = [row for row in human_agreements() if row.judge in _RECOMMENDED]
    told = ", ".join(f"{row.judge} {row.kind} {100 * row.printed:.2f} %" for row in rows)
    return Finding(all(row.printed >= _VERY_HIGH for row in rows), told)


def _counted(_evidence: Evidence) -> Finding:
    rows = human_agreements()
    same = sum(abs(row.printed - row.correct / row.asked) < 0.5e-4 for row in rows)
    return Finding(same == len(rows), f"{same} of {len(rows)} shares are their counts")


STATEMENTS = (
    Statement(
        id="raw-outputs",
        section="4.2",
        said="for sequence generation tasks we apply their original metrics directly to the raw outputs",
        held_to="where no reply was post-processed, both judges' tables have the same error rates and BLEU",
        check=_unjudged,
        by=(Judge.GPT_4O,),
    ),
    Statement(
        id="hear-and-marble",
        section="Appendix D",
        said="Tables 7 and 8 show the evaluation results for the HEAR and MARBLE tasks",
        held_to="every cell stands in Table 5",
        check=_extracted,
        by=(Judge.GPT_4O,),
    ),
    Statement(
        id="judges-very-high",
        section="Appendix E",
        said="GPT-4o and LLaMA-3.1-70B-Instruct achieved very high accuracy in both classification and regression",
        held_to="90 % agreement with people or more in Tables 9 and 10",
        check=_very_high,
        by=(Judge.GPT_4O,),
    ),
    Statement(
        id="judges-counted",
        section="Appendix E",
        said="Tables 9 and 10 present accuracy and correct count",
        held_to="every accuracy is its count over 150, as far as it is rounded",
        check=_counted,
        by=(Judge.GPT_4O,),
    ),
)
