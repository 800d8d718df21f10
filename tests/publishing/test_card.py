"""The card: a YAML header that the Hub reads, and what a reader must know."""

from dataclasses import replace

import pytest
import yaml

from corpora.indexing.registry import corpora
from manifests.record import CorpusUse, DatasetRecord
from publishing.card import card_text
from recipes.catalogue.registry import recipes

RECORD = DatasetRecord(
    recipe="x",
    suite="sagi",
    level=2,
    operation="x.y/1",
    recipe_sha256="1" * 64,
    plan_sha256="2" * 64,
    code_sha256="3" * 64,
    seed=7,
    sampling_rate=16_000,
    channels=1,
    options=("a", "b"),
    counts={"a": 512, "b": 512},
    corpora=(),
    packages={"soundprobe": "0.1.0"},
    notes=(),
    shards=(),
)
ALL = tuple(recipes().values())


class Index:
    def __init__(self, corpus):
        self.corpus = corpus


def use_of(corpus):
    return CorpusUse(name=corpus.name, title=corpus.title, licence=corpus.licence.spdx, index_sha256="4" * 64, files=1)


def header_of(text):
    return yaml.safe_load(text.split("---\n")[1])


@pytest.mark.parametrize("corpus", corpora().values(), ids=list(corpora()))
@pytest.mark.parametrize("recipe", ALL, ids=[recipe.name for recipe in ALL])
def test_a_card_names_the_corpus_its_licence_and_its_makers(recipe, corpus):
    text = card_text(recipe, Index(corpus), replace(RECORD, corpora=(use_of(corpus),)))
    for line in (corpus.licence.spdx, corpus.licence.url, corpus.licence.attribution, corpus.citation, corpus.homepage):
        assert line in text
    header = header_of(text)
    spdx = corpus.licence.spdx.lower()
    assert header["license"] == ("other" if spdx.startswith("licenseref") else spdx)
    assert ("license_name" in header) == (header["license"] == "other")


@pytest.mark.parametrize("recipe", ALL, ids=[recipe.name for recipe in ALL])
def test_a_card_tells_the_question_the_shortcuts_and_the_departures(recipe):
    text = card_text(recipe, None, RECORD)
    assert recipe.instruction(recipe.options) in text
    for line in (*recipe.shortcuts, *recipe.deviations):
        assert f"- {line}" in text
    assert "seed 7, plan `2222222222222222`" in text
    assert "no recording of anybody is in it" in text
    assert [feature["name"] for feature in header_of(text)["dataset_info"]["features"]][:2] == ["id", "audio"]


@pytest.mark.parametrize(
    ("total", "size"), [(2, "n<1K"), (998, "n<1K"), (1000, "1K<n<10K"), (10_000, "10K<n<100K"), (2_000_000, "n>1M")]
)
def test_the_size_is_told_in_the_words_of_the_hub(total, size):
    counts = {"a": total // 2, "b": total // 2}
    assert header_of(card_text(ALL[0], None, replace(RECORD, counts=counts)))["size_categories"] == [size]


def test_what_is_odd_about_a_build_is_told():
    notes = ("made from ü in place of: the # recipe's", "2 damaged recordings left out: a b.wav, 'c'.wav")
    text = card_text(ALL[0], None, replace(RECORD, notes=notes))
    assert all(f"- {note}\n" in text for note in notes)
    assert header_of(text)["pretty_name"]


def test_the_same_record_gives_the_same_card():
    assert card_text(ALL[0], None, RECORD) == card_text(ALL[0], None, replace(RECORD))


def test_only_pairs_are_called_pairs():
    for recipe in ALL:
        text = card_text(recipe, None, RECORD)
        assert ("minimal pairs" in text.partition("## Loading")[0]) == recipe.construction.paired
