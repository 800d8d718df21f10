"""What the rules for intensity find: swapped halves and labels, other sentences, sound in the gap, other levels."""

from dataclasses import replace

import numpy as np
import pytest

from builders.intensity import HalvesMeasurements, HalvesParameters, StrongerHalf
from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.corpora.trees import ravdess
from tests.verification.planting import common_measurements
from tests.verification.rebuilt import Rebuilt
from tests.verification.speaking import RATE, found_in, row_of
from verification.check import check_dataset
from verification.clip import RowValueError
from verification.intensity import Rules

NAME = "emotional-intensity"
GAP = RATE // 2
NORMAL, STRONG = "03-01-05-01-02-01-11", "03-01-05-02-02-01-11"


def halves(first=0.05, second=0.2, *, gap=0):
    """Give two tones of 1 s and of 1.5 s at these amplitudes, and a constant between them."""
    tone = 32768 * np.sin(np.arange(RATE * 3 // 2) * 0.3)
    return np.round(np.concatenate([first * tone[:RATE], np.full(GAP, gap), second * tone])).astype(np.int16)


def row(label="latter", *, names=(NORMAL, STRONG), over_db=12.04, first_frames=RATE, **parameters):
    own = {
        "emotion": "angry",
        "statement": "2",
        "repetition": "1",
        "first_intensity": "normal",
        "second_intensity": "strong",
        "gap_s": 0.5,
        "first_frames": first_frames,
    }
    made = row_of(label, parameters=own | parameters, measurements={"second_over_first_db": over_db})
    return replace(made, source=tuple({"corpus": "ravdess", "item": name} for name in names))


SWAPPED = {"first_intensity": "strong", "second_intensity": "normal"}


def test_a_clip_as_it_was_built_holds():
    assert found_in(Rules(), row(), halves()) == set()
    turned = row("former", names=(STRONG, NORMAL), over_db=-12.04, **SWAPPED)
    assert found_in(Rules(), turned, halves(0.2, 0.05)) == set()


def test_a_label_that_is_swapped_is_found_in_the_parameters_and_with_them_in_the_names():
    assert found_in(Rules(), row("former"), halves()) == {"intensity.label"}
    assert found_in(Rules(), row("former", **SWAPPED), halves()) == {"intensity.named"}
    assert found_in(Rules(), row(first_intensity="strong"), halves()) == {"intensity.label", "intensity.named"}
    assert "intensity.label" in found_in(Rules(), row(second_intensity="normal"), halves())


def test_halves_that_are_swapped_are_found_by_their_levels():
    swapped = np.concatenate([halves()[-RATE * 3 // 2 :], np.zeros(GAP, np.int16), halves()[:RATE]])
    assert found_in(Rules(), row(first_frames=RATE * 3 // 2), swapped) == {"intensity.levels"}
    assert {"intensity.gap", "intensity.levels"} <= found_in(Rules(), row(), swapped)


@pytest.mark.parametrize(
    ("place", "field", "rule"),
    [
        (2, "06", "intensity.same_sentence"),  # emotion
        (4, "01", "intensity.same_sentence"),  # sentence
        (5, "02", "intensity.same_sentence"),  # repetition
        (6, "12", "intensity.same_sentence"),  # actor
        (3, "01", "intensity.named"),  # both normal
    ],
)
def test_a_second_half_of_another_name_is_found(place, field, rule):
    fields = STRONG.split("-")
    fields[place] = field
    assert found_in(Rules(), row(names=(NORMAL, "-".join(fields))), halves()) == {rule}


@pytest.mark.parametrize("changes", [{"emotion": "disgust"}, {"statement": "1"}, {"repetition": "2"}])
def test_what_the_row_says_of_the_recordings_is_held_against_their_names(changes):
    assert found_in(Rules(), row(**changes), halves()) == {"intensity.named"}


@pytest.mark.parametrize("names", [(NORMAL,), (NORMAL, STRONG, STRONG), ("a", "b")])
def test_other_names_than_the_corpus_has_are_found(names):
    assert found_in(Rules(), row(names=names), halves()) == {"intensity.names"}


def test_names_of_another_corpus_tell_nothing():
    made = row(names=("a", "b"))
    made = replace(made, source=tuple({**source, "corpus": "planted"} for source in made.source))
    assert found_in(Rules(), made, halves()) == set()


@pytest.mark.parametrize("gap", [1, -3, 500])
def test_sound_in_the_gap_is_found(gap):
    assert found_in(Rules(), row(), halves(gap=gap)) == {"intensity.gap"}


def test_a_gap_elsewhere_or_of_another_length_is_found():
    assert "intensity.gap" in found_in(Rules(), row(first_frames=RATE - 100), halves())
    assert "intensity.gap" in found_in(Rules(), row(gap_s=0.6), halves())
    assert found_in(Rules(), row(gap_s=0.3), halves()) == {"intensity.levels"}  # the rest of it would be speech
    assert "intensity.gap" in found_in(Rules(), row(gap_s=0.0), halves())


def test_a_half_without_sound_is_found():
    assert found_in(Rules(), row(), halves(second=0.0)) == {"intensity.halves"}
    assert found_in(Rules(), row(), halves(first=0.0)) == {"intensity.halves"}
    assert found_in(Rules(), row(first_frames=10 * RATE), halves()) == {"intensity.halves"}


def test_halves_that_are_one_recording_are_found():
    tone = np.round(6_000 * np.sin(np.arange(RATE) * 0.3)).astype(np.int16)
    twice = np.concatenate([tone, np.zeros(GAP, np.int16), tone])
    assert found_in(Rules(), row(over_db=0.0), twice) == {"intensity.distinct"}
    twice[5] += 1
    assert found_in(Rules(), row(over_db=0.0), twice) == set()


def test_levels_that_were_not_measured_are_found():
    assert found_in(Rules(), row(over_db=11.9), halves()) == {"intensity.levels"}
    assert found_in(Rules(), row(), halves(0.1, 0.2)) == {"intensity.levels"}
    with pytest.raises(RowValueError, match="second_over_first_db"):
        found_in(Rules(), row(over_db=None), halves())


def test_how_often_the_stronger_half_is_the_louder_one_is_summed_up():
    measured = [{"strong_over_normal_db": value} for value in (12.0, 4.0, -1.0)]
    (line,) = Rules().summary([*measured, {}])
    assert line.startswith("the strong half is the louder one in 2 of 3 clips, by 4.0 dB (median)")
    assert Rules().summary([{}]) == []


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """Build what the small tree gives: twelve sentences, each with both labels."""
    folder = tmp_path_factory.mktemp("halves")
    corpus = f"ravdess={ravdess.small(folder)}"
    built("build", NAME, "--corpus", corpus, "--allow-short", "--out", folder / "out", "--workers", 1)
    return DatasetPaths(folder / "out", NAME)


@pytest.fixture
def copy(pairs, tmp_path):
    return Rebuilt(pairs, tmp_path / "copy")


def told(shipped, **changes):
    """Say it as the builder would have."""
    names = ("first_rms_dbfs", "second_rms_dbfs", "second_over_first_db")
    shipped = shipped.saying(**changes)
    parameters = HalvesParameters(**shipped.item.parameters)
    measured = HalvesMeasurements(**{name: shipped.item.measurements[name] for name in names})
    return shipped.saying(explanation=StrongerHalf().explain(parameters, measured))


def sounding(shipped, pcm, **parameters):
    """Ship other samples, and say in the record what the builder would have measured."""
    parameters = {**shipped.item.parameters, **parameters}
    measured = StrongerHalf().measure(HalvesParameters(**parameters), pcm)
    values = {name: getattr(measured, name) for name in ("first_rms_dbfs", "second_rms_dbfs", "second_over_first_db")}
    values = {**shipped.item.measurements, **common_measurements(pcm), **values}
    return told(shipped.remade(pcm), parameters=parameters, measurements=values)


def test_a_set_as_it_was_built_holds(pairs):
    report = check_dataset(pairs)
    assert report.findings == ()
    assert report.checks["intensity.gap"] == report.checks["intensity.same_sentence"] == 24
    (line,) = report.summary
    assert "24 of 24 clips" in line  # the tree's strong murmurs are twice as loud


def turned(shipped):
    item = shipped.item
    label = {"former": "latter", "latter": "former"}[item.label]
    own = {
        "first_intensity": item.parameters["second_intensity"],
        "second_intensity": item.parameters["first_intensity"],
    }
    return told(shipped, label=label, parameters={**item.parameters, **own})


def test_two_labels_that_are_swapped_with_the_record_are_found(copy):
    labels = [one.item.label for one in copy.shipped]
    copy.one(labels.index("former"), turned)
    copy.one(labels.index("latter"), turned)
    rules = copy.rules()
    assert "intensity.named" in rules
    assert not {rule for rule in rules if rule.startswith(("record.", "recipe.", "audio."))}


def test_halves_that_are_swapped_are_found_unless_everything_says_so(copy):
    def halves_swapped(shipped):
        begins = shipped.item.parameters["first_frames"]
        first, second = shipped.pcm[:begins], shipped.pcm[begins + GAP :]
        return shipped.remade(np.concatenate([second, np.zeros(GAP, np.int16), first]))

    assert {"intensity.levels", "recipe.measurements"} <= copy.one(0, halves_swapped).rules()


def test_noise_in_the_gap_is_found_though_the_record_agrees(copy):
    def hiss(shipped):
        pcm, begins = shipped.pcm.copy(), shipped.item.parameters["first_frames"]
        pcm[begins + 100 : begins + 200] = 1
        return sounding(shipped, pcm)

    assert copy.one(3, hiss).rules() == {"intensity.gap"}


def test_another_sentence_in_one_half_is_found(copy):
    def other(shipped):
        first, second = shipped.item.sources
        name = second.item.split("-")
        name[4] = {"01": "02", "02": "01"}[name[4]]
        return shipped.saying(sources=(first, replace(second, item="-".join(name))))

    assert copy.one(5, other).rules() == {"intensity.same_sentence"}
