"""Rows of phoneme probes: the paper's words, opaque ids, and what is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.phonemes.dictionary import EMBEDDED, Dictionary, read_dictionary
from builders.phonemes.planning import plan_rows
from builders.phonemes.prompts import EXAMPLES, LEVELS
from builders.phonemes.sentences import Sentence, embedded_sentences
from manifests.errors import PlanError

LEXICON = Dictionary(
    "lexicon.txt",
    {
        word: (tuple(phones.split()),)
        for word, phones in {
            "MARK": "M AA0 R K",
            "IS": "IH0 Z",
            "GOING": "G OW1 IH0 NG",
            "TO": "T UW0",
            "SEE": "S IY0",
            "ELEPHANT": "EH1 L IH0 F AH0 N T",
            "DON'T": "D OW0 N T",
        }.items()
    },
)
FIRST = Sentence("MARK IS GOING TO SEE ELEPHANT", "speechocean762", "000010011", "CC-BY-4.0")


def rows_of(*texts, dictionary=LEXICON, levels=LEVELS, limit=None, seed=1):
    sentences = [text if isinstance(text, Sentence) else Sentence(text, "some.txt", "line 1") for text in texts]
    return plan_rows(sentences, dictionary, levels=levels, limit=limit, seed=seed)


def by_level(planned):
    return {row["parameters"]["level"]: row for row in planned.rows}


def test_the_questions_of_the_paper():
    rows = by_level(rows_of(FIRST))
    assert rows["sequence"]["instruction"] == (
        "Given a phone sequence, “M AA0 R K IH0 Z G OW1 IH0 NG T UW0 S IY0 EH1 L IH0 F AH0 N T”, "
        "what sentence does it represent?"
    )
    token = (
        "Given a tokenized phone sequence, “[M AA0 R K] [IH0 Z] [G OW1 IH0 NG] [T UW0] [S IY0] [EH1 L IH0 F AH0 N T]”, "
        "what sentence does it represent?"
    )
    assert rows["token"]["instruction"] == token
    assert rows["token-one-shot"]["instruction"] == (
        f"{token} For example, if the phone sequence is "
        "“[F AO0 R] [F AY0 V] [S IH0 K S] [S EH1 V N] [EY0 T] [N AY0 N]” "
        "the sentence can be: “four five six seven eight nine”."
    )
    for row in rows.values():
        assert row["label"] == "mark is going to see elephant"
        assert row["options"] == []
        assert row["source"] == [{"corpus": "speechocean762", "item": "000010011", "licence": "CC-BY-4.0"}]
        assert (row["parameters"]["words"], row["parameters"]["phones"]) == (6, 21)
        assert "mark is M AA0 R K, is is IH0 Z" in row["explanation"]
    assert len({row["group"] for row in rows.values()}) == 1


def test_an_example_has_a_word_for_each_token():
    assert all(len(example.words.split()) == len(example.phones) for example in EXAMPLES)


@pytest.mark.parametrize("text", ["Four, five, six, seven, eight, nine!", "one two three"])
def test_the_example_is_never_the_item_itself(text):
    dictionary = read_dictionary(EMBEDDED)
    row = by_level(rows_of(text, dictionary=dictionary))["token-one-shot"]
    assert row["label"] in [example.words for example in EXAMPLES]
    assert row["label"] not in row["instruction"]
    asked, shown = re.findall(r"“(\[.*?)”", row["instruction"])
    assert asked != shown
    assert "[F AO1 R]" in asked + shown  # the example is spelled as the dictionary spells
    assert "AO0" not in asked + shown


@given(st.permutations(range(16)), st.integers(0, 5), st.integers(1, 16))
def test_rows_do_not_depend_on_the_order_of_the_sentences(order, seed, limit):
    sentences = embedded_sentences()
    dictionary = read_dictionary(EMBEDDED)
    first = rows_of(*sentences, dictionary=dictionary, seed=seed, limit=limit)
    second = rows_of(*[sentences[place] for place in order], dictionary=dictionary, seed=seed, limit=limit)
    assert first == second
    assert first.sentences == limit
    assert len(first.rows) == 3 * limit


def test_ids_are_opaque_and_of_the_seed():
    first, second = (rows_of(*embedded_sentences(), dictionary=read_dictionary(EMBEDDED), seed=k) for k in (1, 2))
    ids = [row["id"] for row in first.rows]
    assert ids == sorted(set(ids))
    assert all(re.fullmatch(r"[0-9a-f]{16}", name) for name in ids)
    assert not set(ids) & {row["id"] for row in second.rows}
    levels = [row["parameters"]["level"] for row in first.rows]
    assert levels != sorted(levels)


def test_one_sentence_more_changes_no_other_row():
    sentences = embedded_sentences()
    dictionary = read_dictionary(EMBEDDED)
    less, more = (rows_of(*some, dictionary=dictionary).rows for some in (sentences[:-1], sentences))
    assert [row for row in less if row not in more] == []


def test_case_punctuation_and_repeats():
    planned = rows_of("Mark is going.", "“MARK is going”", "Don’t see—mark!", "see-mark?", "Going - to - mark")
    assert {row["label"] for row in planned.rows} == {"mark is going", "don't see mark", "see mark", "going to mark"}
    assert planned.left_out == 0
    assert planned.notice() == ""


def test_words_that_the_dictionary_lacks_are_listed():
    planned = rows_of("Mark is going", "Mark sees 3 giraffes", "giraffes")
    assert planned.sentences == 1
    assert planned.notice() == "left out 2 sentences: the dictionary lacks 3 words: 3, giraffes, sees"
    with pytest.raises(PlanError) as caught:
        rows_of(*[f"word{number}" for number in range(30)])
    assert "none of 30 sentences" in caught.value.found
    assert caught.value.found.endswith("and 10 more")
    assert "lexicon.txt" in caught.value.where


def test_the_embedded_files_ship_beside_the_code():
    assert Path(EMBEDDED).parent.name == "phonemes"
    assert len(embedded_sentences()) == 16


ALIKE = Dictionary(
    "lexicon.txt",
    {
        word: (tuple(phones.split()),)
        for word, phones in {
            "THE": "DH AH0",
            "SEA": "S IY1",
            "SEE": "S IY1",
            "I": "AY1",
            "ICE": "AY1 S",
            "CREAM": "K R IY1 M",
            "SCREAM": "S K R IY1 M",
            "IS": "IH1 Z",
        }.items()
    },
)


def test_sentences_that_sound_alike_are_all_left_out_and_listed():
    planned = rows_of("The sea.", "the see", "I is", "The SEA", dictionary=ALIKE)
    assert {row["label"] for row in planned.rows} == {"i is"}
    assert planned.alike == (("the sea", "the see"),)
    assert planned.notice() == "left out 2 sentences that are spelled as another is: the sea / the see"
    questions = [row["instruction"] for row in planned.rows]
    assert len(set(questions)) == len(questions)


def test_without_bounds_of_words_more_sentences_sound_alike():
    both = ("Ice cream", "I scream", "the sea")
    assert rows_of(*both, dictionary=ALIKE).alike == (("i scream", "ice cream"),)
    tokens = rows_of(*both, dictionary=ALIKE, levels=("token",))
    assert tokens.alike == ()
    assert tokens.sentences == 3


def test_what_sounds_alike_and_what_cannot_be_spelled_are_both_told():
    planned = rows_of("The sea", "the see", "the elephant", "i is", dictionary=ALIKE)
    assert planned.notice() == (
        "left out 1 sentence: the dictionary lacks 1 word: elephant; "
        "left out 2 sentences that are spelled as another is: the sea / the see"
    )


def test_nothing_but_sentences_that_sound_alike_is_refused():
    with pytest.raises(PlanError, match="the sea / the see"):
        rows_of("the sea", "the see", dictionary=ALIKE)
