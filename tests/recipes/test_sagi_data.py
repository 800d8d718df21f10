"""The words of the tasks on terms and on translation by emotion."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import recipes

DATA = Path(recipes.__file__).with_name("data")
HAN = re.compile(r"[\u4e00-\u9fff]")


def rows(name):
    with (DATA / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))


def all_terms():
    return [row["term"] for domain in ("legal", "medical") for row in rows(f"sagi_{domain}_terms")]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.tsv")), ids=lambda path: path.stem)
def test_every_table_is_plain_and_named_in_the_readme(path):
    text = path.read_bytes().decode("utf-8")
    assert "\r" not in text
    assert not text.startswith("\ufeff")
    lines = text.removesuffix("\n").split("\n")
    assert {line.count("\t") for line in lines} == {lines[0].count("\t")}
    assert all(field == field.strip() for line in lines for field in line.split("\t"))
    assert f"| `{path.name}` |" in (DATA / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("domain", "count", "replaced"), [("legal", 27, 7), ("medical", 62, 4)])
def test_terms(domain, count, replaced):
    table = rows(f"sagi_{domain}_terms")
    assert list(table[0]) == ["key", "term", "released", "note"]
    assert len(table) == len({row["key"] for row in table}) == len({row["term"] for row in table}) == count
    assert all(re.fullmatch(r"[A-Z][A-Za-z]*(_[A-Za-z]+)*", row["key"]) for row in table)
    assert all(HAN.search(row["term"]) and "|" not in row["term"] for row in table)
    changed = [row for row in table if row["released"]]
    assert len(changed) == replaced
    assert all(row["note"] and row["released"] != row["term"] for row in changed)
    assert not {row["released"] for row in changed} & set(all_terms())


def test_offences_have_their_statutory_names():
    terms = {row["key"]: row["term"] for row in rows("sagi_legal_terms")}
    assert all(term.endswith("罪") for term in terms.values())
    assert terms["Negligent_Homicide"] == "过失致人死亡罪"
    assert terms["Tax_Evasion"] == "逃税罪"
    assert terms["Illegal_Entry_into_Dwelling"] == "非法侵入住宅罪"
    assert not {"走私罪", "侵犯知识产权罪"} & set(terms.values()), "a section of the law, no offence"


def test_parts_of_the_body_have_their_standard_names_and_a_place():
    terms = {row["key"]: row["term"] for row in rows("sagi_medical_terms")}
    assert (terms["Corpus_Callosum"], terms["Thyroid_Cartilage"]) == ("胼胝体", "甲状软骨")
    assert terms["Scalene_Muscle"] == "斜角肌"
    assert not {"白细胞", "脑脊液"} & set(terms.values())


def test_carriers():
    table = rows("sagi_term_carriers")
    assert list(table[0]) == ["domain", "number", "sentence"]
    assert [(row["domain"], row["number"]) for row in table] == [
        (domain, str(number)) for domain in ("legal", "medical") for number in (1, 2, 3, 4)
    ]
    for row in table:
        assert row["sentence"].count("{term}") == 1
        rest = row["sentence"].replace("{term}", "")
        assert not re.search(r"[{}A-Za-z0-9|]", rest)
        assert rest.endswith("。")
        assert not [term for term in all_terms() if term in rest]
        assert not re.search("既遂|未遂", rest), "an offence by negligence has no attempt"


@pytest.mark.parametrize("domain", ["legal", "medical"])
def test_no_sentence_says_its_term_twice(domain):
    carriers = [row["sentence"] for row in rows("sagi_term_carriers") if row["domain"] == domain]
    terms = [row["term"] for row in rows(f"sagi_{domain}_terms")]
    spoken = [(term, carrier.format(term=term)) for term in terms for carrier in carriers]
    assert all(text.count(term) == 1 for term, text in spoken)
    assert len({text for _, text in spoken}) == 4 * len(terms)


def test_translations():
    table = rows("sagi_emotion_translation")
    assert list(table[0]) == ["id", "emotion", "sentence", "translation"]
    assert len(table) == len({row["id"] for row in table}) == 96
    assert not [row for row in table if row["emotion"] in row["id"]]
    assert Counter(row["emotion"] for row in table) == {"angry": 32, "sad": 32, "surprised": 32}
    by_sentence = defaultdict(dict)
    for row in table:
        by_sentence[row["sentence"]][row["emotion"]] = row["translation"]
    assert len(by_sentence) == 32
    for sentence, translations in by_sentence.items():
        assert sorted(translations) == ["angry", "sad", "surprised"]
        assert re.fullmatch(r"[A-Z][A-Za-z' ]+\.", sentence), "straight apostrophes"
        assert sum(map(str.isalpha, sentence)) >= 12
    given = [row["translation"] for row in table]
    assert len(set(given)) == 96
    assert all(HAN.search(text) and not re.search("[A-Za-z'\"|]", text) for text in given)


def test_the_opening_of_a_translation_is_no_formula():
    for emotion in ("angry", "sad", "surprised"):
        openings = Counter(
            row["translation"][0] for row in rows("sagi_emotion_translation") if row["emotion"] == emotion
        )
        assert max(openings.values()) <= 8, openings
