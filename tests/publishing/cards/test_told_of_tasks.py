"""What a card tells differs by task: by what it is scored, who labelled it, what it holds and what it must not be."""

from dataclasses import replace

import pytest
import yaml

from builders.engine.spoken import GAP, TEXT
from manifests.rows import SourceRef
from publishing.card import card_text
from publishing.cards.tasks import scoring, task_categories
from recipes.catalogue.registry import recipes
from tests.publishing.test_card import RECORD, item, use_of

BY_NAME = {recipe.name: recipe for recipe in recipes().values()}
OWN = BY_NAME.values()
OURS = "machine-generated"
MEDICAL = "Not a medical test."


def card_of(name, *corpora, recipe=None, items=(), licence="", **changes):
    from corpora.indexing.registry import corpora as known

    recipe = recipe or BY_NAME[name]
    uses = [use_of(known()[each]) for each in corpora or recipe.corpora]
    uses = [replace(use, licence=licence or use.licence) for use in uses]
    return card_text(recipe, replace(RECORD, corpora=tuple(uses), counts=recipe.wanted(), **changes), items)


def header_of(card):
    return yaml.safe_load(card.split("---\n")[1])


@pytest.mark.parametrize(
    ("name", "languages", "kind", "tasks", "creators"),
    [
        ("legal-terms", ["en", "zh"], "multilingual", ["automatic-speech-recognition"], OURS),
        (
            "emotion-translation",
            ["en", "zh"],
            "translation",
            ["translation", "audio-text-to-text"],
            "machine-generated",
        ),
        ("language-identification", ["de", "en", "es", "fr", "it"], "multilingual", ["audio-classification"], "found"),
        ("lyrics-transcription", ["en"], "monolingual", ["automatic-speech-recognition"], "found"),
        ("cough-type", ["en"], "monolingual", ["audio-classification"], "expert-generated"),
        ("spoken-english-coach", ["en"], "monolingual", ["audio-text-to-text"], "expert-generated"),
        ("binaural-effect-perception", ["en"], "monolingual", ["audio-classification"], OURS),
    ],
)
def test_the_header_describes_the_items_rather_than_the_corpora(name, languages, kind, tasks, creators):
    header = header_of(card_of(name))
    assert header["language"] == languages
    assert header["multilinguality"] == [kind]
    assert header["task_categories"] == sorted(tasks)
    assert task_categories(BY_NAME[name]) == tasks
    assert header["annotations_creators"] == [creators]


@pytest.mark.parametrize("recipe", OWN, ids=list(BY_NAME))
def test_every_task_says_by_what_it_is_scored(recipe):
    section = scoring(recipe)
    assert ("By strict choice" if not recipe.is_open else f"By `{recipe.measure}`") in section
    assert ("--judge" in section) == recipe.measure.startswith("rating:")
    assert f"soundprobe evaluate score path/to/{recipe.name} replies.jsonl" in section
    assert f"\n{section}\n" in card_of(recipe.name)


def test_chance_and_an_unknown_measure_are_told():
    assert "Chance is 14.3 %" in scoring(BY_NAME["speech-emotion"])
    assert "By `PCC`." in scoring(replace(BY_NAME["voice-detective"], measure="PCC"))
    assert task_categories(replace(BY_NAME["voice-detective"], measure="WER")) == ["automatic-speech-recognition"]


def test_licences_on_a_card_do_not_contradict_one_another():
    card = card_of("speaker-gender", licence="ODC-By-1.0")
    assert header_of(card)["license"] == "odc-by"
    told = [line for line in card.splitlines() if "Licence of the clips here" in line]
    assert len(told) == 1
    assert told[0].lstrip().startswith("- Licence of the clips here: ODC-By-1.0 (")
    assert "The corpus as a whole: CC-BY-4.0" in told[0]
    assert "(ODC-By-1.0, 1 files in the index)" in card.partition("**Provenance.**")[2].partition("\n")[0]
    assert "The corpus as a whole" not in card_of("speaker-gender")


@pytest.mark.parametrize(
    ("name", "forbidden", "medical"),
    [
        ("covid-risk", True, True),
        ("lyrics-transcription", True, False),
        ("cough-origin", False, True),
        ("volume-perception", False, False),
    ],
)
def test_what_must_not_be_done_stands_at_the_top(name, forbidden, medical):
    card = card_of(name)
    top = card.partition("\n## ")[0]
    assert ("> **Do not pass these clips on.** " in top) == forbidden
    assert (f"> **{MEDICAL}** A score here says nothing about diagnosing people." in top) == medical
    assert (f"- {MEDICAL}" in card.partition("\n## Limitations\n")[2]) == medical


def test_all_tasks_of_coughs_have_the_disclaimer():
    assert {name for name, recipe in BY_NAME.items() if recipe.caution} == {
        name for name, recipe in BY_NAME.items() if recipe.level == 4
    }


def test_numbers_of_the_full_recipe_are_not_told_as_if_of_a_smaller_build():
    whole = "Of the full recipe from its own corpus; how this build differs is said above."
    small = card_of("covid-risk", notes=("6 items a label; the recipe asks for 48",))
    assert small.count(whole) == 2
    assert small.index("## How far this build is") < small.index(whole) < small.index("- There are 16 patients")
    assert whole not in card_of("covid-risk")
    assert "this card's notes" not in small.lower()


def asked_aloud(one, *, gap_s=0.5):
    asker = SourceRef(
        corpus="synthesised",
        item="q",
        path="q.wav",
        sha256="1" * 64,
        sampling_rate=16_000,
        start_frame=0,
        frames=16_000,
        speaker="an engine, a voice",
        sex="",
        licence="CC0-1.0",
    )
    return replace(one, sources=(*one.sources, asker), parameters={TEXT: "Is it a or b?", GAP: gap_s})


def test_a_spoken_question_is_told_and_its_voice_is_no_speaker():
    recipe = BY_NAME["volume-perception"].aloud()
    items = [asked_aloud(item(1)), asked_aloud(item(2, speaker="s2"))]
    card = card_of("", "ljspeech", "synthesised", recipe=recipe, items=items)
    top = card.partition("\n## ")[0]
    assert f"Said before each clip, by a synthesiser (an engine, a voice): {recipe.asked(recipe.options)}" in top
    assert "the clip that is asked about, which begins at sample `measurements.spoken_frames`" in card
    assert "`duration_s`, `peak_dbfs`, `rms_dbfs`, `gain` are of the whole" in card
    assert "2 speakers (2 female, as the corpus states it), 2 source recordings." in card
    assert "Questions: English, spoken by a synthesiser." in card
    assert "The question is spoken in English" in card
    assert header_of(card)["language"] == ["en"]


def test_synthetic_voices_are_counted_apart_and_a_sex_that_nobody_states_is_said_once():
    source = replace(item().sources[0], corpus="synthesised", speaker="an engine, a voice", sex="")
    card = card_of("legal-terms", items=[replace(item(), sources=(source,))])
    assert "In these items: 1 synthetic voice, 1 source recording." in card
    card = card_of("volume-perception", items=[item(sex="")])
    assert "In these items: 1 speaker, sex not stated, 1 source recording." in card


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (("g", "h"), "There are 2 groups, and no speaker is in two of them."),
        (("g", "g"), "There is 1 group, and no speaker is in two of them."),
    ],
)
def test_groups_and_speakers_are_counted_in_the_items(groups, told):
    apart = [item(number, speaker=f"s{number}", group=group) for number, group in enumerate(groups)]
    assert told in card_of("speaker-gender", items=apart)
    shared = [replace(one, sources=item(speaker="s").sources) for one in apart]
    assert ("a speaker may be in several of them" in card_of("speaker-gender", items=shared)) == (groups == ("g", "h"))


@pytest.mark.parametrize(("frames", "told"), [(40_000, "2.5 s in all"), (16_000 * 120, "2.0 minutes in all")])
def test_short_sets_have_their_length_in_seconds(frames, told):
    assert told in card_of("volume-perception", items=[item(frames=frames)])


def test_a_set_as_released_is_not_called_equal():
    released = card_of("", recipe=BY_NAME["speech-emotion"].released())
    assert "as many for each label as in the published set" in released
    assert "equally many for each label" in card_of("speech-emotion")
