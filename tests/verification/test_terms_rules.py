"""What the rules for terms find: another term, another sentence, other audio, names that tell."""

from dataclasses import replace

import pytest

from tests.verification.speaking import bursts, found_in, row_of
from verification.terms import Rules, count_syllables

TERM, SENTENCE = "小脑", "考官请学生在图谱上标出小脑。"
SYLLABLES = 13


def row(*, label=TERM, term=TERM, sentence=SENTENCE, syllables=SYLLABLES, seconds=3.0, told=SENTENCE, item="x-10-4"):
    return row_of(
        label,
        parameters={"term": term, "sentence": sentence, "carrier": 4},
        measurements={"sounding_s": seconds, "syllables": syllables, "syllables_per_s": syllables / seconds},
        explanation=f"The whole sentence is “{told}”.",
        item=item,
    )


def test_a_clip_as_it_was_built_holds():
    assert found_in(Rules(), row(), bursts(15)) == set()


def test_a_label_of_another_item_is_found():
    assert found_in(Rules(), row(label="耳蜗"), bursts(15)) == {"terms.label", "terms.sentence"}


def test_a_term_that_is_swapped_everywhere_but_in_the_sentence_is_found():
    assert found_in(Rules(), row(label="耳蜗", term="耳蜗"), bursts(15)) == {"terms.sentence"}


def test_a_term_that_stands_twice_or_alone_is_found():
    twice = "小脑，考官说的是小脑。"
    assert found_in(Rules(), row(sentence=twice, told=twice, syllables=9), bursts(15)) == {"terms.sentence"}
    assert found_in(Rules(), row(sentence=TERM, told=TERM, syllables=2, seconds=1.0), bursts(5)) == {"terms.sentence"}


def test_an_explanation_without_the_sentence_is_found():
    assert found_in(Rules(), row(told="别的句子"), bursts(15)) == {"terms.explanation"}


def test_a_recording_that_is_named_after_its_term_is_found():
    assert found_in(Rules(), row(item="medical/小脑-4"), bursts(15)) == {"terms.key"}


def test_other_syllables_and_other_audio_are_found():
    assert found_in(Rules(), row(syllables=12), bursts(15)) == {"terms.syllables"}
    assert found_in(Rules(), row(), bursts(14)) == {"terms.sounding"}


@pytest.mark.parametrize("pieces", [5, 60])
def test_a_recording_that_breaks_off_or_babbles_is_found_though_the_record_agrees(pieces):
    assert found_in(Rules(), row(seconds=pieces * 0.2), bursts(pieces)) == {"terms.rate"}


def test_a_row_without_a_sentence_is_found():
    empty = replace(row(), parameters={"term": TERM})
    assert {"terms.sentence", "terms.explanation", "terms.syllables"} <= found_in(Rules(), empty, bursts(15))


def test_rates_are_summed_up():
    measured = [{"syllables": 20, "sounding_s": 5.0}, {"syllables": 18, "sounding_s": 3.0}, {}]
    assert Rules().summary(measured) == ["syllables: 5.0 per second of sound in the median, from 4.0 to 6.0"]
    assert Rules().summary([{}]) == []


def test_syllables_are_characters():
    assert count_syllables(SENTENCE) == SYLLABLES
    assert count_syllables("㐀𠀀 abc 12，。") == 2
