"""Planted leaks are found in the family where they are, and nowhere else."""

import numpy as np
import pytest

from tests.verification.shortcuts.question_sets import QuestionSet, cheat, column, correlated, drawn, paired, rules
from verification.listening.facts import FEATURES


def independent(rows, seed):
    rng = np.random.default_rng(seed)
    return QuestionSet(rng.permutation(np.arange(rows) % 2), rng.normal(-26, 3, (rows, len(FEATURES))))


@pytest.mark.parametrize("seed", range(3))
def test_two_decibels_are_found_in_level_alone(seed):
    made = independent(400, seed)
    made.features[:, column("rms_dbfs")] += 2.0 * made.labels
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.level"}
    level = scores["level"]
    assert level.p_family <= 0.01
    assert level.low < 0.63 < level.high  # what the best classifier does on two normals, 2/3 of a deviation apart
    finding = ledger.findings[0]
    assert (finding.item, finding.severity, finding.wanted) == ("the set", "warning", "chance, 0.50")
    assert finding.found == (
        f"balanced accuracy {level.balanced_accuracy:.2f} ({level.low:.2f} to {level.high:.2f}) by level alone"
    )


def test_two_decibels_are_found_between_the_clips_of_pairs():
    made = paired(pairs=200, seed=5)
    made.features[:, column("rms_dbfs")] += 2.0 * made.labels
    _, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.level"}


def test_a_size_without_its_sign_is_found():
    made = independent(300, 1)
    sign = np.random.default_rng(2).choice([-1, 1], 300)
    made.features[:, column("dc_offset")] = sign * np.where(made.labels, 0.002, 0.001) * np.linspace(0.8, 1.2, 300)
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.dc"}
    assert scores["dc"].balanced_accuracy > 0.9


def test_one_band_is_named():
    made = independent(300, 2)
    made.features[:, column("band_63_hz_db")] += 6.0 * made.labels
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.spectrum"}
    single = scores["spectrum"].single
    assert max(single, key=single.get) == "band_63_hz_db"
    assert f"; band_63_hz_db {single['band_63_hz_db']:.2f}" in ledger.findings[0].found


def test_a_feature_that_cannot_be_measured_for_one_label_tells_it():
    made = independent(200, 3)
    made.features[made.labels == 1, column("noise_floor_dbfs")] = np.nan
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.noise_floor"}
    assert scores["noise floor"].balanced_accuracy == 1


@pytest.mark.parametrize(("labels", "turns"), [(2, True), (4, True), (2, False), (8, False)])
def test_turns_and_blocks_are_found_in_order(labels, turns):
    made = drawn(rows=160, labels=labels, seed=3)
    made.labels = np.arange(160) % labels if turns else np.arange(160) * labels // 160
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.order"}
    assert scores["order"].balanced_accuracy > 0.9


def test_a_source_that_has_one_label_is_found():
    made = drawn(rows=120, seed=1)
    made.columns["source"] = ["VCTK" if label else "LJSpeech" for label in made.labels]
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.source"}
    assert (scores["source"].balanced_accuracy, scores["source"].low, scores["source"].high) == (1, 1, 1)


def test_speakers_who_are_the_groups_are_found_by_leaving_rows_out():
    made = drawn(rows=120, seed=1)
    speakers = [f"speaker {row % 24}" for row in range(120)]
    made.labels = np.arange(120) % 24 % 2
    made.features = np.random.default_rng(1).permutation(made.features)
    made.columns |= {"speaker": speakers, "group": speakers, "number": list(np.random.default_rng(3).permutation(120))}
    scores, ledger, notes = cheat(made.rows())
    assert rules(ledger) == {"shortcut.speaker"}
    assert scores["speaker"].balanced_accuracy == 1
    assert "not held out" in scores["speaker"].note
    assert "Shortcuts: cross-validated by 24 groups of the set." in notes


def test_the_recording_of_a_pair_cannot_tell():
    made = paired()
    made.columns["source"] = list(made.columns["group"])
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == set()
    assert scores["source"].balanced_accuracy == 0.5
    assert "every label once" in scores["source"].note


def test_what_is_the_same_for_both_clips_of_a_pair_is_not_counted():
    made = paired(within=0.0)
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == set()
    assert scores["level"].p_value == scores["level"].p_family == 1
    assert "it cannot tell" in scores["level"].note


@pytest.mark.parametrize("form", ["03-01-{:02d}-01-02-01-{:02d}.wav", "{1:02d}_{0:d}.wav"])
def test_a_code_in_file_names_is_found(form):
    made = drawn(rows=240, labels=8, seed=2)
    rng = np.random.default_rng(0)
    files = [form.format(label + 1, int(rng.integers(1, 25))) for label in made.labels]
    rows = [(entry.__class__(**fields_of(entry) | {"id": ""}), facts) for entry, facts in made.rows()]
    rows = [(renamed(entry, file), facts) for (entry, facts), file in zip(rows, files, strict=True)]
    scores, ledger, _ = cheat(rows)
    assert "shortcut.name" in rules(ledger)
    assert rules(ledger) <= {"shortcut.name", "shortcut.order"}  # the number in the name may be the code
    assert scores["name"].balanced_accuracy > 0.9
    assert scores["name"].chance == 0.125


def fields_of(entry):
    return {name: getattr(entry, name) for name in entry.__slots__}


def renamed(entry, file):
    return entry.__class__(**fields_of(entry) | {"audio": (entry.audio[0].__class__(name=f"audio/{file}"),)})


def test_an_option_that_is_right_where_it_stands_first_is_found_in_the_wording():
    made = drawn(rows=120, seed=1)
    made.columns["options"] = [("falling", "rising")[:: 1 - 2 * int(label)] for label in made.labels]
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.wording"}
    assert scores["wording"].single["order of options"] == 1


def test_columns_that_document_the_making_are_not_looked_at_but_others_are():
    made = drawn(rows=120, seed=1)
    documented = [
        {"explanation": f"it is {label}", "parameters.direction": float(label), "measurements.slope": float(label)}
        for label in made.labels
    ]
    made.columns["metadata"] = documented
    assert rules(cheat(made.rows())[1]) == set()
    made.columns["metadata"] = [row | {"take": float(row["parameters.direction"])} for row in documented]
    scores, ledger, _ = cheat(made.rows())
    assert rules(ledger) == {"shortcut.metadata"}
    assert scores["metadata"].features == ("take",)


def test_what_is_inherent_is_scored_but_no_shortcut():
    made = independent(200, 4)
    made.features[:, column("rms_dbfs")] += 9.0 * made.labels
    made.features[:, column("crest_db")] += 9.0 * made.labels
    scores, ledger, _ = cheat(made.rows(), inherent={"level": "the task is about level", "crest_db": "and dynamics"})
    assert rules(ledger) == set()
    assert scores["level"].inherent == "the task is about level"
    assert scores["crest_db"].inherent == "and dynamics"
    assert min(scores["level"].balanced_accuracy, scores["crest_db"].balanced_accuracy) > 0.85
    assert scores["peak"].features == ("peak_dbfs",)
    assert "shortcut.level" not in ledger.checks
    assert "shortcut.crest_db" not in ledger.checks
    assert ledger.checks["shortcut.peak"] == 1


def test_differences_that_nothing_can_hear_are_no_leak():
    made = independent(200, 6)
    made.features[:, column("peak_dbfs")] = -1.0 + 1e-5 * made.labels
    made.features[:, column("dc_offset")] = 1e-7 * made.labels
    assert rules(cheat(made.rows())[1]) == set()


def test_correlated_families_share_a_leak_and_are_both_named():
    rng = np.random.default_rng(6)
    made = QuestionSet(rng.permutation(np.arange(300) % 2), correlated(rng, 300))
    shift = 3.0 * made.labels
    made.features[:, column("rms_dbfs")] += shift
    made.features[:, column("peak_dbfs")] = made.features[:, column("rms_dbfs")] + 12 + rng.normal(size=300)
    assert {"shortcut.level", "shortcut.peak"} <= rules(cheat(made.rows())[1])
