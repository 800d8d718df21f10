"""The place of a row must not tell its answer."""

from dataclasses import replace

import pytest

from manifests.digest import opaque_id
from manifests.record import DatasetRecord
from verification.balance import Balance
from verification.clip import Row
from verification.clips import RowFacts
from verification.findings import Ledger
from verification.pairs import Pairs

HEADER = DatasetRecord(
    recipe="planted",
    suite="planted",
    level=2,
    operation="volume.ramp/1",
    recipe_sha256="0" * 64,
    plan_sha256="0" * 64,
    code_sha256="0" * 64,
    seed=1,
    sampling_rate=16_000,
    channels=1,
    options=("a", "b"),
    counts={},
    corpora=(),
    packages={},
    notes=(),
    shards=(),
)


def facts(number, label, group, options=("a", "b")):
    row = Row(
        shard="test-00000-of-00001.parquet",
        number=number,
        id=opaque_id(number),
        file="",
        path="",
        instruction="a or b?",
        options=options,
        label=label,
        explanation="",
        source=(),
        parameters={},
        measurements={"gain": 1.0},
        group=str(group),
    )
    return RowFacts(row=row, frames=16_000, pcm_sha256=None)


def rows_of(firsts):
    """Give the pairs whose first labels are these."""
    labels = [label for first in firsts for label in (first, "b" if first == "a" else "a")]
    return [facts(number, label, number // 2) for number, label in enumerate(labels)]


def judged(rows, header=HEADER):
    ledger = Ledger()
    pairs, balance = Pairs(header, ledger), Balance(header, ledger)
    for row in rows:
        pairs.add(row)
        balance.add(row.row)
    pairs.finish()
    balance.finish()
    rules = {finding.rule for finding in ledger.findings}
    return rules & {"pair.order", "balance.parity"}, ledger


@pytest.mark.parametrize("pairs", [16, 20, 100, 512])
@pytest.mark.parametrize("label", ["a", "b"])
def test_the_same_label_first_in_every_pair(pairs, label):
    assert judged(rows_of(label * pairs))[0] == {"pair.order", "balance.parity"}


@pytest.mark.parametrize("firsts", ["ab" * 8, "aab" * 12, "a" * 15, "a" * 65 + "b" * 35])
def test_an_order_as_by_chance(firsts):
    assert judged(rows_of(firsts))[0] == set()


def test_labels_that_alternate_without_pairs():
    rows = [facts(number, "ab"[number % 2], number) for number in range(40)]
    found, ledger = judged(rows)
    assert "balance.parity" in found
    assert {finding.found for finding in ledger.findings if finding.rule == "balance.parity"} == {
        "20 of 20 a in odd rows",
        "0 of 20 b in odd rows",
    }


def test_groups_of_three_are_judged_like_pairs():
    options = ("a", "b", "c")
    header = replace(HEADER, options=options)
    rows = [facts(number, options[number % 3], number // 3, options) for number in range(60)]
    found, ledger = judged(rows, header)
    assert "pair.order" in found
    assert not {finding.rule for finding in ledger.findings} & {"pair.labels", "pair.adjacent", "pair.shard"}
    turned = [facts(n, options[(n + n // 3) % 3], n // 3, options) for n in range(60)]
    assert judged(turned, header)[0] == set()


def test_a_member_of_three_that_stands_apart():
    options = ("a", "b", "c")
    groups = [0, 0, 1, 0, 1, 1]
    labels = ["a", "b", "a", "c", "b", "c"]
    rows = [facts(n, label, group, options) for n, (label, group) in enumerate(zip(labels, groups, strict=True))]
    _, ledger = judged(rows, replace(HEADER, options=options))
    assert {finding.item for finding in ledger.findings if finding.rule == "pair.adjacent"} == {
        rows[number].row.id for number in (3, 4, 5)
    }
