"""Pronouncing dictionaries in both habits, and what is wrong with a broken one."""

from __future__ import annotations

import re

import pytest

from builders.phonemes.dictionary import EMBEDDED, read_dictionary
from builders.phonemes.sentences import embedded_sentences
from manifests.errors import CorpusError

VOWELS, CONSONANTS = (
    set(re.findall("[A-Z]+", phones))
    for phones in (
        "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW",
        "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH",
    )
)


def read(tmp_path, data):
    path = tmp_path / "some.dict"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_dictionary(path)


def test_cmu_habit(tmp_path):
    found = read(tmp_path, ";;; remarks\nREAD  R IY1 D\nREAD(1)  R EH1 D\nread(2) R EH1 D\n'TIS T IH1 Z # old\n\n")
    assert found.variants == {"READ": (("R", "IY1", "D"), ("R", "EH1", "D")), "'TIS": (("T", "IH1", "Z"),)}
    assert found.phones_of("Read") == ("R", "IY1", "D")
    assert found.phones_of("red") is None


def test_speechocean_habit(tmp_path):
    found = read(tmp_path, "BIRD  B ER0 D\nBIRD  B ER0 D\nBEAR B EH0 AH0\nBEAR\tB EH0 R\n")
    assert found.variants == {"BIRD": (("B", "ER0", "D"),), "BEAR": (("B", "EH0", "AH0"), ("B", "EH0", "R"))}


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffCAFE K AE0 F EY1\r\nBE B IY0\r\n".encode(),
        "CAFE K AE0 F EY1\nBE B IY0\nCAF\xc9 K AE0\n".encode("latin-1"),
    ],
)
def test_byte_order_mark_line_ends_and_latin_1(data, tmp_path):
    found = read(tmp_path, data)
    assert found.phones_of("cafe") == ("K", "AE0", "F", "EY1")
    assert found.phones_of("be") == ("B", "IY0")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("MARK", "'MARK' and no phonemes"),
        ("MARK M aa1 R K", "the phoneme 'aa1'"),
        ("MARK M AA3 R K", "the phoneme 'AA3'"),
        ("MARK | M", "the phoneme '|'"),
    ],
)
def test_a_broken_line_is_named(line, found, tmp_path):
    with pytest.raises(CorpusError) as caught:
        read(tmp_path, f"A AH0\n\n{line}\n")
    assert re.search(r"some\.dict, line 3$", caught.value.where)
    assert caught.value.found == found


@pytest.mark.parametrize("data", [b"", b";;; nothing\n\n"])
def test_an_empty_dictionary(data, tmp_path):
    with pytest.raises(CorpusError, match="found no entry"):
        read(tmp_path, data)


def test_an_absent_dictionary(tmp_path):
    with pytest.raises(CorpusError, match="cannot be read"):
        read_dictionary(tmp_path)


def test_the_embedded_one_spells_the_embedded_sentences_in_arpabet():
    dictionary = read_dictionary(EMBEDDED)
    words = {word.strip(".").lower() for each in embedded_sentences() for word in each.text.split()}
    assert not {word for word in words if dictionary.phones_of(word) is None}
    for word, variants in dictionary.variants.items():
        for phones in variants:
            vowels = [phone for phone in phones if phone[-1].isdigit()]
            assert {phone[:-1] for phone in vowels} <= VOWELS, word
            assert set(phones) - set(vowels) <= CONSONANTS, word
            assert vowels, word
            assert sum(phone.endswith("1") for phone in vowels) <= 1, word
