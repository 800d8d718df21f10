"""Tables with a field too many, a row twice or names in capitals: the line is named, or the index is right."""

import pytest

from corpora.indexing.build import build_index
from corpora.indexing.metadata import read_table
from corpora.indexing.registry import corpus_named
from manifests.errors import CorpusError
from tests.corpora.trees import speech_accent_archive


def table(tmp_path, *lines):
    path = tmp_path / "table.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_comma_without_quotation_marks_is_refused_with_its_line(tmp_path):
    path = table(tmp_path, "start,end,words", '1,2,"one, two"', "2,3,three, four")
    with pytest.raises(CorpusError) as caught:
        list(read_table(path, columns=("words",)))
    assert (caught.value.where, caught.value.found) == (str(path), "4 fields in line 3")
    assert "quotation marks" in caught.value.wanted


def test_empty_fields_at_the_end_are_those_of_a_spreadsheet(tmp_path):
    path = table(tmp_path, "start,words", "1,one,, ,", "2,two")
    assert [row["words"] for _, row in read_table(path, columns=("words",))] == ["one", "two"]


@pytest.fixture
def archive(tmp_path):
    return speech_accent_archive.small(tmp_path)


def test_a_row_twice_is_refused_with_both_places(archive):
    listed = archive / "speakers_all.csv"
    lines = listed.read_text(encoding="utf-8").splitlines()
    listed.write_text("\n".join([*lines, lines[1]]) + "\n", encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        build_index(corpus_named("speech_accent_archive"), archive, workers=1)
    assert "afrikaans1 (speakers_all.csv, row 1; speakers_all.csv, row " in caught.value.found


def test_recordings_whose_names_end_in_capitals_are_found(archive):
    for path in sorted((archive / "recordings" / "recordings").glob("*.mp3")):
        path.rename(path.with_suffix(".MP3"))
    made = build_index(corpus_named("speech_accent_archive"), archive, workers=1)
    assert len(made.table) == 7
    assert all(row["path"].endswith(".MP3") for row in made.rows())
