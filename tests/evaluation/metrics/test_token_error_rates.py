"""WER, CER, PER, MER, TER and BLEU."""

import jiwer
import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics.error_rates import cer, english_wer, mer, per, ter, wer
from evaluation.metrics.translations import bleu

SENTENCES = st.lists(st.sampled_from(["the", "cat", "sat", "on", "a", "mat", "rivers"]), max_size=12).map(" ".join)


@pytest.mark.parametrize(
    ("measure", "reference", "reply", "rate"),
    [
        (wer, "Guten Tag, Herr Müller", "guten tag herr möller", 1 / 4),
        (wer, "كَتَبَ الولد", "كَتَبَ الولد", 0.0),
        (wer, "a b", "", 1.0),
        (wer, "a b", "a b c d e", 1.5),
        (english_wer, "I am here", "I'm here", 0.0),
        (cer, "你好，世界", "你 好 世 届", 1 / 4),
        (cer, "abc", "abd", 1 / 3),
        (per, "HH AH0 L OW1", "HH AH0 L OW1 Z", 1 / 4),
        (per, "S s", "s s", 1 / 2),  # X-SAMPA tells them apart
        (mer, "我 love 你们", "我love你", 1 / 4),
        (mer, "ok 今天", "okay 今天", 1 / 3),
        (ter, "['C4', 'D4', 'E4']", "C4, D4 F4", 1 / 3),
        (ter, "NN VB DT", "NN DT", 1 / 3),
    ],
)
def test_rates_by_hand(measure, reference, reply, rate):
    assert measure([reference], [reply]).value == pytest.approx(rate)


def test_na_is_left_out_and_told():
    measured = wer(["a b", "c d"], [None, "c"])
    assert (measured.value, measured.na_rate, measured.per_item) == (0.5, 0.5, (None, 0.5))


def test_every_reply_na():
    measured = wer(["a"], [None])
    assert (measured.value, measured.reason, measured.na_rate) == (None, "every reply is N/A", 1.0)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(SENTENCES.filter(bool), SENTENCES), min_size=1, max_size=5))
def test_words_and_characters_agree_with_jiwer(pairs):
    references, replies = [one for one, _ in pairs], [other for _, other in pairs]
    assert wer(references, replies).value == pytest.approx(jiwer.wer(references, replies))
    spaceless = [one.replace(" ", "") for one in references], [other.replace(" ", "") for other in replies]
    assert cer(references, replies).value == pytest.approx(jiwer.cer(*spaceless))


@settings(max_examples=50, deadline=None)
@given(SENTENCES, SENTENCES)
def test_a_rate_has_bounds(reference, reply):
    value = wer([reference], [reply]).per_item[0]
    longer = max(len(reference.split()), len(reply.split()))
    assert 0 <= value <= longer / max(len(reference.split()), 1)
    assert (value == 0) == (reference.split() == reply.split())


def test_bleu_is_sacrebleus():
    references = ["the cat sat on the mat", "a red river runs", "hello"]
    replies = ["the cat sat on a mat", "a red river ran away", "hello there"]
    measured = bleu(references, replies)
    assert measured.value == pytest.approx(sacrebleu.corpus_bleu(replies, [references]).score)
    assert measured.per_item[0] == pytest.approx(sacrebleu.sentence_bleu(replies[0], [references[0]]).score)
    assert measured.signature.startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    drawn = [0, 0, 2]
    alone = sacrebleu.corpus_bleu([replies[at] for at in drawn], [[references[at] for at in drawn]]).score
    assert measured.at(drawn) == pytest.approx(alone)


def test_bleu_of_chinese_takes_the_chinese_tokeniser():
    measured = bleu(["今天天气很好我们去公园"], ["今天天气很好我们去公园"])
    assert measured.value == pytest.approx(100.0)
    assert "tok:zh" in measured.signature


@pytest.mark.parametrize(
    ("references", "replies", "value", "na_rate"),
    [(["a b c d"], [""], 0.0, 0.0), (["a b c d"], [None], None, 1.0), ([""], ["a"], None, 0.0), ([], [], None, 0.0)],
)
def test_bleu_at_its_edges(references, replies, value, na_rate):
    measured = bleu(references, replies)
    assert (measured.value, measured.na_rate) == (value, na_rate)
    assert measured.value is not None or measured.reason


def test_huge_replies_are_measured_by_their_beginning():
    measured = mer(["我们"], ["我" * 1_000_000])
    assert np.isfinite(measured.value)
