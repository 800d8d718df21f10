"""Transcripts scored as the SAGI paper does."""

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics import normalising
from evaluation.metrics.errors import MetricError
from evaluation.metrics.normalising import LONGEST_TEXT, english, english_words
from evaluation.metrics.transcripts import transcripts

WORDS = st.lists(st.sampled_from(["cat", "dog", "sat", "mat", "red", "blue", "house"]), max_size=8).map(" ".join)


def test_figures_by_hand():
    references = ["the cat sat on the mat", "a red house", "blue river", "stone"]
    replies = [
        "The person says: the cat sat on a mat.",  # 1 of 6
        "The person says: a red",  # 1 of 3
        "The person says: I can't hear a thing",  # 6 words against 2: 6 errors of 2
        None,  # 1 of 1
    ]
    scored = transcripts(references, replies)
    assert scored.rates.per_item == pytest.approx((1 / 6, 1 / 3, 3.0, 1.0))
    assert scored.completed.value == 0.5
    assert scored.mean_of_completed.value == pytest.approx((1 / 6 + 1 / 3) / 2)
    assert scored.corpus.value == pytest.approx(9 / 12)
    assert scored.hallucinated.value == 0.25
    assert scored.hallucinated.na_rate == scored.corpus.na_rate == 0.25
    assert (scored.lengths.poor, scored.lengths.truncated, scored.lengths.over_long) == (3, 2, 1)
    assert (scored.empty_references, scored.empty_transcripts, scored.unit) == (0, 1, "words")
    assert scored.lacks_asr is False


def test_a_rate_of_exactly_one_is_not_completed():
    scored = transcripts(["red house"], ["blue river"])
    assert (scored.completed.value, scored.hallucinated.value) == (0.0, 1.0)
    assert scored.mean_of_completed.value is None
    assert scored.mean_of_completed.reason == "no item is completed"
    assert scored.lacks_asr is True


@pytest.mark.parametrize(("wrong", "lacks"), [(3, False), (4, True)])
def test_the_rule_of_four_fifths(wrong, lacks):
    said = " ".join(["cat"] * (5 - wrong) + ["dog"] * wrong)
    scored = transcripts(["cat cat cat cat cat"], [said])
    assert scored.mean_of_completed.value == pytest.approx(wrong / 5)
    assert scored.lacks_asr is lacks


def test_lengths_off_by_exactly_a_fifth_are_neither_truncated_nor_over_long():
    five = "cat dog sat mat red"
    scored = transcripts([five] * 4, ["house house mat red", f"house {five[4:]} tree", "mat red", f"{five} a b"])
    assert scored.lengths.poor == 4
    assert (scored.lengths.truncated, scored.lengths.over_long) == (1, 1)


def test_a_rate_of_exactly_a_fifth_is_not_poor():
    assert transcripts(["cat dog sat mat red"], ["cat dog sat mat"]).lengths.poor == 0


def test_whisper_forgives_contractions_numbers_spelling_and_fillers():
    scored = transcripts(
        ["I AM TWENTY TWO AND WE WILL HONOUR MISTER SMITH"],
        ["The person says: 'Um, I'm 22, and we'll honor Mr. Smith.'"],
    )
    assert scored.corpus.value == 0.0


def test_empty_references_are_completed_only_by_silence():
    scored = transcripts(["Hmm.", "mm", ""], ["", "la la la", None])
    assert scored.rates.per_item == (0.0, 3.0, 0.0)
    assert scored.completed.value == pytest.approx(2 / 3)
    assert scored.hallucinated.value == pytest.approx(1 / 3)
    assert scored.empty_references == 3
    assert (scored.corpus.value, scored.corpus.reason) == (None, "the references hold no tokens")


def test_insertions_into_an_empty_reference_count_in_the_corpus():
    assert transcripts(["", "cat dog"], ["red", "cat dog"]).corpus.value == 0.5


def test_chinese_is_counted_by_character():
    scored = transcripts(["今天天气很好。"], ["这个人说：今天 天汽很好"], language="zh", frame="speech-zh")
    assert scored.unit == "characters"
    assert scored.corpus.value == pytest.approx(1 / 6)


def test_other_languages_are_counted_by_word():
    assert transcripts(["¿Dónde está el río?"], ["donde está el río"], language="es").corpus.value == pytest.approx(
        1 / 4
    )


def test_no_items():
    scored = transcripts([], [])
    assert scored.lacks_asr is None
    assert (scored.corpus.value, scored.corpus.reason, scored.corpus.na_rate) == (None, "no items", 0.0)


def test_lengths_must_agree():
    with pytest.raises(MetricError, match="2 references and 1 hypotheses"):
        transcripts(["a", "b"], ["a"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6))
def test_the_corpus_rate_is_the_length_weighted_mean(pairs):
    references, replies = [one for one, _ in pairs], [other for _, other in pairs]
    scored = transcripts(references, replies, frame=None)
    lengths = [len(english_words(reference)) for reference in references]
    if not sum(lengths):
        assert scored.corpus.value is None
        return
    errors = sum(rate * max(length, 1) for rate, length in zip(scored.rates.per_item, lengths, strict=True))
    assert scored.corpus.value == pytest.approx(errors / sum(lengths))
    assert scored.corpus.value == pytest.approx(jiwer.wer(references, replies))


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS)
def test_zero_if_and_only_if_equal_after_normalisation(reference, reply):
    scored = transcripts([reference], [reply], frame=None)
    assert (scored.rates.value == 0) == (english(reference) == english(reply))
    assert scored.completed.value + scored.hallucinated.value <= 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(WORDS, st.none() | WORDS), min_size=1, max_size=6), st.data())
def test_a_resample_is_what_those_items_alone_would_give(pairs, data):
    drawn = data.draw(st.lists(st.integers(0, len(pairs) - 1), min_size=1, max_size=8))
    whole = transcripts([one for one, _ in pairs], [other for _, other in pairs])
    alone = transcripts([pairs[at][0] for at in drawn], [pairs[at][1] for at in drawn])
    for name in ("rates", "completed", "mean_of_completed", "corpus", "hallucinated"):
        expected = getattr(alone, name).value
        assert getattr(whole, name).at(drawn) == (expected if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    "hostile", ["[" * 60_000, "9" * 5_000, "½ ² ٣ 𝟙", "\ud800", "\x00", "$" * 30_000, "a " * 30_000]
)
def test_hostile_replies_have_a_rate(hostile):
    scored = transcripts(["the cat"], [hostile], frame=None)
    assert scored.rates.value is not None
    assert scored.rates.value <= LONGEST_TEXT


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab' []<>()\n.$1½", max_size=30))
def test_bounding_changes_nothing_that_is_compared(text):
    from whisper_normalizer.basic import BasicTextNormalizer

    assert normalising.basic(text) == BasicTextNormalizer(preserve_marks=True)(text).strip()


@pytest.mark.parametrize("long", ["(" * 20_000, " " * 19_000 + "x", "[a" * 10_000 + "]", "\n\t" * 9_000])
def test_long_texts_are_normalised_to_an_end(long):
    # Whisper's own rules take quadratic time for these; they are bounded first.
    assert len(english(long)) <= len(long)
