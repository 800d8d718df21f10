"""Section 5.2: what the paper says of Table 2."""

from __future__ import annotations

from evaluation.direction import Direction
from evaluation.published.core import COLUMNS, CoreCell, core_cells
from evaluation.published.evidence import Evidence
from evaluation.published.judged import BASELINE
from evaluation.published.statements.by_domain import RECOGNITION
from evaluation.published.statements.statement import Check, Finding, Statement, signed

_GUESSING = 0.5
_CLOSE = 0.05  # a standard error and a half of an accuracy over 200 items, the usual size of an instance


def _known(evidence: Evidence, column: str) -> dict[str, float]:
    return {model: value for model, value in evidence.core[column].items() if value is not None}


def _best_first(evidence: Evidence, column: str) -> dict[str, float]:
    lower = evidence.table.row(*COLUMNS[column]).direction is Direction.LOWER
    values = _known(evidence, column)
    return dict(sorted(values.items(), key=lambda entry: entry[1], reverse=not lower))


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:,.1f} %"


def _told(values: dict[str, float]) -> str:
    return ", ".join(f"{model} {_share(value)}" for model, value in values.items()) or "none"


def _alone_below(column: str, limit: float, *models: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        inside = {model: value for model, value in _known(evidence, column).items() if value < limit}
        return Finding(set(inside) == set(models), f"below {_share(limit)}: {_told(inside)}")

    return check


def _alone_above(column: str, limit: float, *models: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        inside = {model: value for model, value in _known(evidence, column).items() if value > limit}
        return Finding(set(inside) == set(models), f"above {_share(limit)}: {_told(inside)}")

    return check


def _first(column: str, *models: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        ranked = _best_first(evidence, column)
        top = {model: ranked[model] for model in list(ranked)[: len(models) + 1]}
        return Finding(set(list(ranked)[: len(models)]) == set(models), f"the first: {_told(top)}")

    return check


def _derived(evidence: Evidence) -> Finding:
    cells = core_cells(evidence.table)
    wrong = [cell for cell in cells if not cell.agrees]
    return Finding(not wrong, f"{len(cells) - len(wrong)} of {len(cells)} cells do{_first_wrong(wrong)}")


def _first_wrong(wrong: list[CoreCell]) -> str:
    if not wrong:
        return ""
    cell = wrong[0]
    printed = _share(cell.printed.value if cell.printed else None)
    return f"; {cell.model}, {cell.column}: {_share(cell.derived)}, and Table 2 has {printed}"


def _leaders(evidence: Evidence) -> dict[str, int]:
    columns = [ranked for column in COLUMNS if (ranked := _best_first(evidence, column))]
    firsts = [next(iter(ranked)) for ranked in columns]
    return {model: firsts.count(model) for model in evidence.table.models}


def _nobody_leads_all(evidence: Evidence) -> Finding:
    leads = _leaders(evidence)
    most = max(leads, key=leads.__getitem__)
    return Finding(leads[most] < len(COLUMNS), f"{most} leads most: {leads[most]} of {len(COLUMNS)} columns")


def _some_lead(evidence: Evidence) -> Finding:
    leads = _leaders(evidence)
    never = [model for model, count in leads.items() if not count]
    figures = f"{len(leads) - len(never)} models lead a column; none: {', '.join(never)}"
    return Finding(0 < len(never) < len(leads), figures)


def _emotion(evidence: Evidence) -> Finding:
    ranked = _best_first(evidence, "ER Acc")
    first, second, third = list(ranked)[:3]
    stands_out = {first, second} == {"Qwen2-Audio-7B-Inst.", "Qwen-Audio-Chat"}
    figures = f"{first} {_share(ranked[first])}, {second} {_share(ranked[second])}, next {_share(ranked[third])}"
    return Finding(stands_out and round(ranked["Qwen2-Audio-7B-Inst."], 2) >= 0.75, figures)


def _near_guessing(evidence: Evidence) -> Finding:
    best = next(iter(_best_first(evidence, "SV Acc").items()))
    return Finding(abs(best[1] - _GUESSING) <= _CLOSE, f"best: {best[0]} {_share(best[1])}")


def _diarization(evidence: Evidence) -> Finding:
    values = _known(evidence, "SD DER∗")
    none = [model for model, value in evidence.core["SD DER∗"].items() if value is None]
    best = f"lowest of the others {_share(min(values.values()))}" if values else "that is all"
    return Finding(0 < len(none) < 9 and min(values.values()) > 1, f"100 % N/A: {len(none)} of 9 models; {best}")


def _asr_against_domain(evidence: Evidence) -> Finding:
    first = next(iter(_best_first(evidence, "ASR WER")))
    mean = evidence.means(RECOGNITION)["SALMONN 13B"]
    figures = f"lowest WER: {first}; domain mean of SALMONN 13B {signed(mean)}"
    return Finding(first == "SALMONN 13B" and mean < 0, figures)


def _statement(name: str, said: str, held_to: str, check: Check) -> Statement:
    return Statement(id=name, section="5.2", said=said, held_to=held_to, check=check)


STATEMENTS = (
    Statement(
        id="table-2",
        section="Table 2",
        said="a “*” indicates that the metric is scaled with NA rate, and a “-” means a model has a 100% NA rate",
        held_to="every cell follows from its row in the table of results",
        check=_derived,
    ),
    _statement(
        "no-single-model",
        "no single model excels across all tasks",
        "no model is best in every column of Table 2",
        _nobody_leads_all,
    ),
    _statement(
        "pr-salmonn",
        "the SALMONN models were the only ones to achieve a relatively lower phoneme error rate",
        "they alone are below 90 %",
        _alone_below("PR PER", 0.9, "SALMONN 7B", "SALMONN 13B"),
    ),
    _statement(
        "ks-qwen",
        "Qwen-Audio-Chat was the only model to perform slightly better than a random guess (50%) in keyword spotting",
        "it alone is above 50 %",
        _alone_above("KS Acc", _GUESSING, "Qwen-Audio-Chat"),
    ),
    _statement(
        "ic-baseline",
        "Whisper-LLaMA surpassed all other models in intent classification",
        "it is first",
        _first("IC Acc", BASELINE),
    ),
    _statement(
        "er-qwen",
        "Qwen-Audio-Chat and Qwen2-Audio-7B-Instruct stood out in emotion recognition, the latter achieving about 75%",
        "they are the first two, and Qwen2-Audio has 75 % or more",
        _emotion,
    ),
    _statement(
        "asr-below-10",
        "SALMONN-13B and WavLLM are the only two models with a word error rate lower than 10%",
        "they alone are below 10 %",
        _alone_below("ASR WER", 0.1, "SALMONN 13B", "WavLLM"),
    ),
    _statement(
        "qbe-guessing",
        "in query by example none performed better than a random guess (50%)",
        "none is above 50 %",
        _alone_above("QbE Acc", _GUESSING),
    ),
    _statement(
        "sf-top-two-f1",
        "Whisper-LLaMA and SALMONN-7B are the top two in slot filling",
        "they are the first two by F1 of slot types",
        _first("SF F1∗", BASELINE, "SALMONN 7B"),
    ),
    _statement(
        "sf-top-two-cer",
        "Whisper-LLaMA and SALMONN-7B are the top two in slot filling",
        "they are the first two by CER of slot values",
        _first("SF CER∗", BASELINE, "SALMONN 7B"),
    ),
    _statement(
        "sv-guessing",
        "in speaker verification even the best achieved results close to random guessing (50%)",
        "the best is within 5 points of 50 %",
        _near_guessing,
    ),
    _statement(
        "sd-poor",
        "in speaker diarization results were similarly poor, with some even reaching a 100% N/A rate",
        "some models have 100 % N/A, and every other error rate is above 100 %",
        _diarization,
    ),
    _statement(
        "asr-against-domain",
        "although SALMONN-13B outperforms other models in ASR, it lags behind Whisper-LLaMA in speech recognition",
        "its WER is the lowest, and its domain mean is below 0",
        _asr_against_domain,
    ),
    _statement(
        "some-excel",
        "some excel in specific tasks, while others perform poorly across the board",
        "some models lead a column of Table 2, and others lead none",
        _some_lead,
    ),
)
