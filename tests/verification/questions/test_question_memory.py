import tracemalloc
from dataclasses import replace

import pytest

from tests.verification.questions.published import INSTRUMENTS, row
from verification.findings import Ledger
from verification.questions.asking import Questions
from verification.questions.leaks import Leaks

ROWS = 1_000


def closed(number):
    options = ("zero", "five", "ten", "fifteen", "clean")
    question = "Indicate the SNR in dB. The answer could be zero, five, ten, fifteen, or clean."
    return {"question": question, "options": options, "label": options[number % 5]}


def choices(number):
    options = tuple(f"{INSTRUMENTS[(number + k) % 12]} {number}" for k in range(4))
    return {"question": f"Which do you hear in clip {number}: {', '.join(options)}?", "options": options} | {
        "label": options[number % 4]
    }


def transcripts(number):
    return {"question": "What is said?", "label": f"sentence {number} " + "of twenty words " * 5}


def peak_bytes(rows, values_of):
    ledger = Ledger()
    rules = (Questions(ledger, name="the set"), Leaks(ledger, name="the set"))
    warm = row(0, **values_of(0))
    tracemalloc.start()
    for number in range(rows):
        values = values_of(number)
        entry = replace(warm, **values, number=number, id=f"{number:016x}", group=f"g{number // 2}", speaker="p226")
        entry = replace(entry, metadata={f"column{k}": number % (k + 2) for k in range(10)})
        rules[0].add(entry, [f"{number:064x}"])
        rules[1].add(entry)
    for each in rules:
        each.finish()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ledger.checks["question.no_label"] == rows
    return peak


@pytest.mark.parametrize(
    ("values_of", "most_bytes"),
    # Answers that differ in each row are kept for the first 5,000 only: 25 MB.
    [(closed, 1_200), (choices, 5_000), (transcripts, 5_000)],
)
def test_a_row_costs_little(values_of, most_bytes):
    """Over and above what is kept once: 100,000 rows stay well under 200 MB, taken in and judged."""
    peak_bytes(16, values_of)
    assert peak_bytes(2 * ROWS, values_of) - peak_bytes(ROWS, values_of) < most_bytes * ROWS
