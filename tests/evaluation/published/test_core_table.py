"""Table 2 follows from Table 5's rows with N/A scaling: 89 of 90 cells, and the one that does not is named."""

import pytest

from evaluation.published.core import COLUMNS, core_cells, printed_core
from evaluation.published.judged import Judge, read_judged

CELLS = {(cell.model, cell.column): cell for cell in core_cells(read_judged(Judge.GPT_4O))}
# (model, column): what the row gives and what Table 2 has, in percent.
DOES_NOT_FOLLOW = {("SALMONN 7B", "SF F1∗"): (61.545, 61.6)}


@pytest.mark.parametrize(("model", "column"), [key for key in CELLS if key not in DOES_NOT_FOLLOW])
def test_a_cell_follows_from_its_row(model, column):
    cell = CELLS[model, column]
    assert cell.agrees, (cell.printed, cell.derived)


@pytest.mark.parametrize("key", DOES_NOT_FOLLOW)
def test_a_cell_that_does_not_follow_is_known_with_both_numbers(key):
    cell = CELLS[key]
    assert not cell.agrees
    assert (100 * cell.derived, 100 * cell.printed.value) == pytest.approx(DOES_NOT_FOLLOW[key])


def test_the_table_is_whole_and_its_models_are_table_5s():
    assert len(CELLS) == 90
    assert set(printed_core()) == set(read_judged(Judge.GPT_4O).models)
    assert {len(line) for line in printed_core().values()} == {len(COLUMNS)}


def test_diarization_is_scaled_as_the_paper_scales_it():
    assert 100 * CELLS["Whisper-LLaMA", "SD DER∗"].derived == pytest.approx(1068.7, abs=0.05)
    assert [key[0] for key, cell in CELLS.items() if cell.printed is None] == ["SALMONN 7B", "SALMONN 13B", "MU-LLaMA"]


def test_a_number_beyond_rounding_would_be_seen():
    cell = CELLS["Whisper-LLaMA", "SD DER∗"]
    assert cell.slack == pytest.approx(0.00005 / 0.07)
    assert abs(cell.printed.value - 0.7481) > cell.printed.half_step + cell.slack  # unscaled, it would not agree


def test_table_2_is_not_the_other_judges():
    cells = core_cells(read_judged(Judge.LLAMA))
    agreeing = {cell.column for cell in cells if not cell.agrees}
    assert agreeing.isdisjoint({"PR PER", "ASR WER"})  # no judge has a part in these
    assert sum(cell.agrees for cell in cells) == 27
