"""The YAML of every card is what the Hub and `datasets` read."""

import inspect
import re

import pytest
import yaml
from datasets import DatasetInfo
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard, DatasetCardData
from hypothesis import given
from hypothesis import strategies as st

from corpora.indexing.registry import corpora
from manifests.licences import hub_licence
from publishing.card import card_text
from publishing.licensing.ledger import release_terms
from publishing.licensing.table import known_licences
from publishing.metadata.suite import Suite, suite_card
from recipes.catalogue.registry import recipes

ALL = tuple(recipes().values())
# What the Hub's validator answers to a licence that it does not know.
HUB_LICENCES = {
    *("apache-2.0", "mit", "bsd", "bsd-2-clause", "bsd-3-clause", "cc", "cc0-1.0", "odc-by", "odbl", "pddl"),
    *("cc-by-2.0", "cc-by-2.5", "cc-by-3.0", "cc-by-4.0", "cc-by-sa-3.0", "cc-by-sa-4.0", "cc-by-nd-4.0"),
    *("cc-by-nc-2.0", "cc-by-nc-3.0", "cc-by-nc-4.0", "cc-by-nc-nd-3.0", "cc-by-nc-nd-4.0"),
    *("cc-by-nc-sa-2.0", "cc-by-nc-sa-3.0", "cc-by-nc-sa-4.0", "unknown", "other"),
}


def options_of(field):
    """Read the values that huggingface_hub documents for a field of a dataset card."""
    found = re.search(rf"\b{field} \(.*?Options are: (.*?)\.\n", inspect.getdoc(DatasetCardData), re.DOTALL)
    return set(re.findall(r"'([^']+)'", found[1]))


def checked(text):
    """Read a card as huggingface_hub does, and hold each field to what it documents."""
    card = DatasetCard(text)
    data = card.data.to_dict()
    again = DatasetCardData(**yaml.safe_load(text.split("---\n")[1]), ignore_metadata_errors=False)
    assert again.to_dict() == data
    licences = data["license"] if isinstance(data["license"], list) else [data["license"]]
    assert set(licences) <= HUB_LICENCES
    assert ("license_name" in data) == (data["license"] == "other")
    for field in ("annotations_creators", "size_categories", "multilinguality", "source_datasets"):
        assert set(data[field]) <= options_of(field)
    assert all(re.fullmatch(r"[a-z]{2,3}", language) for language in data["language"])
    configs = MetadataConfigs.from_dataset_card_data(card.data)
    infos = DatasetInfosDict.from_dataset_card_data(card.data)
    return data, configs, infos


(VOLUME,) = [recipe for recipe in ALL if recipe.name == "volume-perception"]
# Each recipe of its own corpora, and one of them of every corpus.
CARDS = [*((recipe, recipe.corpora) for recipe in ALL), (VOLUME, ()), *((VOLUME, (name,)) for name in corpora())]


@pytest.mark.parametrize(("recipe", "names"), CARDS, ids=["-".join((recipe.name, *names)) for recipe, names in CARDS])
def test_the_card_of_a_dataset(recipe, names, speech):
    record, _ = speech(recipe, *names)
    data, configs, infos = checked(card_text(recipe, record))
    assert list(configs) == ["default"]
    assert isinstance(infos["default"], DatasetInfo)
    assert infos["default"].features["audio"].sampling_rate == 16_000
    assert data["size_categories"] == ["n<1K" if sum(record.counts.values()) < 1_000 else "1K<n<10K"]


def release_of(speech, chosen, *, with_audio=True):
    """Give the card of a release of recipes, each made from its own corpus."""
    datasets = tuple(speech(recipe, *([recipe.corpus] if recipe.corpus else [])) for recipe in chosen)
    uses = [use for record, _ in datasets for use in record.corpora]
    terms = release_terms(uses)
    suite = Suite(
        name="sagi", version="1.0.0", date="2026-01-31", datasets=datasets, terms=terms, with_audio=with_audio
    )
    return suite_card(suite)


@pytest.mark.parametrize("with_audio", [True, False])
def test_the_card_of_a_release(speech, with_audio):
    data, configs, infos = checked(release_of(speech, ALL, with_audio=with_audio))
    assert list(configs) == [recipe.name for recipe in ALL]
    assert data["license"] == "other"  # no one licence holds of all: one of them allows nobody to pass clips on
    if with_audio:
        assert {path["path"] for config in configs.values() for path in config["data_files"]} == {
            f"{recipe.name}/data/test-*.parquet" for recipe in ALL
        }
        assert set(infos) == set(configs)


def test_the_card_of_a_release_has_the_licence_that_governs_it(speech):
    sources = {"ljspeech", "speech_accent_archive", None}
    data, _, _ = checked(release_of(speech, [recipe for recipe in ALL if recipe.corpus in sources]))
    assert data["license"] == "cc-by-nc-sa-2.0"


@pytest.mark.parametrize("spdx", known_licences())
def test_every_known_licence_has_a_name_on_the_hub(spdx):
    fields = hub_licence([spdx])
    assert fields["license"] in HUB_LICENCES
    assert fields["license"] != "other" or fields["license_name"] == spdx.lower()


@given(st.lists(st.sampled_from(sorted(known_licences())), min_size=1, max_size=4))
def test_several_licences_are_a_list_or_have_a_name_that_is_an_identifier(names):
    fields = hub_licence(names)
    listed = fields["license"] if isinstance(fields["license"], list) else [fields["license"]]
    assert set(listed) <= HUB_LICENCES
    assert listed == sorted(set(listed))
    assert DatasetCardData(**fields, ignore_metadata_errors=False).to_dict() == fields
    if listed == ["other"]:
        assert re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", fields["license_name"])
        assert all(name.lower() in fields["license_name"] for name in names)
    else:
        assert "license_name" not in fields
        assert len(listed) == len(set(names))
