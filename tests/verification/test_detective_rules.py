"""The rules of the detective find sentences, speakers and voices that were altered."""

from dataclasses import replace

import numpy as np
import pytest

from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.builders.trees import archive_tree
from tests.builders.voices import buzz
from tests.verification.rebuilt import Rebuilt
from verification.clip import Clip, Row
from verification.detective import Rules
from verification.findings import Ledger


@pytest.fixture(scope="module")
def built_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("detective")
    tree = archive_tree(folder / "archive", rows=40)
    where = ("--corpus", f"speech_accent_archive={tree}", "--allow-short", "--out", folder / "out", "--workers", 1)
    built("build", "voice-detective", *where)
    return DatasetPaths(folder / "out", "voice-detective")


@pytest.fixture
def people(built_set, tmp_path):
    return Rebuilt(built_set, tmp_path / "people")


def own(rules):
    return {rule for rule in rules if rule.startswith("detective.")}


def saying(one, column, **changes):
    return one.saying(**{column: {**getattr(one.item, column), **changes}})


def woman(people):
    return next(number for number, one in enumerate(people.shipped) if one.item.parameters["sex"] == "female")


def test_a_set_as_built_holds(people):
    assert len(people.shipped) == 20
    assert own(people.release(people.shipped).rules()) == set()


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("female", "male", "detective.label"),
        ("in her", "in his", "detective.pronoun"),
        ("twenties", "forties", "detective.label"),
        ("city", "town", "detective.label"),
        ("whose native language is", "whose native language is Old", "detective.label"),
        ("This is", "I hear", "detective.sentence"),
    ],
)
def test_a_part_of_the_sentence_that_is_altered_is_found(old, new, rule, people):
    def alter(one):
        assert old in one.item.label
        return one.saying(label=one.item.label.replace(old, new))

    assert rule in people.one(woman(people), alter).rules()


@pytest.mark.parametrize(("age", "band"), [(27.0, "thirties"), (12.0, "teens"), (0.0, "teens"), (187.0, "nineties")])
def test_a_band_in_which_the_age_does_not_lie_is_found(age, band, people):
    def alter(one):
        told = saying(one, "parameters", age_years=age, age_band=band)
        return told.saying(label=one.item.label.replace("twenties", band))

    assert own(people.one(woman(people), alter).rules()) == {"detective.age"}


@pytest.mark.parametrize(
    ("age", "band", "said"),
    [
        (None, "unknown", "of unknown age"),
        (0.0, "unknown", "of unknown age"),
        (6.0, "under 13", "under 13 years old"),
        (15.5, "teens", "in her teens"),
        (97.0, "nineties", "in her nineties"),
    ],
)
def test_every_band_that_is_right_holds(age, band, said, people):
    one = people.shipped[woman(people)]
    told = saying(one, "parameters", age_years=age, age_band=band)
    ledger = Ledger()
    Rules().check_clip(clip_of(told.saying(label=one.item.label.replace("in her twenties", said))), ledger)
    assert ledger.findings == []


def test_what_is_unknown_may_be_said_to_be(people):
    one = people.shipped[0]
    (ref,) = one.item.sources
    told = saying(one, "parameters", sex="", birthplace="", native_language="")
    label = (
        "This is a speaker of unknown sex in their twenties, whose place of birth is unknown, of unknown native "
        "language."
    )
    ledger = Ledger()
    Rules().check_clip(clip_of(told.saying(label=label, sources=(replace(ref, sex=""),))), ledger)
    assert ledger.findings == []


def test_a_sex_that_is_altered_everywhere_but_in_the_source_is_found(people):
    def lie(one):
        label = one.item.label.replace("female", "male").replace("in her", "in his")
        return saying(one.saying(label=label), "parameters", sex="male")

    assert own(people.one(woman(people), lie).rules()) == {"detective.sex"}


def test_a_language_that_others_of_the_name_do_not_have_is_found(people):
    names = [one.item.sources[0].item.rstrip("0123456789") for one in people.shipped]
    number = max(place for place, name in enumerate(names) if names.count(name) > 1)

    def lie(one):
        language = one.item.parameters["native_language"]
        label = one.item.label.replace(f"is {language}.", "is Basque.")
        return saying(one.saying(label=label), "parameters", native_language="basque")

    assert own(people.one(number, lie).rules()) == {"detective.language"}


def test_a_clip_without_a_voice_is_found(people):
    noise = np.random.default_rng(0).normal(0, 2_000, 16_000).astype(np.int16)
    assert "detective.voice" in people.one(0, lambda one: one.remade(noise)).rules()


def test_another_voice_is_found(people):
    low = next(number for number, one in enumerate(people.shipped) if one.item.measurements["median_f0_hz"] < 150)
    pcm = np.round(buzz(260.0, duration_s=1.0, sampling_rate=16_000) * 20_000).astype(np.int16)
    assert own(people.one(low, lambda one: one.remade(pcm)).rules()) == {"detective.f0"}


def test_a_voice_that_begins_late_is_heard(people):
    one = people.shipped[0]
    late = np.concatenate([np.zeros(11 * 16_000, np.int16), one.pcm])
    ledger = Ledger()
    Rules().check_clip(clip_of(one.remade(late)), ledger)
    assert "detective.voice" not in {finding.rule for finding in ledger.findings}


def clip_of(one):
    return Clip(row=Row.of(one.row(), shard="test", number=0), samples=one.pcm.reshape(-1, 1), sampling_rate=16_000)


def test_a_summary_tells_how_high_the_voices_are(people):
    rules = Rules()
    (line,) = rules.summary([rules.check_clip(clip_of(one), Ledger()) for one in people.shipped])
    assert "Hz female" in line
    assert "Hz male" in line
