"""The cards of a release and of its datasets: what they tell, and that telling it again changes nothing."""

from dataclasses import replace

import pytest
import yaml

from corpora.indexing.registry import corpora
from manifests.layout import DatasetPaths
from manifests.record import read_items, read_record
from publishing.card import card_text
from publishing.cards.summary import summarise
from publishing.licensing.ledger import release_terms
from publishing.metadata.suite import Suite, suite_card
from recipes.catalogue.registry import recipes
from verification.card import check_card
from verification.findings import Ledger

ALL = tuple(recipes().values())
(BINAURAL,) = [recipe for recipe in ALL if recipe.name == "binaural-effect-perception"]
HOSTILE = "<img src=x> [a](javascript:b) | \n\n---\nlicense: mit\n---\n# x"


def suite_of(datasets, **changes):
    uses = [use for record, _ in datasets for use in record.corpora]
    fields = {"name": "sagi", "version": "1.0.0", "date": "2026-01-31", "terms": release_terms(uses)}
    return Suite(datasets=tuple(datasets), **fields | changes)


def test_each_dataset_is_in_the_table_with_its_question_size_and_licence(speech):
    datasets = [speech(recipe, *([recipe.corpus] if recipe.corpus else [])) for recipe in ALL]
    text = suite_card(suite_of(datasets))
    for record, recipe in datasets:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| [{recipe.name}](")]
        licence = corpora()[recipe.corpus].licence.spdx if recipe.corpus else "CC0-1.0"
        for part in (recipe.title, recipe.instruction(recipe.options), f"| {sum(record.counts.values()):,} |", licence):
            assert part in row.replace("\\", "")
        assert f"({record.recipe}/README.md)" in row
    for line in ("No commercial use.", "shared under the same terms", "ATTRIBUTION.md", "## Data statement"):
        assert line in text


def test_a_release_without_audio_tells_how_to_build_it(speech):
    datasets = [speech(ALL[0], "ljspeech")]
    text = suite_card(suite_of(datasets, with_audio=False))
    assert "soundprobe release rebuild" in text
    assert "no audio" in text
    assert ".parquet" not in text


def test_hostile_texts_stay_texts(speech):
    record, recipe = speech(ALL[0], "ljspeech")
    recipe = replace(recipe, title=HOSTILE, shortcuts=(HOSTILE,), paper=HOSTILE)
    record = replace(record, notes=(HOSTILE,), packages={"soundprobe": HOSTILE})
    text = suite_card(suite_of([(record, recipe)], name=HOSTILE, version=HOSTILE, date=HOSTILE))
    _, header, body = text.split("---\n", 2)
    assert yaml.safe_load(header)["license"] == "other"
    prose = "".join(body.split("```")[::2])  # what is not in a fenced block
    assert "<img" not in prose
    assert "\n# x" not in body
    assert prose.count("](javascript") == prose.count("\\](javascript") > 0
    calm = suite_card(suite_of([speech(replace(ALL[0], shortcuts=("x",)), "ljspeech")]))
    assert body.count("\n# ") == calm.count("\n# ") == 1


def test_the_cards_of_a_build_are_the_same_from_its_record_alone_and_pass_the_check(built):
    folder, datasets = built
    for record, recipe in datasets:
        paths = DatasetPaths(folder, recipe.name)
        again = card_text(recipe, read_record(paths.record), read_items(paths.items))
        assert again == paths.card.read_text(encoding="utf-8")
        assert f"`{next(read_items(paths.items)).id}`" in again
        ledger = Ledger()
        check_card(paths, record, ledger)
        assert [finding for finding in ledger.findings if finding.severity == "error"] == []
        assert ledger.checks["card.license"] == 1


@pytest.mark.parametrize("name", ["demo", "librispeech", "ljspeech", "speech_accent_archive"])
def test_every_corpus_is_told_of_in_the_data_statement(name, speech):
    text = suite_card(suite_of([speech(ALL[0], name)]))
    origin = corpora()[name].origin
    for said in (origin.variety, origin.speakers, origin.situation):
        assert said in text


def test_what_is_said_of_several_tasks_is_said_once(speech):
    coughs = [recipe for recipe in ALL if recipe.corpus == "coughvid"]
    text = suite_card(suite_of([speech(recipe, "coughvid") for recipe in coughs] + [speech(BINAURAL)]))
    titles = "; ".join(recipe.title for recipe in coughs)
    assert len(coughs) == 3
    for line in coughs[0].shortcuts:
        assert text.count(line) == 1
        assert f"- {titles}: {line}" in text
    assert f"{titles}: {coughs[0].labelled_by}" in text
    assert f"> **{titles}: Not a medical test.** A score here says nothing" in text


def test_a_release_says_where_its_labels_come_from(speech):
    (told,) = [recipe for recipe in ALL if recipe.name == "speech-emotion"]
    measured = "labels are computed and measured again on the samples that ship"
    for recipes_, said in (
        ([BINAURAL], f"Each asks for one property of the signal; {measured}."),
        ([BINAURAL, told], f"In 1 of them {measured}; in the others they are what the corpora"),
        ([told], "Labels are what the corpora and their annotators state"),
    ):
        about = suite_card(suite_of([speech(each, *each.corpora) for each in recipes_])).partition("\n## ")[0]
        assert said in about
        assert (measured in about) == (BINAURAL in recipes_)


def test_clips_that_may_not_be_passed_on_are_named_first(speech):
    (risk,) = [recipe for recipe in ALL if recipe.name == "covid-risk"]
    with_audio, without = (suite_card(suite_of([speech(risk, "virufy")], with_audio=each)) for each in (True, False))
    warning = "> **Do not pass these clips on.** Virufy"
    assert warning in with_audio.partition("\n## ")[0]
    assert warning not in without


def test_no_items_have_no_summary():
    assert summarise([]) is None
