"""The card: a YAML header that the Hub reads, and what a reader must know."""

from dataclasses import replace

import pytest
import yaml

from corpora.indexing.registry import corpora
from manifests.record import CorpusUse, DatasetRecord
from manifests.rows import ItemRecord, SourceRef
from publishing.card import card_text
from publishing.cards.markdown import plain
from publishing.results import with_results
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
(VOLUME,) = [recipe for recipe in ALL if recipe.name == "volume-perception"]


def use_of(corpus):
    return CorpusUse(name=corpus.name, title=corpus.title, licence=corpus.licence.spdx, index_sha256="4" * 64, files=1)


def header_of(text):
    return yaml.safe_load(text.split("---\n")[1])


@pytest.mark.parametrize("corpus", corpora().values(), ids=list(corpora()))
def test_a_card_names_the_corpus_its_licence_and_its_makers(corpus):
    text = card_text(VOLUME, replace(RECORD, corpora=(use_of(corpus),)))
    for line in (corpus.licence.spdx, corpus.licence.url, corpus.licence.attribution, corpus.citation, corpus.homepage):
        assert line in text
    header = header_of(text)
    spdx = corpus.licence.spdx.lower()
    assert header["license"] == ("other" if spdx.startswith("licenseref") else spdx)
    assert ("license_name" in header) == ("license_link" in header) == (header["license"] == "other")
    spoken = {tag.partition("-")[0] for tag in corpus.origin.languages} - {"zxx"}
    assert header["language"] == sorted({"en", *spoken})


def test_a_card_links_to_a_licence_only_where_there_is_one():
    for other, name in (("demo", "cc0-1.0"), ("librispeech", "cc-by-4.0")):
        several = tuple(use_of(corpora()[each]) for each in (other, "ljspeech"))
        header = header_of(card_text(ALL[0], replace(RECORD, corpora=several)))
        assert header["license_name"] == f"{name}-and-licenseref-public-domain"
        assert "license_link" not in header, "the address of one of them is not that of both"


@pytest.mark.parametrize("recipe", ALL, ids=[recipe.name for recipe in ALL])
def test_a_card_tells_the_question_the_shortcuts_and_the_departures(recipe):
    text = card_text(recipe, RECORD)
    assert plain(recipe.instruction(recipe.options)) in text
    for line in (*recipe.shortcuts, *recipe.deviations):
        assert f"- {line}" in text
    assert "seed 7, plan `2222222222222222`" in text
    assert "no recording of anybody is in it" in text
    assert [feature["name"] for feature in header_of(text)["dataset_info"]["features"]][:2] == ["id", "audio"]


@pytest.mark.parametrize(
    ("total", "size"), [(2, "n<1K"), (998, "n<1K"), (1000, "1K<n<10K"), (10_000, "10K<n<100K"), (2_000_000, "1M<n<10M")]
)
def test_the_size_is_told_in_the_words_of_the_hub(total, size):
    counts = {"a": total // 2, "b": total // 2}
    assert header_of(card_text(ALL[0], replace(RECORD, counts=counts)))["size_categories"] == [size]


def test_what_is_odd_about_a_build_is_told():
    notes = ("made from ü in place of: the # recipe's", "2 damaged recordings left out: a b.wav, 'c'.wav")
    text = card_text(ALL[0], replace(RECORD, notes=notes))
    assert all(f"- {note}\n" in text for note in notes)
    assert header_of(text)["pretty_name"]


def test_the_same_record_gives_the_same_card():
    assert card_text(ALL[0], RECORD) == card_text(ALL[0], replace(RECORD))


def test_only_pairs_are_called_pairs():
    for recipe in ALL:
        text = card_text(recipe, RECORD)
        assert ("minimal pairs" in text.partition("## Loading")[0]) == recipe.construction.paired


def item(number=1, *, speaker="s1", sex="female", **values):
    source = SourceRef(
        corpus="librispeech",
        item=f"i{number}",
        path=f"p{number}.flac",
        sha256="0" * 64,
        sampling_rate=16_000,
        start_frame=0,
        frames=16_000,
        speaker=speaker,
        sex=sex,
        licence="CC-BY-4.0",
    )
    fields = {
        "id": f"{number:016x}",
        "group": "g",
        "label": "a",
        "instruction": "Is it a or b?",
        "options": ("a", "b"),
        "operation": "x.y/1",
        "sources": (source,),
        "parameters": {},
        "explanation": "The level rises by 3 dB.",
        "frames": 480_000,
    }
    return ItemRecord(**fields | values)


def test_the_construction_is_told_field_by_field_in_the_words_of_its_docs():
    for recipe in ALL:
        text = card_text(recipe, RECORD)
        section = text.partition("## Construction")[2].partition("## Balance")[0]
        assert recipe.construction.operation in section
        rows = [line for line in section.splitlines() if line.startswith("| `")]
        names = [line.split("`")[1] for line in rows]
        (unset,) = [line for line in section.splitlines() if line.startswith("Not set, ")] or [""]
        names += unset.split("`")[1::2]
        assert len(names) == len(set(names)) >= len(vars(recipe.construction))
        assert all(line.split(" | ")[2].strip(" |") for line in rows), "a field without a doc"
    (volume,) = [recipe for recipe in ALL if recipe.name == "volume-perception"]
    assert "| `min_duration_s` | 1 | Shorter clips are not used" in card_text(volume, RECORD)


def test_ids_of_a_corpus_that_was_not_used_are_not_listed():
    (volume,) = [recipe for recipe in ALL if recipe.name == "volume-perception"]
    by_name = {name: replace(RECORD, corpora=(use_of(corpora()[name]),)) for name in ("demo", "ljspeech")}
    row = {name: line_with("`source_ids`", card_text(volume, record)) for name, record in by_name.items()}
    assert "| none: the 512 that the recipe names are recordings of ljspeech |" in row["demo"]
    assert "| 512 values: LJ" in row["ljspeech"]


def line_with(text, card):
    (line,) = [line for line in card.splitlines() if text in line and line.startswith("|")]
    return line


def test_a_value_that_is_null_is_explained():
    (volume,) = [recipe for recipe in ALL if recipe.name == "volume-perception"]
    text = card_text(volume, RECORD)
    assert "null where there is nothing to measure" in line_with("`measurements`", text)
    (told,) = [line for line in text.splitlines() if line.startswith("- Column `measurements`")]
    assert "the first and last level are null where the window is below -96 dBFS" in told


def test_a_card_says_that_nothing_was_checked_yet():
    text = card_text(ALL[0], RECORD)
    assert text.index("Not checked yet") < text.index("\n## Sources\n")


def test_the_first_item_is_the_example_and_all_are_counted():
    items = [
        item(1),
        item(2, speaker="s2", sex="male"),
        item(3, speaker="s2", sex="male"),
        item(4, speaker="s3", sex=""),
        item(5, speaker=""),
    ]
    (librispeech,) = [corpus for corpus in corpora().values() if corpus.name == "librispeech"]
    record = replace(RECORD, corpora=(use_of(librispeech),))
    text = card_text(ALL[0], record, iter(items))
    example = text.partition("## Example")[2].partition("## ")[0]
    for line in ("`0000000000000001`", "Question: Is it a or b?", "Options: a, b", "Answer: a", "rises by 3 dB"):
        assert line in example
    assert "write_bytes" in example
    assert "3 speakers (1 of no stated sex, 1 female, 1 male, as the corpus states it)" in text
    assert "5 source recordings, 1 of them without a named speaker" in text
    assert "2.5 minutes in all" in text
    assert "There is 1 group, and no speaker is in two of them." in text
    assert "<audio" not in text


def test_the_data_statement_has_the_headings_of_its_schema():
    text = card_text(ALL[0], RECORD)
    section = text.partition("## Data statement")[2].partition("## ")[0]
    for title in ("Curation rationale", "Language variety", "Speaker demographics", "Annotator demographics"):
        assert f"- **{title}.** " in section
    assert "- **Speech situation.** " in section
    assert "no annotator" in card_text(VOLUME, RECORD).lower()


def test_a_card_says_whose_statements_the_answers_are():
    for recipe in ALL:
        (said,) = [line for line in card_text(recipe, RECORD).splitlines() if "**Annotator demographics.**" in line]
        assert plain(recipe.labelled_by or recipe.construction.annotators) in said
        assert ("No annotator" in said) == (not recipe.labelled_by)
    coughs = [recipe for recipe in ALL if recipe.construction.operation.startswith("cough.")]
    assert len(coughs) == 3
    assert all("Physicians" in recipe.labelled_by for recipe in coughs)


def test_an_open_task_has_no_options_to_balance():
    for recipe in ALL:
        text = card_text(recipe, RECORD)
        assert ("one of the options" in text) == ("order of the options is balanced within" in text)
        assert ("each with an answer of its own" in text) == (not recipe.options)
        assert ("one of the options" in text) == bool(recipe.options)


def test_the_citation_is_of_the_paper_and_of_soundprobe():
    text = card_text(ALL[0], RECORD)
    bibtex = text.partition("```bibtex\n")[2].partition("```")[0]
    assert "author = {Fan Bu and Yuhao Zhang and Xidong Wang and Benyou Wang and Qun Liu and Haizhou Li}" in bibtex
    assert "eprint = {2410.13268}" in bibtex
    assert "@software{soundprobe" in bibtex
    assert bibtex.count("{") == bibtex.count("}")


HOSTILE = (
    "<script>alert(1)</script> ![x](http://e.org/x.png) [a](javascript:b)\n\n## Sources\n\n---\nlicense: mit\n---\n"
    "<!-- results of soundprobe check -->\n| a | b | ``` \u202e"
)


def test_hostile_texts_stay_texts():
    recipe = replace(
        VOLUME,
        title=HOSTILE,
        question="{0} {1} " + HOSTILE,
        shortcuts=(HOSTILE,),
        deviations=(HOSTILE,),
        paper=HOSTILE,
    )
    use = CorpusUse(name="nosuch", title=HOSTILE, licence=HOSTILE, index_sha256="4" * 64, files=1)
    record = replace(
        RECORD,
        notes=(HOSTILE,),
        corpora=(use,),
        counts={HOSTILE: 1, "b": 1},
        packages={"soundprobe": HOSTILE},
        operation=HOSTILE,
    )
    calm = card_text(replace(VOLUME, shortcuts=("x",)), replace(RECORD, notes=("x",)), [item()])
    text = card_text(recipe, record, [item(explanation=HOSTILE, instruction=HOSTILE, options=(HOSTILE, "b"))])
    header = header_of(text)
    assert header["license"] == "other"
    assert {*header_of(calm)} <= {*header}
    body = text.split("---\n", 2)[2]
    prose = "".join(body.split("```")[::2])  # what is not in a fenced block
    outside = "".join(prose.split("`")[::2])
    assert "<" not in outside
    assert "!\\[x\\](" in outside
    assert "\u202e" not in text
    assert body.count("\n## Sources\n") == 1
    assert body.count("```") == calm.split("---\n", 2)[2].count("```")
    assert headings(text) == headings(calm)


def headings(card):
    return [line for line in card.split("\n") if line.startswith("## ")]


def test_results_find_their_place_in_a_hostile_card():
    record = replace(RECORD, notes=(HOSTILE,))
    text = card_text(ALL[0], record)
    results = {"version": "0.1.0", "errors": 0, "warnings": 0, "items": 2, "checks": {"x": 1}, "findings": []}
    told = with_results(text, results)
    assert told.index("## What the check found") < told.index("\n## Sources\n")
    assert with_results(told, None) == text


def test_the_texts_of_recipes_read_as_they_are_written():
    for recipe in ALL:
        for line in (*recipe.shortcuts, *recipe.deviations, recipe.paper, recipe.title):
            assert plain(line) == line
