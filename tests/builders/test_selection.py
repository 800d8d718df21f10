"""Selection: full sets that are balanced in what a corpus states, or an error that says what is missing."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from builders.engine.planning import plan
from builders.engine.supply import Supply
from builders.selection import Selected, SelectedMeasurements, SelectedParameters
from manifests.errors import PlanError, RecipeError
from probe_signal.quantise import to_pcm16
from recipes.catalogue.registry import find
from tests.builders.fabricated import EMOTIONS, index_of, ravdess_rows, vctk_rows
from tests.builders.voices import buzz


@pytest.fixture(scope="module")
def ravdess(tmp_path_factory):
    return index_of("ravdess", ravdess_rows(), tmp_path_factory.mktemp("ravdess"))


@pytest.fixture
def vctk(tmp_path):
    return index_of("vctk", vctk_rows(), tmp_path)


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


def speakers_by_label(items):
    held = defaultdict(Counter)
    for item in items:
        held[item.label][item.sources[0].speaker] += 1
    return held


def facts(item):
    """Read a RAVDESS id: channel, emotion, intensity, statement, repetition, actor."""
    return tuple(item.sources[0].item.split("-")[1:])


@pytest.mark.parametrize(("name", "emotions", "count"), [("speech-emotion", 7, 96), ("cappella-emotion", 5, 92)])
def test_every_actor_says_every_sentence_as_often_in_each_emotion(ravdess, name, emotions, count):
    made = plan(recipe_named(name), ravdess, seed=1)
    assert set(made.counts().values()) == {count}
    takes = defaultdict(set)
    for item in made.items:
        channel, emotion, intensity, *take = facts(item)
        assert intensity == "01"
        assert channel == ("01" if name == "speech-emotion" else "02")
        assert item.label == EMOTIONS[int(emotion) - 1] == item.parameters["value"]
        takes[item.label].add(tuple(take))
    assert len(takes) == emotions
    assert len({frozenset(held) for held in takes.values()}) == 1
    assert set(Counter(item.group for item in made.items).values()) == {emotions}
    assert made.notes == ()


@pytest.mark.parametrize(("name", "most"), [("speech-emotion", 192), ("cappella-emotion", 184)])
def test_as_released_takes_all_but_the_calm_recordings_once(ravdess, name, most):
    recipe = recipe_named(name).released()
    made = plan(recipe, ravdess, seed=1)
    assert made.counts() == {**dict.fromkeys(recipe.options, most), "neutral": most // 2}
    assert len({item.sources[0].item for item in made.items}) == len(made.items)


def test_a_song_stands_against_the_same_actors_speech_of_it(ravdess):
    made = plan(recipe_named("singing-detection"), ravdess, seed=1)
    assert made.counts() == {"yes": 1012, "no": 1012}
    groups = defaultdict(dict)
    for item in made.items:
        groups[item.group][item.label] = facts(item)
    assert len(groups) == 1012
    for held in groups.values():
        assert held["yes"] == ("02", *held["no"][1:])
    assert any("durations differ between labels (median: 2.5 s yes, 2.0 s no)" in note for note in made.notes)


def test_every_noisy_sentence_stands_against_its_clean_one(tmp_path):
    names = [f"p232_{n:03}" for n in range(393)] + [f"p257_{n:03}" for n in range(431)]
    rows = [
        {"id": f"{condition}/{name}", "speaker": name[:4], "utterance": name, "condition": condition}
        for name, condition in product([*names, "p232_999"], ("clean", "noisy"))
        if (name, condition) != ("p232_999", "clean")  # a sentence that lacks its partner
    ]
    made = plan(recipe_named("ambient-noise-detection"), index_of("voicebank_demand", rows, tmp_path), seed=1)
    assert made.counts() == {"yes": 824, "no": 824}
    sources = defaultdict(set)
    for item in made.items:
        sources[item.group].add((item.label, item.sources[0].item))
    for held in sources.values():
        (no, clean), (yes, noisy) = sorted(held)
        assert (no, yes) == ("no", "yes")
        assert clean.replace("clean/", "noisy/") == noisy


def test_a_limit_spreads_over_actors(ravdess):
    made = plan(recipe_named("speech-emotion"), ravdess, seed=1, per_label=24)
    for held in speakers_by_label(made.items).values():
        assert len(held) == 24


def test_plans_do_not_depend_on_the_order_of_rows(ravdess, tmp_path):
    for name in ("speech-emotion", "singing-detection"):
        first = plan(recipe_named(name), ravdess, seed=1, per_label=20)
        for shuffle in (1, 2):
            index = index_of("ravdess", ravdess_rows(), tmp_path, shuffle=shuffle)
            other = plan(recipe_named(name), index, seed=1, per_label=20)
            assert [item.sources[0].item for item in other.items] == [item.sources[0].item for item in first.items]
        assert plan(recipe_named(name), ravdess, seed=2, per_label=20).items != first.items


def test_a_larger_set_holds_the_smaller_one(ravdess):
    small, large = (
        {item.id for item in plan(recipe_named("speech-emotion"), ravdess, seed=1, per_label=count).items}
        for count in (10, 40)
    )
    assert small < large


def test_men_and_women_are_47_speakers_each_who_say_the_same(vctk):
    made = plan(recipe_named("speaker-gender"), vctk, seed=1)
    assert made.counts() == {"male": 1410, "female": 1410}
    for held in speakers_by_label(made.items).values():
        assert len(held) == 47
        assert set(held.values()) == {30}
    texts = Counter((item.label, item.sources[0].item.partition("_")[2]) for item in made.items)
    for sentence in range(1, 25):
        assert texts["male", f"{sentence:03}"] == texts["female", f"{sentence:03}"] == 47


def test_as_released_takes_the_first_30_of_the_first_47_women(vctk):
    made = plan(recipe_named("speaker-gender").released(), vctk, seed=1)
    women = {item.sources[0].speaker for item in made.items if item.label == "female"}
    assert women == {f"p{225 + number}" for number in range(47)}
    assert {item.sources[0].item.partition("_")[2] for item in made.items} == {f"{n:03}" for n in range(1, 31)}


def test_a_speaker_with_too_few_recordings_is_passed_over_for_one_with_enough(tmp_path):
    rows = [row for row in vctk_rows() if row["sex"] == "male" or row["speaker"] > "p238" or row["sentence"] < "020"]
    made = plan(recipe_named("speaker-gender"), index_of("vctk", rows, tmp_path), seed=1)
    assert made.counts() == {"male": 1410, "female": 1410}
    assert min(item.sources[0].speaker for item in made.items if item.label == "female") > "p238"


def test_too_few_speakers_are_refused_with_the_label_and_the_numbers(tmp_path):
    index = index_of("vctk", vctk_rows(men=40), tmp_path)
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speaker-gender"), index, seed=1)
    assert "1,200 clips that every label can have; 'male' has 1,200 of vctk, by 40 speakers" in caught.value.found
    assert caught.value.wanted == "1,410 for each label"
    made = plan(recipe_named("speaker-gender"), index, seed=1, allow_short=True)
    assert made.counts() == {"male": 1200, "female": 1200}


def supply_of(index, **fields):
    defaults = {"recipe": "r", "seed": 1, "per_label": 3, "allow_short": False, "index": index}
    return Supply(**{**defaults, **fields})


BY_SEX = (("male", ("male",)), ("female", ("female",)))


def test_a_stand_in_is_not_held_to_conditions_that_it_cannot_meet(vctk):
    chosen = Selected(column="sex", labels=BY_SEX, where=(("channel", ("speech",)),))
    with pytest.raises(RecipeError, match="no column channel"):
        chosen.draft(supply_of(vctk))
    supply = supply_of(vctk, stand_in=True)
    assert len(chosen.draft(supply)) == 6
    assert supply.notes == ["the stand-in does not tell channel: clips were not chosen by that"]


@pytest.mark.parametrize("changes", [{"column": "colour"}, {"matched_by": ("colour",)}])
def test_a_column_that_no_index_has_is_the_recipes_mistake(vctk, changes):
    with pytest.raises(RecipeError, match="no column colour in its index"):
        Selected(**{"column": "sex", "labels": BY_SEX, **changes}).draft(supply_of(vctk))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"labels": BY_SEX[:1]}, "labels: found 1"),
        ({"labels": (*BY_SEX, ("woman", ("female",)))}, "labels: found male, female, female"),
        ({"order": "random"}, "order: found 'random'"),
        ({"ages": (("male", (10.0, 30.0)), ("female", (30.0, 40.0)))}, "ages: found"),
        ({"ages": (("young", (10.0, 30.0)),)}, "ages: found young"),
        ({"shares": ("a", "b"), "matched_by": ("text",)}, "shares, alike: found"),
        ({"alike": ("sex",), "speakers_per_label": 2}, "shares, alike: found"),
    ],
)
def test_fields_that_contradict_each_other_are_refused(changes, found):
    with pytest.raises(RecipeError) as caught:
        Selected(**{"column": "sex", "labels": BY_SEX, **changes})
    assert found in str(caught.value)


def test_a_clip_that_is_too_short_is_not_used(tmp_path):
    rows = [
        {"id": f"p{n}", "speaker": f"p{n}", "sex": ("male", "female")[n % 2], "frames": 4_000 * n} for n in range(6)
    ]
    chosen = Selected(column="sex", labels=BY_SEX, min_duration_s=0.5)
    drafts = chosen.draft(supply_of(index_of("vctk", rows, tmp_path), per_label=2))
    assert {draft.sources[0].item for draft in drafts} == {"p2", "p3", "p4", "p5"}


def measured(samples):
    return Selected(column="sex", labels=BY_SEX).measure(None, to_pcm16(samples.astype(np.float32))[0])


def test_what_sounds_how_deep_the_pauses_are_and_how_high_the_voice_is():
    voice = buzz(140.0, duration_s=1.5, sampling_rate=16_000)
    hiss = np.random.default_rng(1).normal(0, 0.001, 16_000)
    values = measured(np.concatenate([hiss, voice]))
    assert values.sounding_s == pytest.approx(1.5, abs=0.03)
    assert values.median_f0_hz == pytest.approx(140.0, abs=1.0)
    assert values.voiced_s == pytest.approx(1.5, abs=0.1)
    level_db = 20 * np.log10(np.sqrt(np.mean(voice**2)) / 0.001)
    assert values.pause_db == pytest.approx(level_db, abs=1.5)


def test_a_clip_without_pitch_has_none():
    values = measured(np.random.default_rng(1).normal(0, 0.1, 300))
    assert (values.median_f0_hz, values.voiced_s) == (None, 0.0)
    silence = Selected(column="sex", labels=BY_SEX).measure(None, np.zeros(8_000, np.int16))
    assert silence.pause_db == 0.0


def test_label_and_explanation_are_what_the_corpus_says():
    chosen = Selected(
        column="age_group", labels=(("young", ("teens",)), ("old", ("sixties",))), ages=(("young", (13.0, 29.0)),)
    )
    values = SelectedMeasurements(sounding_s=1.25, pause_db=40.0, voiced_s=1.0, median_f0_hz=118.4)
    for parameters, label in (
        (SelectedParameters("age_group", "sixties"), "old"),
        (SelectedParameters("age", "29"), "young"),
        (SelectedParameters("age", "29.5"), "none"),
        (SelectedParameters("age_group", "nineties"), "none"),
    ):
        assert chosen.label_of(parameters, values) == label
    text = chosen.explain(SelectedParameters("age_group", "sixties"), values)
    assert text == (
        "The corpus gives the age group as 'sixties'; the clip sounds for 1.25 s, and its quietest tenth lies 40.0 dB "
        "below its loudest; WORLD finds a median F0 of 118 Hz."
    )
    assert chosen.explain(SelectedParameters("age", "29"), replace(values, median_f0_hz=None)).endswith("finds no F0.")
