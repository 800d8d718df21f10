"""One label for one thing said: most rows decide, in whatever order they come."""

import pytest

from verification.consistency import Consistency
from verification.findings import Ledger


def found(said):
    consistency, ledger = Consistency("family.consistent", what="the emotion"), Ledger()
    for number, (key, value) in enumerate(said):
        consistency.add(f"row{number}", key, value)
    consistency.finish(ledger)
    assert ledger.checks["family.consistent"] == len(said)
    return ledger.findings


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_odd_one_is_found_wherever_it_stands(place):
    said = [("sad", "sad")] * 3 + [("calm", "neutral")]
    said.insert(place, ("sad", "happy"))
    (finding,) = found(said)
    assert finding.item == f"row{place}"
    assert finding.found == "label 'happy' for the emotion 'sad'"
    assert finding.wanted == "'sad', as in 3 of 4 rows: one label for one thing said"


def test_several_things_may_be_called_the_same():
    assert found([("calm", "neutral"), ("neutral", "neutral")]) == []
