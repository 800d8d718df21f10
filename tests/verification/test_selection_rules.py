"""The rules of selection find labels, words, names and sounds that were altered."""

from dataclasses import replace

import numpy as np
import pytest

from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.corpora.trees.ravdess import small
from tests.verification.rebuilt import Rebuilt
from tests.verification.sounds import voice
from verification.check import check_dataset
from verification.clip import Clip, Row, RowValueError
from verification.findings import Ledger
from verification.selection import Rules, options_meant, pause_db
from verification.sounding import sounding_s

RATE = 16_000
AGES = ("teens to twenties", "thirties to forties", "fifties to sixties")


@pytest.fixture(scope="module")
def built_sets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("selection")
    tree = small(folder)
    for name in ("speech-emotion", "singing-detection"):
        options = ("--corpus", f"ravdess={tree}", "--allow-short", "--out", folder / "out" / name, "--workers", 1)
        built("build", name, *options)
    return {name: DatasetPaths(folder / "out" / name, name) for name in ("speech-emotion", "singing-detection")}


@pytest.fixture
def emotions(built_sets, tmp_path):
    return Rebuilt(built_sets["speech-emotion"], tmp_path / "emotions")


@pytest.fixture
def singing(built_sets, tmp_path):
    return Rebuilt(built_sets["singing-detection"], tmp_path / "singing")


def own(rules):
    return {rule for rule in rules if rule.startswith("selection.")}


def labelled(rebuilt, label, *, sex=""):
    return next(
        number
        for number, one in enumerate(rebuilt.shipped)
        if one.item.label == label and sex in ("", one.item.sources[0].sex)
    )


def of_source(one, **changes):
    (ref,) = one.item.sources
    return one.saying(sources=(replace(ref, **changes),))


def saying(one, column):
    """Put other values into a column of the row."""
    return lambda **changes: one.saying(**{column: {**getattr(one.item, column), **changes}})


def test_a_set_as_built_holds(emotions, singing):
    for rebuilt in (emotions, singing):
        assert own(rebuilt.release(rebuilt.shipped).rules()) == set()


def test_a_swapped_label_is_found(emotions):
    assert "selection.label" in emotions.one(labelled(emotions, "sad"), lambda one: one.saying(label="happy")).rules()


def test_a_label_and_word_that_are_swapped_together_are_found_by_the_name(emotions):
    def lie(one):
        return saying(one.saying(label="happy"), "parameters")(value="happy")

    assert own(emotions.one(labelled(emotions, "sad"), lie).rules()) == {"selection.source"}


def test_a_label_that_does_not_name_the_word_is_found_by_the_other_rows(singing):
    """Whichever stands first: most rows decide."""
    for place in (min, max):
        number = place(number for number, one in enumerate(singing.shipped) if one.item.label == "yes")
        paths = singing.one(number, lambda one: one.saying(label="no")).paths
        findings = [each for each in check_dataset(paths).findings if each.rule == "selection.consistent"]
        assert [each.item for each in findings] == [singing.shipped[number].item.id]
        singing.one(number, lambda one: one.saying(label="yes"))


def test_an_altered_word_is_found_where_the_label_does_not_name_it(singing):
    def lie(one):
        return saying(one.saying(label="no"), "parameters")(value="speech")

    assert own(singing.one(labelled(singing, "yes"), lie).rules()) == {"selection.source"}


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"sex": "female"}, "selection.source"),
        ({"speaker": "02"}, "selection.source"),
        ({"item": "03-01-04-01-01"}, "selection.name"),
        ({"item": "03-01-05-01-01-01-01"}, "selection.source"),
    ],
)
def test_a_source_that_contradicts_its_name_is_found(emotions, changes, rule):
    number = labelled(emotions, "sad", sex="male")
    assert rule in emotions.one(number, lambda one: of_source(one, **changes)).rules()


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [("sounding_s", 0.2, "selection.sounding"), ("pause_db", 90.0, "selection.pauses")],
)
def test_an_altered_measurement_is_found(emotions, name, value, rule):
    assert rule in emotions.one(2, lambda one: saying(one, "measurements")(**{name: value})).rules()


def test_altered_audio_is_found(emotions):
    def cut(one):
        pcm = one.pcm.copy()
        pcm[len(pcm) // 2 :] = 0
        return one.remade(pcm)

    def silence(one):
        pcm = np.zeros_like(one.pcm)
        pcm[:300] = one.pcm[:300]
        return one.remade(pcm, sounding_s=0.025)

    assert "selection.sounding" in emotions.one(1, cut).rules()
    assert "selection.heard" in emotions.one(1, silence).rules()


def clip_of(samples, *, label="female", options=("male", "female"), parameters=None, measurements=None, source=None):
    row = Row(
        shard="s",
        number=0,
        id="a",
        file="a.flac",
        path="a.flac",
        instruction="",
        options=options,
        label=label,
        explanation="",
        source=(source or {"corpus": "vctk", "item": "p225_001", "sex": "female"},),
        parameters={"column": "sex", "value": "female", **(parameters or {})},
        measurements=measurements or {},
        group="g",
    )
    return Clip(row=row, samples=np.round(samples * 32767).astype(np.int16)[:, None], sampling_rate=RATE)


def noise(seconds, *, level=0.1, seed=1):
    return np.random.default_rng(seed).normal(0, level, round(seconds * RATE)).clip(-1, 1)


def checked(clip):
    ledger = Ledger()
    values = {"sounding_s": sounding_s(clip.mono, sampling_rate=RATE), "pause_db": pause_db(clip), "voiced_s": 0.0}
    row = replace(clip.row, measurements={**values, **clip.row.measurements})
    return Rules().check_clip(replace(clip, row=row), ledger), {finding.rule for finding in ledger.findings}


def test_sounding_time_and_pauses_are_what_was_planted():
    clip = clip_of(np.concatenate([noise(1.0), noise(0.5, level=0.001)]))
    assert sounding_s(clip.mono, sampling_rate=RATE) == pytest.approx(1.0, abs=0.021)
    assert pause_db(clip) == pytest.approx(40.0, abs=1.5)
    assert checked(clip)[1] == set()


@pytest.mark.parametrize(
    ("recorded_hz", "found"), [(118.0, set()), (60.0, {"selection.f0"}), (190.0, {"selection.f0"})]
)
def test_a_voice_at_another_pitch_than_recorded_is_a_doubt(recorded_hz, found):
    pcm, _ = voice(118.0, RATE)
    sound = np.concatenate([noise(0.5, level=0.0003), pcm / 32768])
    clip = clip_of(sound, measurements={"voiced_s": 1.0, "median_f0_hz": recorded_hz})
    measured, rules = checked(clip)
    assert rules == found
    assert measured["f0_hz female"] == pytest.approx(118.0, abs=4.0)


def test_f0_is_not_asked_for_in_noise():
    pcm, _ = voice(118.0, RATE)
    clip = clip_of(pcm / 32768 + noise(1.0, level=0.05), measurements={"voiced_s": 1.0, "median_f0_hz": 400.0})
    measured, rules = checked(clip)
    assert set(measured) == {"sounding_s female", "pause_db female"}
    assert rules == set()


def test_a_sex_that_is_not_the_sources_is_found():
    source = {"corpus": "vctk", "item": "p226_001", "sex": "male"}
    assert checked(clip_of(noise(1.0), source=source))[1] == {"selection.sex"}
    assert checked(clip_of(noise(1.0), label="male"))[1] == {"selection.label"}
    assert checked(clip_of(noise(1.0), parameters={"value": ""}))[1] == {"selection.label", "selection.sex"}


@pytest.mark.parametrize(("label", "found"), [("yes", set()), ("no", {"selection.source"})])
def test_the_folder_of_a_noisy_clip_says_what_it_is(label, found):
    source = {"corpus": "voicebank_demand", "item": "noisy/p232_001", "speaker": "p232", "sex": "male"}
    value = {"yes": "noisy", "no": "clean"}[label]
    parameters = {"column": "condition", "value": value}
    clip = clip_of(noise(1.0), label=label, options=("yes", "no"), parameters=parameters, source=source)
    assert checked(clip)[1] == found


@pytest.mark.parametrize(
    ("column", "value", "meant"),
    [
        ("age", "13", AGES[:1]),
        ("age", "29", AGES[:1]),
        ("age", "30", AGES[1:2]),
        ("age", "69", AGES[2:]),
        ("age", "70", ()),
        ("age", "old", ()),
        ("age_group", "forties", AGES[1:2]),
        ("age_group", "teens", AGES[:1]),
        ("condition", "noisy", ()),
    ],
)
def test_the_options_that_a_word_or_an_age_means(column, value, meant):
    assert options_meant(column, value, AGES) == list(meant)


def test_a_sex_inside_another_word_is_not_meant():
    assert options_meant("sex", "male", ("male", "female")) == ["male"]


def test_the_summary_has_medians_and_the_share_on_the_expected_side():
    measured = [{"f0_hz male": hz, "sounding_s male": 2.0} for hz in (100.0, 120.0, 170.0)]
    measured += [{"f0_hz female": hz, "sounding_s female": 3.0} for hz in (160.0, 210.0)]
    lines = Rules().summary(measured)
    assert lines[0] == "sounding time, median in s: 3.0 female, 2.0 male"
    assert lines[1] == "F0 by swift-f0, median in Hz: 185.0 female, 120.0 male"
    assert lines[2] == "F0 is below 165 Hz in 2 of 3 clips of men, and at or above it in 1 of 2 of women"
    assert Rules().summary([]) == []


def test_a_row_without_a_measurement_is_named():
    clip = clip_of(noise(1.0))
    with pytest.raises(RowValueError, match="sounding_s is None"):
        Rules().check_clip(clip, Ledger())


@pytest.mark.parametrize(("label", "found"), [("German", set()), ("French", {"selection.source"})])
def test_the_name_of_a_speech_begins_with_its_language(label, found):
    source = {"corpus": "europarl_st", "item": "de.20081119.2-014", "speaker": "1026"}
    value = {"German": "de", "French": "fr"}[label]
    parameters = {"column": "language", "value": value}
    clip = clip_of(noise(1.0), label=label, options=("German", "French"), parameters=parameters, source=source)
    assert checked(clip)[1] == found
    odd = clip_of(
        noise(1.0), label=label, options=("German", "French"), parameters=parameters, source=source | {"item": "x1"}
    )
    assert checked(odd)[1] == {"selection.name"}


@pytest.mark.parametrize(("column", "severity"), [("sex", "error"), ("emotion", "warning")])
def test_a_speaker_of_two_sexes_is_found_over_the_set(column, severity):
    rules, ledger = Rules(), Ledger()
    told = [("a", "p1", "male"), ("b", "p1", "male"), ("c", "p1", "female"), ("d", "p2", "female"), ("e", "", "male")]
    told += [("f", "", "female"), ("g", "p2", "")]
    for name, speaker, sex in told:
        source = {"corpus": "vctk", "item": name, "speaker": speaker, "sex": sex}
        value = sex if column == "sex" else "sad"
        row = clip_of(noise(0.1), label=value, parameters={"column": column, "value": value}, source=source).row
        rules.add_row(replace(row, id=name))
    rules.add_row(replace(row, id="h", source=({**source, "corpus": "other", "speaker": "p2", "sex": "male"},)))
    rules.finish(ledger)
    findings = [each for each in ledger.findings if each.rule == "selection.one_sex"]
    assert [(each.item, each.severity) for each in findings] == [("c", severity)]
    assert "'vctk/p1'" in findings[0].found
