"""What the rules for transcripts find: other texts, other words, other audio."""

import unicodedata
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders.describing.wording import spoken_text, word_count
from tests.verification.speaking import RATE, bursts, found_in, row_of
from verification.clip import RowValueError
from verification.transcript import Rules, _invisible, count_words

TEXT = "HE DIDN'T SAY A WORD"


def row(text=TEXT, *, label=None, words=5, seconds=2.0):
    measured = {"sounding_s": seconds, "words": words, "words_per_s": words / seconds}
    return row_of(text if label is None else label, parameters={"text": text}, measurements=measured)


def test_a_clip_as_it_was_built_holds():
    assert found_in(Rules(), row(), bursts(10)) == set()


def test_a_label_that_is_not_the_text_is_found():
    assert found_in(Rules(), row(label="SHE DIDN'T SAY A WORD"), bursts(10)) == {"transcript.label"}


def test_a_text_of_another_length_is_found_by_its_words():
    assert found_in(Rules(), row("HE DIDN'T SAY"), bursts(10)) == {"transcript.words"}


@pytest.mark.parametrize("text", [" HE SAID", "HE  SAID", "HE\nSAID", "HE SAID\x07", "HE SA\ufffdD", "cafe\u0301 now"])
def test_a_text_that_does_not_read_as_words_is_found(text):
    assert "transcript.text" in found_in(Rules(), row(text, words=count_words(text)), bursts(10))


def test_other_audio_is_found_by_what_sounds():
    assert found_in(Rules(), row(), bursts(12)) == {"transcript.sounding"}
    assert found_in(Rules(), row(), bursts(8)) == {"transcript.sounding"}


@pytest.mark.parametrize(("words", "pieces"), [(30, 10), (1, 150)])
def test_a_text_that_cannot_be_said_in_the_time_is_found_though_the_record_agrees(words, pieces):
    text = " ".join(["word"] * words)
    assert found_in(Rules(), row(text, words=words, seconds=pieces * 0.2), bursts(pieces)) == {"transcript.rate"}


def test_silence_is_found():
    silence = np.zeros(RATE, np.int16)
    assert found_in(Rules(), row(), silence) == {"transcript.sounding", "transcript.rate"}


def test_a_missing_measurement_is_told():
    with pytest.raises(RowValueError, match=r"measurements\.words"):
        found_in(Rules(), replace(row(), measurements={}), bursts(10))


def test_rates_are_summed_up():
    measured = [{"words": 10, "sounding_s": 5.0}, {"words": 9, "sounding_s": 3.0}, {}]
    assert Rules().summary(measured) == ["19 words; 2.5 per second of sound in the median, from 2.0 to 3.0"]
    assert Rules().summary([{}]) == []


def test_texts_that_were_shuffled_show_in_the_summary():
    counts = [5, 12, 9, 30, 17, 8, 21, 14] * 4
    (own,) = Rules().summary([{"words": n, "sounding_s": n / 3 + 0.2} for n in counts])
    (other,) = Rules().summary([{"words": n, "sounding_s": m / 3} for n, m in zip(counts, counts[::-1], strict=True)])
    assert own.endswith("; count and time correlate by 1.00")
    assert float(other.rpartition(" ")[2]) < 0.5


@given(st.text())
def test_words_are_counted_as_the_builder_counts_them(text):
    clean = spoken_text(text)
    assert count_words(clean) == word_count(clean)


@given(st.text())
def test_a_text_that_the_builder_cleaned_has_nothing_that_cannot_be_seen(text):
    assume(not any(unicodedata.category(sign) in {"Cn", "Co", "Cs"} for sign in text))
    assert list(_invisible(spoken_text(text))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a\u200bb", ["\u200b"]),
        ("\u202eabc\u202c", ["\u202e", "\u202c"]),
        ("x\u200dy\u200c", ["\u200d", "\u200c"]),
        ("\u0645\u06cc\u200c\u062e", []),
        ("\u0d9a\u0dca\u200d\u0dba", []),
        ("\u0645\u06cc\u200c x", ["\u200c"]),
    ],
)
def test_signs_that_nobody_sees_are_found_and_joiners_where_a_script_needs_none(text, found):
    assert list(_invisible(text)) == found
