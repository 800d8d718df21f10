"""Terms: the script, its keys, which lines are taken, and which recordings are refused."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from builders.engine.planning import plan
from builders.terms import SpokenTerms, TermParameters, syllable_count
from manifests.errors import PlanError, RecipeError
from recipes.catalogue.registry import find
from tests.builders.speaking import clip_row, index_of, let_clips_sound

TASKS = {"legal-terms": ("legal", 27, 108), "medical-terms": ("medical", 62, 248)}


@pytest.fixture(autouse=True)
def _all_sound(monkeypatch):
    let_clips_sound(monkeypatch, {}, otherwise=6.0)


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


def spoken(recipe, *, voice=lambda line: "a voice", **changes):
    rows = [
        clip_row(
            line.key,
            text=line.text,
            speaker=voice(line),
            seconds=8.0,
            key=line.key,
            engine="an engine",
            voice=voice(line),
            language=line.language,
            style=line.style,
        )
        for line in recipe.script()
    ]
    return [row | changes.get(row["id"].replace("-", "_"), {}) for row in rows]


def planned(recipe, rows, **options):
    return plan(recipe, index_of("synthesised", rows), seed=1, **options)


@pytest.mark.parametrize("name", TASKS)
def test_the_script_says_every_term_in_four_sentences_under_keys_that_do_not_tell_it(name):
    domain, terms, lines = TASKS[name]
    recipe = recipe_named(name)
    script = recipe.script()
    assert len(script) == len({line.key for line in script}) == len({line.text for line in script}) == lines
    assert {line.language for line in script} == {"zh"}
    construction = recipe.construction
    assert len(construction.terms) == terms
    for line in construction.lines():
        assert line.key.startswith(f"{domain}-")
        assert line.key.isascii()
        assert line.sentence.count(line.term) == 1
        assert "{" not in line.sentence


@pytest.mark.parametrize("name", TASKS)
def test_a_set_has_every_line_once_in_groups_of_terms(name):
    _, terms, lines = TASKS[name]
    made = planned(recipe_named(name), spoken(recipe_named(name)))
    assert len(made.items) == lines
    assert made.notes == ()
    assert set(Counter(item.label for item in made.items).values()) == {4}
    assert len({(item.label, item.group) for item in made.items}) == len({item.group for item in made.items}) == terms
    said = {item.sources[0].item: (item.parameters["sentence"], item.label) for item in made.items}
    assert {key: sentence for key, (sentence, _) in said.items()} == {
        line.key: line.text for line in recipe_named(name).script()
    }
    assert all(label in sentence for sentence, label in said.values())


def test_screened_lines_make_the_set_smaller_and_are_named():
    recipe = recipe_named("legal-terms")
    screened = frozenset({"legal-04-1", "legal-16-1", "legal-23-1", "legal-26-1", "legal-07-2", "legal-13-4"})
    made = planned(recipe, spoken(recipe), without=screened)
    assert len(made.items) == 102
    assert screened.isdisjoint(item.sources[0].item for item in made.items)
    assert "102 items; the recipe asks for 108" in made.notes
    assert f"left out on request: {', '.join(sorted(screened))}" in made.notes


def test_a_small_set_goes_round_terms_and_carriers():
    recipe = recipe_named("legal-terms")
    made = planned(recipe, spoken(recipe), per_label=27)
    assert set(Counter(item.label for item in made.items).values()) == {1}
    carriers = Counter(item.parameters["carrier"] for item in made.items)
    assert sorted(carriers.values()) == [6, 7, 7, 7]


def test_neither_the_order_of_the_rows_nor_other_speech_moves_a_choice():
    recipe = recipe_named("medical-terms")
    rows = spoken(recipe)
    first = planned(recipe, rows, per_label=50)
    Random(0).shuffle(rows)
    assert planned(recipe, [*rows, *spoken(recipe_named("legal-terms"))], per_label=50).items == first.items


def test_lines_that_were_not_spoken_are_named():
    recipe = recipe_named("legal-terms")
    rows = spoken(recipe)
    rows[1]["sha256"] = rows[0]["sha256"]  # the engine said the same twice
    with pytest.raises(PlanError) as caught:
        planned(recipe, rows[:-1])
    assert caught.value.found == "106 of 108 lines spoken (none, or none of its own, of legal-01-2, legal-27-4)"
    assert len(planned(recipe, rows[:-1], allow_short=True).items) == 106


def test_a_recording_of_another_sentence_is_refused():
    recipe = recipe_named("legal-terms")
    with pytest.raises(PlanError) as caught:
        planned(recipe, spoken(recipe, legal_05_3={"text": "别的句子"}))
    assert "legal-05-3" in caught.value.where
    assert caught.value.found == "the text '别的句子'"


def test_a_recording_that_breaks_off_or_babbles_is_refused_or_left_out(monkeypatch):
    let_clips_sound(monkeypatch, {"legal-02-1": 0.4, "legal-03-1": 29.0}, otherwise=6.0)
    recipe = recipe_named("legal-terms")
    with pytest.raises(PlanError) as caught:
        planned(recipe, spoken(recipe))
    assert caught.value.found.startswith("2 recordings that cannot be of their lines: legal-02-1 (")
    assert "in 0.40 s of sound" in caught.value.found
    made = planned(recipe, spoken(recipe), without=frozenset({"legal-02-1", "legal-03-1"}))
    assert len(made.items) == 106
    short = planned(recipe, spoken(recipe), allow_short=True)
    assert {item.id for item in short.items} == {item.id for item in made.items}
    assert any("legal-02-1" in note and "cannot be the sentence" in note for note in short.notes)


def test_several_voices_share_every_term(monkeypatch):
    let_clips_sound(monkeypatch, {}, otherwise=1.5)
    construction = SpokenTerms(
        domain="legal",
        terms=("抢劫罪", "诈骗罪", "受贿罪"),
        carriers=("他犯了{term}。", "这是{term}吗？"),
        voices=("a", "b"),
    )
    counts = Counter((line.term, line.voice) for line in construction.lines())
    assert set(counts.values()) == {1}
    recipe = replace(recipe_named("legal-terms"), construction=construction, per_label=6)
    assert len(planned(recipe, spoken(recipe, voice=lambda line: line.voice)).items) == 6
    with pytest.raises(PlanError) as caught:
        planned(recipe, spoken(recipe, voice=lambda line: "ab"[line.key.startswith("legal-02")]))
    assert caught.value.found == "2 by a, 0 by b"


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"terms": ()}, "none"),
        ({"terms": ("小脑", "小脑")}, "'小脑' twice"),
        ({"terms": ("brain",)}, "'brain'"),
        ({"carriers": ("没有位置。",)}, "'没有位置。'"),
        ({"carriers": ("{term}和{term}。",)}, "'{term}和{term}。'"),
    ],
)
def test_terms_and_carriers_that_cannot_be_used_are_refused(fields, found):
    with pytest.raises(RecipeError) as caught:
        SpokenTerms(**{"domain": "x", "terms": ("小脑",), "carriers": ("这是{term}。",), **fields})
    assert caught.value.found == found


def test_syllables_are_characters():
    assert syllable_count("非法制造、买卖、运输罪。") == 9
    assert syllable_count("ABC 123, \u3002") == 0


def test_the_label_is_the_term_if_the_sentence_can_be_said_in_the_time():
    construction = recipe_named("medical-terms").construction
    parameters = TermParameters(term="小脑", sentence="考官请学生标出小脑。", carrier=1)
    for seconds, label in ((2.0, "小脑"), (0.5, "none"), (29.0, "none")):
        tone = np.round(8_000 * np.sin(np.arange(round(seconds * 16_000)) * 0.3)).astype(np.int16)
        measured = construction.measure(parameters, tone)
        assert (measured.syllables, measured.sounding_s) == (9, seconds)
        assert construction.label_of(parameters, measured) == label
        assert "“考官请学生标出小脑。”: 9 syllables" in construction.explain(parameters, measured)
