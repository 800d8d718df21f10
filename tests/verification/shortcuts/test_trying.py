"""What is tried and what is not, and that a result is the same however often and in what order it is asked for."""

from dataclasses import replace

import numpy as np
import pytest

from tests.verification.shortcuts.question_sets import cheat, column, drawn, facts_of, paired, rules
from verification.shortcuts import grouping
from verification.shortcuts.grouping import deal
from verification.shortcuts.score import FamilyScore


@pytest.mark.parametrize("make", [drawn, paired])
def test_scores_do_not_depend_on_the_order_of_the_rows(make):
    made = make(seed=2)
    made.features[:, column("rms_dbfs")] += 1.0 * made.labels
    rows = list(made.rows())
    once, again = cheat(rows)[0], cheat(rows)[0]
    assert once == again
    moved = [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]
    assert cheat(moved)[0] == once  # read in another order, numbered as before
    numbered = [(replace(entry, number=number), facts) for number, (entry, facts) in enumerate(moved)]
    other = cheat(numbered)[0]
    for family in once.keys() - {"order"}:
        assert replace(other[family], p_family=0) == replace(once[family], p_family=0)


def test_another_seed_gives_other_draws():
    rows = list(drawn(seed=2).rows())
    assert cheat(rows, seed=0)[0]["level"].p_value != cheat(rows, seed=1)[0]["level"].p_value


@pytest.mark.parametrize(
    ("labels", "names", "why"),
    [
        ([0, 1] * 9, ("a", "b"), "18 rows have a label, and 20 are needed"),
        ([0] * 30, ("a",), "all rows have the same label"),
        ([0] * 30 + [1] * 4, ("a", "b"), "only one label stands 5 times or more"),
        (list(range(51)) * 6, tuple(map(str, range(51))), "there are 51 labels, and at most 50 can be told apart"),
        (
            list(range(60)),
            tuple(map(str, range(60))),
            "the answers are open: 60 of 60 rows have a label that few others",
        ),
        (
            [row % 7 for row in range(28)],
            tuple(map(str, range(7))),
            "28 of 28 rows have a label that stands fewer than 5 times",
        ),
        ([0] * 30, ("",), "0 rows have a label, and 20 are needed"),
    ],
)
def test_what_cannot_be_tried_is_said_and_counts_as_no_check(labels, names, why):
    made = drawn(rows=len(labels))
    made.labels, made.names = np.array(labels), names
    scores, ledger, notes = cheat(made.rows())
    assert not scores
    assert not ledger.checks
    assert notes[0].startswith(f"Shortcuts were not tried: {why}")


def test_nothing_at_all_is_no_error():
    scores, ledger, notes = cheat([])
    assert not scores
    assert not ledger.checks
    assert len(notes) == 1


def test_rare_labels_are_left_out_and_case_and_spaces_do_not_make_a_label():
    made = drawn(rows=100)
    made.names = ("Falling", "rising", " falling ", "both")
    made.labels = np.array([0] * 30 + [2] * 17 + [1] * 50 + [3] * 3)
    scores, _, notes = cheat(made.rows())
    assert scores["level"].items == 97
    assert scores["level"].chance == 0.5
    assert scores["level"].majority == pytest.approx(50 / 97)
    assert "Shortcuts: 3 rows whose label stands fewer than 5 times were left out." in notes


def test_clips_that_cannot_be_heard_leave_the_other_families():
    rows = [(entry, None) for entry, _ in drawn(rows=60).rows()]
    scores, ledger, _ = cheat(rows)
    assert rules(ledger) == set()
    assert scores["level"].note == "the same for all rows"
    assert scores["name"].note == ""


def test_rows_without_names_questions_or_clips_are_tried_all_the_same():
    rows = [(replace(entry, id="", audio=(), question="", options=(), source=""), None) for entry, _ in drawn().rows()]
    scores, ledger, notes = cheat(rows)
    assert rules(ledger) == set()
    assert scores["name"].note == scores["wording"].note == "the same for all rows"
    assert any("too few groups" in note for note in notes)


def test_of_one_question_whose_options_only_take_turns_no_score_is_told():
    kinds = ("bell", "drum", "horn")
    made = drawn(rows=63, labels=3, question=["Which kind is it?"] * 63)
    drawn_places = np.random.default_rng(4).permutation(63)
    made.names, made.labels = kinds, drawn_places % 3
    made.columns["options"] = [kinds[place // 3 % 3 :] + kinds[: place // 3 % 3] for place in drawn_places]
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == set()
    wording = scores["wording"]
    assert wording.note == "the same for all rows but for the order of the options, which does not tell"
    assert (wording.balanced_accuracy, wording.p_value, wording.tells) == (wording.chance, 1.0, False)


def test_an_order_of_options_that_tells_is_found_though_the_question_is_one():
    made = drawn(rows=60, labels=3, question=["Which kind is it?"] * 60)
    rows = [
        (replace(entry, options=(entry.label, *sorted(set(entry.options) - {entry.label}))), facts)
        for entry, facts in made.rows()
    ]
    scores, ledger, _ = cheat(rows)
    assert "shortcut.wording" in rules(ledger)
    assert scores["wording"].note == ""


def test_rows_are_held_together_by_what_the_set_gives():
    made = drawn(rows=120)

    def words(**columns):
        made.columns = columns
        return next(note for note in cheat(made.rows())[2] if "cross-validated" in note)

    three, twelve = [f"{row % 3}" for row in range(120)], [f"{row % 12}" for row in range(120)]
    alone = "Shortcuts: cross-validated by 120 rows, each standing alone."
    assert words(group=twelve, speaker=three) == "Shortcuts: cross-validated by 12 groups of the set."
    assert words(group=three) == alone
    assert words(speaker=twelve) == "Shortcuts: cross-validated by 12 speakers."
    assert words(source=twelve) == "Shortcuts: cross-validated by 12 sources."
    assert words(source=three, speaker=three) == alone
    assert words(source=[str(row) for row in range(120)]) == alone


def test_rows_that_ask_about_one_clip_are_held_together():
    rows = [(entry, facts_of(facts.features, f"clip {entry.number // 2}")) for entry, facts in drawn(rows=120).rows()]
    assert "Shortcuts: cross-validated by 60 clips." in cheat(rows)[2]


def test_folds_hold_groups_together_and_are_of_about_one_size():
    names = [f"group {place}" for place in range(50) for _ in range(1 + place % 7)]
    folds = deal(names, seed=1)
    assert len({(name, fold) for name, fold in zip(names, folds, strict=True)}) == 50
    assert np.ptp(np.bincount(folds, minlength=5)) <= 1
    assert (deal(names, seed=1) == folds).all()
    assert (deal(names, seed=2) != folds).any()


def test_a_large_set_is_sampled_in_whole_groups(monkeypatch):
    monkeypatch.setattr(grouping, "MOST_ROWS", 150)
    made = paired(pairs=120, seed=1)
    scores, _, notes = cheat(made.rows())
    assert scores["level"].items == 150
    assert "Shortcuts were tried on a sample of 150 of 240 rows." in notes
    assert "Shortcuts: cross-validated by 75 groups of the set." in notes
    backwards = cheat(reversed(list(made.rows())))[0]
    assert backwards == scores


def test_large_groups_are_thinned(monkeypatch):
    monkeypatch.setattr(grouping, "MOST_ROWS", 100)
    made = drawn(rows=200, group=[f"{row % 8}" for row in range(200)])
    scores, _, notes = cheat(made.rows())
    assert scores["level"].items == 100
    assert any("cross-validated by 8 groups" in note for note in notes)


def test_few_exchanges_are_told():
    made = drawn(rows=60, group=[f"{row % 6}" for row in range(60)])
    made.labels = np.arange(60) % 6 % 2
    notes = cheat(made.rows())[2]
    assert any("can be exchanged in 20 ways only, so no p-value can be below 0.05" in note for note in notes)


def test_labels_that_cannot_be_exchanged_are_no_leak():
    made = drawn(rows=60, group=[f"{row % 6}" for row in range(60)])
    made.labels = np.arange(60) % 6 % 2
    made.columns["options"] = [("rising", "falling", f"neither {row % 6}") for row in range(60)]
    made.features[:, column("rms_dbfs")] += 20.0 * made.labels
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == set()
    assert scores["level"].p_value == 1
    assert scores["level"].note == "these groups cannot exchange labels: no test"


def test_options_of_each_rows_own_say_nothing_by_being_there():
    made = drawn(rows=200, labels=8, seed=1)
    rng = np.random.default_rng(0)
    made.columns["options"] = [
        tuple(
            rng.permutation([made.names[label], *rng.choice(np.delete(made.names, label), 3, replace=False)]).tolist()
        )
        for label in made.labels
    ]
    scores, ledger, notes = cheat(made.rows())
    assert rules(ledger) == set()
    assert "wording" not in scores
    assert any("options of its own" in note for note in notes)


def test_two_kinds_of_question_in_one_set_are_no_shortcut():
    made = drawn(rows=200, labels=4, seed=1)
    made.names = ("yes", "no", "left", "right")
    kinds = [("Is it loud?", ("yes", "no")), ("Which ear?", ("left", "right"))]
    made.columns |= {
        "question": [kinds[label // 2][0] for label in made.labels],
        "options": [kinds[label // 2][1] for label in made.labels],
    }
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == set()
    assert scores["wording"].balanced_accuracy == pytest.approx(0.5, abs=0.1)


def test_a_score_is_json():
    scores, _, _ = cheat(drawn(rows=40).rows())
    assert all(isinstance(score, FamilyScore) and score.to_json()["items"] == 40 for score in scores.values())
