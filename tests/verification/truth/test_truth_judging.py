"""The registry of properties, and what becomes of judgements."""

import json
import pkgutil

import numpy as np
import pytest

import verification.truth as room
from manifests.errors import SoundprobeError
from tests.verification.sounds import RATE
from tests.verification.truth.judged import entry, sound, speech
from verification.findings import Ledger
from verification.listening.facts import FAMILIES, FEATURES
from verification.truth.judging import Truth
from verification.truth.registry import properties, property_named, property_of

NAMES = {
    *("level-direction", "f0-range", "ear", "snr", "t60", "time-reversed"),
    *("duration", "pause", "sampling-rate", "speaker-count"),
}


def test_all_properties_are_found_by_listing_the_folder():
    assert properties().keys() == NAMES
    assert len(list(pkgutil.iter_modules(room.__path__))) > len(NAMES)


@pytest.mark.parametrize("name", sorted(NAMES))
class TestEveryProperty:
    def test_its_inherent_features_exist_and_have_reasons(self, name):
        for feature, reason in properties()[name].inherent.items():
            assert feature in FAMILIES or feature in FEATURES
            assert len(reason.split()) > 3

    @pytest.mark.parametrize(
        "samples",
        [np.zeros(0), np.zeros(7), np.zeros(RATE * 3), np.ones(RATE) * 0.5, speech(0.05), speech(3.0)],
        ids=["no frame", "seven frames", "silence", "dc", "50 ms", "speech"],
    )
    def test_it_measures_anything_without_an_error_and_its_values_are_numbers_for_json(self, name, samples):
        clip = sound(samples)
        values = properties()[name].measure(clip)
        assert values
        json.dumps(dict(values), allow_nan=False)
        assert properties()[name].measure(clip) == values

    @pytest.mark.parametrize("rate", [100, 8000, 11_025, 48_000])
    def test_it_measures_at_any_rate(self, name, rate):
        values = properties()[name].measure(sound(speech(3.0, rate=rate), rate=rate))
        assert all(np.isfinite(value) for value in values.values())

    @pytest.mark.parametrize("label", ["", "banana", "yes", "no", "-", "7", "(((", "left right", "ten or twelve dB"])
    def test_it_judges_any_label_without_an_error(self, name, label):
        values = properties()[name].measure(sound(speech(3.0)))
        judgement = properties()[name].judge(values, entry(label, options=("", "x", label)))
        assert judgement.holds in {True, False, None}
        assert judgement.found
        assert judgement.wanted
        if label in {"", "banana", "-", "((("}:
            assert judgement.holds is None

    def test_it_hears_two_channels(self, name):
        values = properties()[name].measure(sound(np.stack([speech(3.0)] * 2, axis=1)))
        assert all(np.isfinite(value) for value in values.values())


def test_a_name_is_forgiven_its_spelling():
    assert property_named(" Level_Direction ").name == "level-direction"


def test_an_unknown_name_is_answered_with_those_that_are_near():
    with pytest.raises(SoundprobeError, match="did you mean level-direction") as caught:
        property_named("level-directoin")
    assert "ear" in caught.value.wanted
    with pytest.raises(SoundprobeError, match="leave the task out"):
        property_named("zzzz")


@pytest.mark.parametrize(
    ("operation", "name"),
    [
        ("volume.ramp/1", "level-direction"),
        ("volume.ramp", "level-direction"),
        ("pitch.range/1", "f0-range"),
        ("pitch_matched.world/2", "f0-range"),
        ("binaural.one_ear/1", "ear"),
    ],
)
def test_an_operation_has_its_property(operation, name):
    assert property_of(operation).name == name


def test_an_operation_that_nobody_knows_has_none():
    assert property_of("bell.ring/1") is None
    assert property_of("") is None


def ear_truth(rows):
    ledger = Ledger()
    truth = Truth(property_named("ear"), ledger, name="ears")
    values = {"left_dbfs": -20.0, "right_dbfs": -120.0}
    verdicts = [truth.add(row, {} if row.label == "unheard" else values) for row in rows]
    truth.finish()
    return verdicts, truth, ledger


def test_a_false_label_is_one_finding_that_says_what_was_found():
    rows = [entry("left", number=0), entry("right", number=1, options=("left", "right"))]
    verdicts, truth, ledger = ear_truth(rows)
    assert verdicts == [True, False]
    assert truth.agreement == {"holds": 1, "contradicts": 1}
    (finding,) = ledger.findings
    assert (finding.item, finding.rule, finding.severity) == ("item-1", "truth.label", "error")
    assert "100.0 dB" in finding.found
    assert "'left'" in finding.found
    assert ledger.checks["truth.label"] == 2


def test_too_many_undecided_labels_are_a_doubt_about_the_set():
    few = [entry("left", number=number) for number in range(8)] + [entry("hmm"), entry("unheard")]
    verdicts, truth, ledger = ear_truth(few)
    assert verdicts[-2:] == [None, None]
    assert truth.agreement == {"holds": 8, "undecided": 2}
    assert not ledger.findings
    _, _, ledger = ear_truth([*few, entry("hmm", number=44)])
    (finding,) = ledger.findings
    assert (finding.item, finding.rule, finding.severity) == ("ears", "truth.undecided", "warning")
    assert finding.found.startswith("3 of 11 labels")


def test_a_set_without_rows_says_nothing():
    _, truth, ledger = ear_truth([])
    assert not ledger.findings
    assert not truth.agreement
