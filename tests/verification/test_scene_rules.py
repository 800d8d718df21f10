"""What the rules for scenes find: other kinds of noise, other ratios, other lengths, no noise at all."""

from dataclasses import replace

import numpy as np
import pytest

from builders.scene import SceneMeasurements, SceneParameters
from manifests.layout import DatasetPaths
from recipes.catalogue.registry import find
from tests.builders.running import built
from tests.corpora.trees import ms_snsd
from tests.verification.planting import common_measurements
from tests.verification.rebuilt import Rebuilt
from tests.verification.speaking import RATE, found_in, row_of
from verification.check import check_dataset
from verification.clip import RowValueError
from verification.scene import Rules

FRAMES = 4 * RATE
NAME = "acoustic-scene"


def mixed(ratio_db, *, level_dbfs=-26.0, steady=True):
    """Mix bursts of a tone with noise: int16, shape (FRAMES,)."""
    time_s = np.arange(FRAMES) / RATE
    speech = np.sin(2 * np.pi * 440 * time_s) * (time_s % 0.5 < 0.3)
    noise = np.random.default_rng(0).normal(0.0, 1.0, FRAMES)
    noise *= 1.0 if steady else 1.0 + np.sin(2 * np.pi * 3.0 * time_s)
    parts = [part / np.sqrt(np.mean(part**2)) for part in (speech, noise)]
    whole = parts[0] * 10 ** (ratio_db / 20) + parts[1]
    return np.round(whole / np.sqrt(np.mean(whole**2)) * 32768 * 10 ** (level_dbfs / 20)).astype(np.int16)


def measured_by_the_builder(pcm):
    (recipe,) = find(f"sagi/{NAME}")
    measured = recipe.construction.measure(None, pcm)
    return {"quiet_rms_dbfs": measured.quiet_rms_dbfs, "loud_over_quiet_db": measured.loud_over_quiet_db}


def row(pcm, *, label="Babble", noise="Babble", item="noise_test/Babble_3", snr_db=10.0, **measured):
    return row_of(
        label,
        parameters={"noise": noise, "snr_db": snr_db, "frames": FRAMES},
        measurements={**measured_by_the_builder(pcm), **measured},
        item=item,
    )


@pytest.mark.parametrize("ratio_db", [0.0, 5.0, 10.0, 15.0, 20.0])
@pytest.mark.parametrize("steady", [True, False])
def test_a_clip_as_it_was_built_holds(ratio_db, steady):
    pcm = mixed(ratio_db, steady=steady)
    assert found_in(Rules(), row(pcm, snr_db=ratio_db), pcm) == set()


@pytest.mark.parametrize(
    ("label", "item"),
    [
        ("Babble", "noise_train/Babble_12"),
        ("Babble", "noise/Babble_1"),
        ("Neighbor", "noise_train/NeighborSpeaking_1"),
        ("AirportAnnouncements", "noise_train/AirportAnnouncement_11"),
        ("CopyMachine", "noise_test/CopyMachine_2"),
    ],
)
def test_a_kind_is_read_from_the_name_of_the_noise(label, item):
    pcm = mixed(10.0)
    assert found_in(Rules(), row(pcm, label=label, noise=label, item=item), pcm) == set()


def test_another_label_is_found():
    pcm = mixed(10.0)
    assert found_in(Rules(), row(pcm, label="Typing"), pcm) == {"scene.label", "scene.kind"}
    assert found_in(Rules(), row(pcm, label="Typing", noise="Typing"), pcm) == {"scene.kind"}
    assert found_in(Rules(), row(pcm, item="noise_test/Typing_1"), pcm) == {"scene.kind"}
    assert found_in(Rules(), replace(row(pcm), source=()), pcm) == {"scene.kind"}


def test_another_length_is_found():
    pcm = mixed(10.0)
    assert found_in(Rules(), row(pcm[:-1]), pcm[:-1]) == {"scene.length"}


@pytest.mark.parametrize("changes", [{"quiet_rms_dbfs": -30.0}, {"loud_over_quiet_db": 3.0}])
def test_a_level_that_was_not_measured_is_found(changes):
    pcm = mixed(10.0)
    assert found_in(Rules(), row(pcm, **changes), pcm) == {"scene.levels"}


@pytest.mark.parametrize(("ratio_db", "said_db"), [(0.0, 5.0), (5.0, 10.0), (10.0, 15.0), (15.0, 20.0), (0.0, 20.0)])
def test_a_ratio_that_is_lower_than_it_says_is_found(ratio_db, said_db):
    pcm = mixed(ratio_db)
    assert found_in(Rules(), row(pcm, snr_db=said_db), pcm) == {"scene.ratio"}


def test_a_clip_without_noise_is_found():
    pcm = mixed(100.0)
    assert found_in(Rules(), row(pcm, snr_db=20.0), pcm) == {"scene.noise"}


def test_hardly_a_clip_is_findings_and_no_breaking_off():
    pcm = mixed(10.0)
    found = found_in(Rules(), row(pcm), pcm[:5])
    assert "scene.length" in found
    with pytest.raises(RowValueError, match=r"parameters\.snr_db"):
        found_in(Rules(), row(pcm, snr_db=None), pcm)


def test_ratios_and_levels_are_summed_up():
    measured = [{"snr_db": 0.0, "quiet_below_noise_db": 1.0}, {"snr_db": 5.0, "quiet_below_noise_db": 4.0}]
    assert Rules().summary(measured) == [
        "signal-to-noise ratios: 1 at 0 dB, 1 at 5 dB",
        "between the words the level is 2.5 dB below the noise's mean (median)",
    ]


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    """Build two speeches in every noise, at 0 and 5 dB."""
    folder = tmp_path_factory.mktemp("scenes")
    corpus = f"ms_snsd={ms_snsd.small(folder)}"
    built("build", NAME, "--corpus", corpus, "--limit", 2, "--out", folder / "out", "--workers", 1)
    return DatasetPaths(folder / "out", NAME)


@pytest.fixture
def copy(scenes, tmp_path):
    return Rebuilt(scenes, tmp_path / "copy")


def sounding(shipped, pcm):
    """Ship other samples, with the measurements and the explanation that the builder would give them."""
    values = {**shipped.item.measurements, **common_measurements(pcm), **measured_by_the_builder(pcm)}
    return told(shipped.remade(pcm).saying(measurements=values))


def told(shipped):
    (recipe,) = find(f"sagi/{NAME}")
    values = {name: shipped.item.measurements[name] for name in ("quiet_rms_dbfs", "loud_over_quiet_db")}
    explanation = recipe.construction.explain(SceneParameters(**shipped.item.parameters), SceneMeasurements(**values))
    return shipped.saying(explanation=explanation)


def test_sets_as_they_were_built_hold(scenes, scenes_index, tmp_path):
    assert check_dataset(scenes).findings == ()
    built("build", NAME, "--limit", 5, "--out", tmp_path, "--workers", 1)
    report = check_dataset(DatasetPaths(tmp_path, NAME))
    assert report.findings == ()
    assert report.checks["scene.ratio"] == 45
    assert report.summary[0].startswith("signal-to-noise ratios: 9 at 0 dB, 9 at 5 dB, 9 at 10 dB")


def test_two_labels_that_are_swapped_with_the_record_are_found(copy):
    first, other = [one.item for one in copy.shipped[:2]]
    assert first.label != other.label
    for number, label in ((0, other.label), (1, first.label)):
        copy.one(
            number,
            lambda one, label=label: told(one.saying(label=label, parameters={**one.item.parameters, "noise": label})),
        )
    assert "scene.kind" in copy.rules()
    assert not {rule for rule in copy.rules() if rule.startswith(("record.", "recipe.", "audio."))}


def test_a_clip_that_is_louder_between_the_words_is_found_though_the_record_agrees(copy):
    def hiss(one):
        noise = np.random.default_rng(0).normal(0.0, 2.0 * np.std(one.pcm), len(one.pcm))
        quietened = (one.pcm + noise) * 0.4
        return sounding(one, np.round(quietened).clip(-32767, 32767).astype(np.int16))

    number = next(n for n, one in enumerate(copy.shipped) if one.item.parameters["snr_db"] == 5.0)
    assert copy.one(number, hiss).rules() == {"scene.ratio"}


def test_a_ratio_that_is_edited_with_the_record_is_found(copy):
    def edited(one):
        return told(one.saying(parameters={**one.item.parameters, "snr_db": 20.0}))

    assert copy.one(0, edited).rules() == {"scene.ratio"}
