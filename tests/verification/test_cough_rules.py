"""The rules of coughs find labels, opinions and sounds that were altered."""

import numpy as np
import pytest

from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.corpora.trees.coughvid import small
from tests.verification.rebuilt import Rebuilt
from verification.clip import Clip
from verification.cough import Rules
from verification.findings import Ledger


@pytest.fixture(scope="module")
def built_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coughs")
    where = ("--corpus", f"coughvid={small(folder)}", "--allow-short", "--out", folder / "out", "--workers", 1)
    built("build", "cough-origin", *where)
    return DatasetPaths(folder / "out", "cough-origin")


@pytest.fixture
def coughs(built_set, tmp_path):
    return Rebuilt(built_set, tmp_path / "coughs")


def own(rules):
    return {rule for rule in rules if rule.startswith("cough.")}


def place(coughs, label, *, experts=1):
    return next(
        number
        for number, one in enumerate(coughs.shipped)
        if (one.item.label, one.item.parameters["experts"]) == (label, experts)
    )


def saying(one, column, **changes):
    return one.saying(**{column: {**getattr(one.item, column), **changes}})


def test_a_set_as_built_holds_and_has_labels_by_four_and_by_one(coughs):
    assert own(coughs.release(coughs.shipped).rules()) == set()
    assert {one.item.parameters["experts"] for one in coughs.shipped} == {1, 4}


def test_a_swapped_label_is_found(coughs):
    number = place(coughs, "healthy cough")
    found = coughs.one(number, lambda one: one.saying(label="COVID-19")).rules()
    assert "cough.label" in found


def test_an_answer_that_the_opinions_do_not_give_is_found(coughs):
    number = place(coughs, "healthy cough")

    def lie(one):
        return saying(one.saying(label="COVID-19"), "parameters", answer="COVID-19")

    assert own(coughs.one(number, lie).rules()) == {"cough.opinions", "cough.rule"}


@pytest.mark.parametrize(
    ("experts", "changes", "rules"),
    [
        (1, {"qualities": "ok"}, {"cough.rule"}),
        (
            1,
            {"opinions": "COVID-19 | COVID-19", "qualities": "good | good", "experts": 2, "agreeing": 2},
            {"cough.rule"},
        ),
        (1, {"experts": 4}, {"cough.opinions"}),
        (4, {"agreeing": 3}, {"cough.opinions"}),
        (4, {"qualities": "ok | ok | ok"}, {"cough.opinions"}),
        (1, {"others": "COVID-19 | COVID-19"}, set()),
        (1, {"others": "healthy_cough"}, {"cough.contradicted"}),
        (1, {"others": "COVID-19 | COVID-19 | COVID-19 | COVID-19"}, {"cough.contradicted"}),
        (
            4,
            {"opinions": "COVID-19 | COVID-19 | healthy_cough | healthy_cough", "agreeing": 2},
            {"cough.rule"},
        ),
    ],
)
def test_altered_opinions_are_found(experts, changes, rules, coughs):
    number = place(coughs, "COVID-19", experts=experts)
    assert own(coughs.one(number, lambda one: saying(one, "parameters", **changes)).rules()) == rules


@pytest.mark.parametrize(
    ("changes", "rule"), [({"bursts": 7}, "cough.bursts"), ({"sounding_s": 0.2}, "cough.sounding")]
)
def test_altered_measurements_are_found(changes, rule, coughs):
    assert own(coughs.one(0, lambda one: saying(one, "measurements", **changes)).rules()) == {rule}


def test_another_sound_is_found(coughs):
    click = np.zeros(16_000, np.int16)
    click[8_000:8_400] = 9_000
    found = own(coughs.one(0, lambda one: one.remade(click)).rules())
    assert {"cough.sounding", "cough.heard"} <= found


def test_two_labels_for_one_answer_are_found_even_if_the_options_name_it_otherwise(coughs):
    rules, ledger = Rules(), Ledger()
    one = coughs.shipped[place(coughs, "healthy cough")]
    for number, label in enumerate(("grave", "harmless", "harmless")):
        clip = clip_of(one.saying(label=label, options=("harmless", "grave")).row(), one.pcm, number)
        rules.check_clip(clip, ledger)
        rules.add_row(clip.row)
    rules.finish(ledger)
    assert [(finding.rule, finding.found) for finding in ledger.findings] == [
        ("cough.consistent", "label 'grave' for the answer 'healthy_cough'")
    ]


def test_one_label_for_two_answers_is_found(coughs):
    rules, ledger = Rules(), Ledger()
    for one in coughs.shipped:
        rules.add_row(clip_of(one.saying(label="harmless").row(), one.pcm, 0).row)
    rules.finish(ledger)
    assert {finding.rule for finding in ledger.findings} == {"cough.consistent"}
    assert all(finding.found.startswith("answer ") for finding in ledger.findings)


def clip_of(row, pcm, number):
    from verification.clip import Row

    return Clip(
        row=Row.of(row, shard="test", number=number), samples=np.asarray(pcm).reshape(-1, 1), sampling_rate=16_000
    )


def test_a_summary_counts_the_opinions(coughs):
    rules = Rules()
    measured = [
        rules.check_clip(clip_of(one.row(), one.pcm, number), Ledger()) for number, one in enumerate(coughs.shipped)
    ]
    lines = rules.summary(measured)
    assert any(line.startswith("sounding time, median in s: ") for line in lines)
    assert any("1 of 3 COVID-19" in line or "1 of" in line for line in lines if "four physicians" in line)
