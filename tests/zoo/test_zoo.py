"""Every defect is found, by the right rule, with the right rows; and a clean set gives no finding."""

import pytest

from tests.zoo.harness import CLEAN, Outcome, audited, examine, plant, precision_and_recall, specimens
from tests.zoo.registry import clean_sets, defects

_KINDS = range(1, 19)


@pytest.mark.slow
@pytest.mark.parametrize("name", specimens())
def test_an_audit_finds_what_is_planted_and_nothing_else(name):
    outcome = examine(name)
    assert outcome.missed == frozenset()
    assert outcome.extra == frozenset()


def test_each_known_defect_of_published_sets_is_planted():
    assert {defect.kind for defect in defects().values()} >= set(_KINDS)
    assert len(clean_sets()) >= 7


def test_a_left_right_set_does_not_survive_the_average_to_mono(tmp_path):
    report = audited(plant(CLEAN + "ears", tmp_path), treatments=("mono", "peak"))
    verdicts = {row.treatment: row.verdict for row in report.survival}
    assert verdicts["mono"] == "unanswerable"
    assert verdicts["peak"] == "answerable"


def test_planting_twice_gives_the_same_bytes(tmp_path):
    written = []
    for turn in ("first", "second"):
        plant(CLEAN + "topics", tmp_path / turn)
        written.append({path.name: path.read_bytes() for path in (tmp_path / turn).rglob("*") if path.is_file()})
    assert written[0] == written[1]


def test_precision_and_recall_count_over_all_sets():
    right, missed, extra = (("audio.missing", item) for item in "abc")
    outcomes = [
        Outcome(name="one", kind=6, expected=frozenset({right, missed}), found=frozenset({right}), seconds=0),
        Outcome(name="two", kind=6, expected=frozenset({right}), found=frozenset({right, extra}), seconds=0),
    ]
    assert precision_and_recall(outcomes) == (2 / 3, 2 / 3)
    assert [outcomes[0].missed, outcomes[1].extra] == [{missed}, {extra}]
    assert precision_and_recall([]) == (1.0, 1.0)
