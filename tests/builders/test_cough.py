"""Coughs: the rule by which physicians' opinions make a label, which recordings come first, and what is measured."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pyarrow as pa
import pytest

from builders.cough import BY_CORPUS_ORDER, CoughMeasurements, ExpertLabel
from builders.engine.planning import plan
from builders.engine.recipe import Recipe
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema
from manifests.errors import PlanError, RecipeError
from recipes.catalogue.registry import find

COUGHVID = corpus_named("coughvid")
TYPES = ExpertLabel(question="cough_type", labels=(("wet", "wet"), ("dry", "dry")))
ORIGINS = ExpertLabel(question="diagnosis", labels=(("COVID-19", "COVID-19"), ("healthy cough", "healthy_cough")))
COMMON = {"start_frame": 0, "frames": 48_000, "channels": 1, "sampling_rate": 48_000, "age": None, "text": ""}


def row(name, *opinions, qualities="good", **changes):
    """Fabricate a recording; `opinions` are those of the first physicians on its type."""
    qualities = qualities.split() if " " in qualities else [qualities] * len(opinions)
    judged = {f"cough_type_{place}": opinion for place, opinion in enumerate(opinions, start=1)}
    judged |= {f"quality_{place}": quality for place, quality in enumerate(qualities, start=1)}
    own = {"id": name, "path": f"{name}.webm", "sha256": name, "speaker": name, "sex": "", "licence": "CC-BY-4.0"}
    empty = dict.fromkeys(COUGHVID.extra_columns, "")
    return {**COMMON, **empty, **own, "cough_detected": "0.9", **judged, **changes}


def index_of(rows, folder):
    table = pa.Table.from_pylist(list(rows), schema=index_schema(COUGHVID))
    return CorpusIndex(corpus=COUGHVID, root=folder, table=table)


def planned(rows, folder, construction=TYPES, *, per_label=1, **options):
    recipe = Recipe(
        name="coughs",
        suite="fake",
        level=1,
        title="Coughs",
        question="Is it {0} or {1}?",
        options=tuple(label for label, _ in construction.labels),
        construction=construction,
        per_label=per_label,
        corpus="coughvid",
    )
    return plan(recipe, index_of(rows, folder), seed=1, **options)


def chosen(made):
    return {item.sources[0].item: item.label for item in made.items}


DRY = row("z", "dry")


@pytest.mark.parametrize(
    ("case", "label"),
    [
        (row("a", "wet"), "wet"),
        (row("a", "wet", qualities="ok"), None),
        (row("a", "wet", qualities="no_cough"), None),
        (row("a", "unknown"), None),
        (row("a", "wet", "wet"), None),
        (row("a", "wet", "wet", "wet"), None),
        (row("a", "wet", "wet", "wet", "wet", qualities="poor"), "wet"),
        (row("a", "wet", "unknown", "wet", "wet", qualities="ok"), "wet"),
        (row("a", "wet", "dry", "wet", "dry"), None),
        (row("a", "wet", "wet", "unknown", "dry"), None),
        (row("a", "", "wet", "wet", "wet", qualities="ok"), "wet"),
        (row("a", "wet", cough_type_3="dry"), None),
        (row("a", "wet", diagnosis_3="COVID-19"), "wet"),
        (row("a", "wet", cough_type_3="wet"), None),
        (row("a", "", quality_1="good"), None),
    ],
)
def test_opinions_make_a_label(case, label, tmp_path):
    if label is None:
        with pytest.raises(PlanError, match="0 recordings"):
            planned([case, DRY], tmp_path)
    else:
        assert chosen(planned([case, DRY], tmp_path)) == {"a": label, "z": "dry"}


def test_a_diagnosis_asks_that_nobody_else_gave_another(tmp_path):
    rows = [
        row("a", "", quality_1="good", diagnosis_1="COVID-19", diagnosis_2="healthy_cough"),
        row("b", "", quality_1="good", diagnosis_1="healthy_cough", diagnosis_3="healthy_cough"),
    ]
    with pytest.raises(PlanError, match="0 recordings"):
        planned(rows, tmp_path, ORIGINS)
    published = replace(ORIGINS, contradicted=True)
    made = planned(rows, tmp_path, published)
    assert chosen(made) == {"a": "COVID-19", "b": "healthy cough"}
    said = {
        item.label: published.explain(
            published.Parameters(**item.parameters), CoughMeasurements(sounding_s=0.5, bursts=1)
        )
        for item in made.items
    }
    assert "'COVID-19'; without judging the quality, another gives 'healthy cough'; the clip" in said["COVID-19"]
    assert "'healthy cough'; without judging the quality, another gives 'healthy cough'; the" in said["healthy cough"]
    others = planned([*rows, row("c", quality_2="good", diagnosis_2="COVID-19")], tmp_path, ORIGINS)
    assert chosen(others) == {"c": "COVID-19", "b": "healthy cough"}


def test_the_published_origins_and_severities_keep_what_another_contradicts():
    for name in ("cough-origin", "cough-severity"):
        (recipe,) = find(f"sagi/{name}")
        assert recipe.as_released.contradicted
        assert not recipe.construction.contradicted


def test_of_copies_with_two_labels_none_is_used_and_both_are_named(tmp_path):
    rows = [row("a", "wet"), row("b", "dry", sha256="a"), row("c", "wet"), row("d", "wet", sha256="c"), DRY]
    made = planned(rows, tmp_path)
    assert chosen(made) == {"c": "wet", "z": "dry"}
    (note,) = [note for note in made.notes if "copies" in note]
    assert note.endswith("under different labels: coughvid/a = coughvid/b")


def test_of_copies_the_one_with_a_label_is_used(tmp_path):
    rows = [row("a", "wet", qualities="poor"), row("b", "wet", sha256="a"), DRY]
    assert chosen(planned(rows, tmp_path)) == {"b": "wet", "z": "dry"}


def test_what_four_agree_on_comes_before_what_one_found_good(tmp_path):
    four = [row(f"m{place}", *opinions, qualities="ok") for place, opinions in enumerate([["wet"] * 4, ["dry"] * 4])]
    single = [row(f"{letter}{number}", kind) for number in range(9) for letter, kind in (("a", "wet"), ("z", "dry"))]
    made = planned([*single, *four], tmp_path, per_label=3)
    assert {"m0", "m1"} <= set(chosen(made))
    assert any("wet 1 / 2, dry 1 / 2" in note for note in made.notes)
    parameters = next(item.parameters for item in made.items if item.sources[0].item == "m0")
    assert parameters == {
        "question": "cough_type",
        "answer": "wet",
        "experts": 4,
        "agreeing": 4,
        "opinions": "wet | wet | wet | wet",
        "qualities": "ok | ok | ok | ok",
        "others": "",
        "cough_detected": 0.9,
    }


def test_four_of_four_can_be_asked_for(tmp_path):
    rows = [row("a", "wet", "wet", "dry", "wet"), row("b", "wet"), DRY]
    assert "a" in chosen(planned(rows, tmp_path))
    assert "a" not in chosen(planned(rows, tmp_path, replace(TYPES, least_agreeing=4)))


@pytest.mark.parametrize(("stated", "kept"), [("0.8", True), ("0.79", False), ("", False), ("nan", False)])
def test_recordings_in_which_no_cough_was_detected_can_be_left_out(stated, kept, tmp_path):
    rows = [row("a", "wet", cough_detected=stated), DRY]
    construction = replace(TYPES, min_cough_detected=0.8)
    if kept:
        assert chosen(planned(rows, tmp_path, construction))["a"] == "wet"
    else:
        with pytest.raises(PlanError):
            planned(rows, tmp_path, construction)


def many(count=60):
    return [row(f"{number:03}", ("wet", "dry")[number % 2]) for number in range(count)]


def test_the_order_is_drawn_by_the_seed_and_not_by_the_listing(tmp_path):
    rows = many()
    made = planned(rows, tmp_path, per_label=5)
    Random(7).shuffle(rows)
    assert planned(rows, tmp_path, per_label=5).items == made.items
    assert sorted(chosen(made)) != [f"{number:03}" for number in range(10)]


def test_the_published_order_is_that_of_the_ids(tmp_path):
    rows = many()
    Random(7).shuffle(rows)
    made = planned(rows, tmp_path, replace(TYPES, order=BY_CORPUS_ORDER), per_label=5)
    assert sorted(chosen(made)) == [f"{number:03}" for number in range(10)]


def test_each_recording_is_a_group_and_in_no_set_twice(tmp_path):
    made = planned([*many(), row("copy", "wet", sha256="000")], tmp_path, per_label=30)
    assert len({item.group for item in made.items}) == len(made.items) == 60
    assert max(Counter(item.sources for item in made.items).values()) == 1


def test_what_differs_between_labels_is_noted(tmp_path):
    rows = [row(f"w{number}", "wet", sex="male", frames=96_000) for number in range(4)]
    rows += [row(f"d{number}", "dry", sex="female") for number in range(4)]
    notes = " ".join(planned(rows, tmp_path, per_label=4).notes)
    assert "2.0 s wet, 1.0 s dry" in notes
    assert "wet: 4 male; dry: 4 female" in notes


def test_too_few_are_refused_with_the_label_that_falls_short(tmp_path):
    with pytest.raises(PlanError) as caught:
        planned([row("a", "wet"), row("b", "wet"), DRY], tmp_path, per_label=2)
    assert caught.value.found.startswith("1 recordings")
    assert "for dry" in caught.value.found
    assert planned([row("a", "wet"), DRY], tmp_path, per_label=2, allow_short=True).counts() == {"wet": 1, "dry": 1}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("question", "colour"),
        ("labels", (("wet", "wet"),)),
        ("labels", (("wet", "wet"), ("moist", "wet"))),
        ("least_agreeing", 2),
        ("order", "random"),
    ],
)
def test_a_field_that_means_nothing_is_refused(field, value):
    with pytest.raises(RecipeError, match=field):
        replace(TYPES, **{field: value})


def coughs(*starts_s, seconds=1.0, length_s=0.1, floor=0.0):
    """Bursts of noise, and noise as far below them as `floor` says all the time."""
    sound = np.random.default_rng(5).normal(0.0, 3_000, round(seconds * 16_000))
    loudness = np.full(len(sound), floor)
    for start_s in starts_s:
        loudness[round(start_s * 16_000) : round((start_s + length_s) * 16_000)] = 1.0
    return np.round(sound * loudness).astype(np.int16)


@pytest.mark.parametrize(
    ("starts_s", "sounding_s", "bursts"),
    [((0.2,), 0.1, 1), ((0.1, 0.5), 0.2, 2), ((0.1, 0.3), 0.2, 2), ((0.1, 0.28), 0.2, 1), ((0.1, 0.28, 0.6), 0.3, 2)],
)
def test_time_and_bursts_are_those_of_the_clip(starts_s, sounding_s, bursts):
    """Those that are 80 ms apart are one burst."""
    assert TYPES.measure(None, coughs(*starts_s)) == CoughMeasurements(
        sounding_s=pytest.approx(sounding_s), bursts=bursts
    )


def test_a_quiet_part_sounds_within_30_db_and_is_no_burst():
    pcm = coughs(0.2, floor=10 ** (-24 / 20))
    assert TYPES.measure(None, pcm) == CoughMeasurements(sounding_s=1.0, bursts=1)


def test_the_explanation_says_who_says_so(tmp_path):
    made = planned([row("a", "wet", "wet", "dry", "wet"), DRY], tmp_path)
    said = {}
    for item in made.items:
        parameters = TYPES.Parameters(**item.parameters)
        said[item.label] = TYPES.explain(parameters, CoughMeasurements(sounding_s=0.5, bursts=2))
        assert TYPES.label_of(parameters, None) == item.label
    assert said["wet"].startswith("3 of 4 physicians give the cough type as 'wet'; the clip sounds for 0.50 s, in 2 b")
    one = "The one physician who judged the recording's quality found it good and gives the cough type as 'dry'; the"
    assert said["dry"].startswith(one)


def test_the_recipes_say_that_a_recording_is_no_person():
    for name in ("cough-type", "cough-origin", "cough-severity"):
        (recipe,) = find(f"sagi/{name}")
        assert any("names no persons" in line for line in recipe.shortcuts)
