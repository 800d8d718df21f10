"""What a corpus says of how to get it: archives that can be checked, or words for a person."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from corpora import librispeech, speech_accent_archive
from corpora.indexing.registry import corpora, embedded_names
from tests.corpora.trees import librispeech as librispeech_trees
from tests.corpora.trees import speech_accent_archive as archive_trees

ARCHIVES = [(name, archive) for name, corpus in corpora().items() for archive in corpus.archives]
BY_HAND = ["coughvid", "librispeech", "ljspeech", "speech_accent_archive", "speechocean762", "virufy"]


@pytest.mark.parametrize(("name", "archive"), ARCHIVES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(ARCHIVES)])
def test_an_archive_can_be_checked_or_says_that_it_cannot(name, archive):
    assert archive.url.startswith("https://")
    assert re.fullmatch(r"(sha256:[0-9a-f]{64}|md5:[0-9a-f]{32})?", archive.checksum)
    assert bool(archive.checksum) <= bool(archive.source), "say where the checksum stands"
    assert archive.size_bytes >= 0
    assert ".." not in archive.unpack_to.split("/")


def test_what_github_makes_on_demand_has_no_lasting_sum():
    made = {
        name: archive for name, archive in ARCHIVES if "//github.com/" in archive.url and "/archive/" in archive.url
    }
    assert {"jamendo_lyrics", "ms_snsd", "virufy"} <= made.keys()
    assert [name for name, archive in made.items() if archive.checksum] == []


@pytest.mark.parametrize("name", BY_HAND)
def test_words_for_a_person(name):
    corpus = corpora()[name]
    assert name not in embedded_names()
    assert corpus.obtain.endswith(".")
    assert "https://" in corpus.obtain
    assert 0.05 <= corpus.size_gb <= 100


def test_of_librispeech_only_the_splits_for_testing_are_fetched():
    names = [archive.url.rpartition("/")[2] for archive in librispeech.CORPUS.archives]
    assert names == ["test-clean.tar.gz", "test-other.tar.gz"]
    assert sum(archive.size_bytes for archive in librispeech.CORPUS.archives) < 1e9


def test_kaggle_wants_an_account():
    assert speech_accent_archive.CORPUS.archives == ()
    assert "account" in speech_accent_archive.CORPUS.obtain


def test_full_librispeech_tree(tmp_path):
    entries = list(librispeech.CORPUS.entries(librispeech_trees.full(tmp_path)))
    assert Counter(entry.extra["split"] for entry in entries) == {"test-clean": 2_620, "test-other": 2_939}
    assert len({entry.text for entry in entries}) == len(entries)
    assert {entry.sex for entry in entries} == {"female", "male"}


def test_full_archive_tree(tmp_path):
    root = archive_trees.full(tmp_path)
    entries = list(speech_accent_archive.CORPUS.entries(root))
    assert len(entries) == len({entry.id for entry in entries}) == 2_138
    assert (root / "speakers_all.csv").read_text().count("\n") == 1 + 2_172
    people = [entry for entry in entries if entry.extra["native_language"] != "synthesized"]
    assert len(people) == 2_134
    decades = Counter(int(entry.age) // 10 for entry in people if entry.age)
    assert min(decades[1] + decades[2], decades[3] + decades[4], decades[5] + decades[6]) >= 200
    assert len({entry.extra["native_language"] for entry in people}) == 214
    assert all((root / entry.path).is_file() for entry in entries)
