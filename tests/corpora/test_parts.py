"""Parts of a corpus: how much of each is here, and which archives bring the rest."""

import pytest

from corpora import librispeech, ljspeech, ravdess
from corpora.indexing.parts import how_to_complete, parts_found, parts_text
from corpora.indexing.registry import corpora
from manifests.counting import counted

SPEECH, SONG = ["speech"] * 1_440, ["song"] * 1_012


@pytest.mark.parametrize(
    ("values", "told", "todo"),
    [
        (SPEECH + SONG, "speech 1,440 of 1,440; song 1,012 of 1,012", ""),
        (SPEECH, "speech 1,440 of 1,440; song 0 of 1,012", "unpack Audio_Song_Actors_01-24.zip beside what is here"),
        (SPEECH + SONG[1:], "speech 1,440 of 1,440; song 1,011 of 1,012", "unpack Audio_Song_Actors_01-24.zip again"),
        (
            SONG[1:],
            "speech 0 of 1,440; song 1,011 of 1,012",
            "unpack Audio_Speech_Actors_01-24.zip beside what is here; unpack Audio_Song_Actors_01-24.zip again",
        ),
    ],
)
def test_of_ravdess(values, told, todo):
    parts = parts_found(ravdess.CORPUS, values)
    assert (parts_text(parts), how_to_complete(parts)) == (told, todo)


def test_optional_parts_count_when_they_are_there():
    assert parts_text(parts_found(librispeech.CORPUS, [])) == "test-clean 0 of 2,620; test-other 0 of 2,939"
    assert "dev-other 1 of 2,864" in parts_text(parts_found(librispeech.CORPUS, ["dev-other"]))


def test_a_corpus_without_parts_has_none():
    assert parts_found(ljspeech.CORPUS, ["anything"]) == ()


@pytest.mark.parametrize("name", [name for name, corpus in corpora().items() if corpus.parts])
def test_parts_are_told_by_a_column_and_brought_by_an_archive(name):
    corpus = corpora()[name]
    assert corpus.part_column in corpus.extra_columns
    assert len({part.name for part in corpus.parts}) == len(corpus.parts)
    offered = {archive.url.rpartition("/")[2] for archive in corpus.archives}
    assert {part.archive for part in corpus.parts if not part.optional} == offered


@pytest.mark.parametrize(("number", "told"), [(0, "0 clips"), (1, "1 clip"), (2, "2 clips"), (2_452, "2,452 clips")])
def test_numbers_of_things(number, told):
    assert counted(number, "clip") == told


def test_a_plural_of_its_own():
    assert (counted(1, "corpus", several="corpora"), counted(2, "corpus", several="corpora")) == (
        "1 corpus",
        "2 corpora",
    )
