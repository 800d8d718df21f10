"""Selection from a corpus that states decades and one that states years: neither source nor sex tells the age."""

from collections import Counter

import pytest

from builders.engine.planning import plan
from manifests.errors import PlanError
from recipes.catalogue.registry import find
from tests.builders.fabricated import archive_rows, common_voice_rows, index_of


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


CV = {"teens": 100, "twenties": 200, "thirties": 200, "forties": 100, "fifties": 150, "sixties": 50, "eighties": 9}


def aged(tmp_path, counts, *, each=12, **options):
    others = (index_of("speech_accent_archive", archive_rows(range(10, 80), each=each), tmp_path),)
    index = index_of("common_voice", common_voice_rows(counts, **options), tmp_path)
    return index, others


def test_each_corpus_gives_half_to_every_age_and_so_does_each_sex(tmp_path):
    index, others = aged(tmp_path, CV)
    made = plan(recipe_named("speaker-age"), index, others=others, seed=1)
    assert set(made.counts().values()) == {330}
    held = Counter((item.label, item.sources[0].corpus) for item in made.items)
    assert set(held.values()) == {165}
    sexes = Counter((item.label, item.sources[0].corpus, item.sources[0].sex) for item in made.items)
    assert set(sexes.values()) == {82, 83}
    by_label = [{key[1:]: count for key, count in sexes.items() if key[0] == label} for label in made.recipe.options]
    assert by_label[0] == by_label[1] == by_label[2]
    for item in made.items:
        if item.parameters["column"] == "age":
            low = {"teens": 13, "thirties": 30, "fifties": 50}[item.label.partition(" ")[0]]
            assert low <= float(item.parameters["value"]) <= max(29, low + 19)
        else:
            assert item.parameters["value"] in item.label
    assert made.notes == ()
    assert len({item.sources[0].speaker for item in made.items}) == 990


def test_a_recording_that_both_corpora_hold_is_taken_once(tmp_path):
    shared = [{**row, "sha256": f"both/{number}"} for number, row in enumerate(archive_rows(range(10, 80), each=12))]
    others = (index_of("speech_accent_archive", shared, tmp_path),)
    spoken = [{**row, "sha256": f"both/{number}"} for number, row in enumerate(common_voice_rows(CV))]
    made = plan(
        recipe_named("speaker-age"), index_of("common_voice", spoken, tmp_path), others=others, seed=1, allow_short=True
    )
    assert len({item.sources[0].sha256 for item in made.items}) == len(made.items) > 300


def test_a_corpus_with_too_little_gives_less_to_every_label_and_the_card_says_so(tmp_path):
    index, others = aged(tmp_path, {**CV, "fifties": 44, "sixties": 20}, each=16)
    made = plan(recipe_named("speaker-age"), index, others=others, seed=1)
    held = Counter((item.label, item.sources[0].corpus) for item in made.items)
    assert {count for (_, corpus), count in held.items() if corpus == "common_voice"} == {64}
    assert any("64 are of common_voice and 266 are of speech_accent_archive" in note for note in made.notes)


def test_sexes_that_cannot_be_made_alike_are_noted_with_numbers(tmp_path):
    rows = [
        {"id": f"{group}{sex}{n}", "speaker": f"{group}{sex}{n}", "age_group": group, "sex": sex, "language": "en"}
        for group, sex, count in (
            *(("teens", "male", 100), ("teens", "female", 300), ("thirties", "male", 300), ("fifties", "male", 300)),
        )
        for n in range(count)
    ]
    _, others = aged(tmp_path, {})
    made = plan(recipe_named("speaker-age"), index_of("common_voice", rows, tmp_path), others=others, seed=1)
    assert set(made.counts().values()) == {330}
    held = {label: Counter() for label in made.recipe.options}
    for item in made.items:
        if item.sources[0].corpus == "common_voice":
            held[item.label][item.sources[0].sex] += 1
    assert list(held.values()) == [{"male": 100, "female": 65}, {"male": 165}, {"male": 165}]
    (note,) = made.notes
    assert note.startswith("sex differs between labels (teens to twenties: 148 female, 182 male; ")


def test_ages_that_neither_corpus_has_are_refused_with_what_each_holds(tmp_path):
    index, others = aged(tmp_path, {"teens": 400, "thirties": 400, "fifties": 3}, each=2)
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speaker-age"), index, others=others, seed=1)
    assert "37 clips that every label can have (3 of common_voice, 34 of speech_accent_archive)" in caught.value.found
    assert "'fifties to sixties' has 3 of common_voice and 40 of speech" in caught.value.found
