"""JamendoLyrics: an entry is a line of a song, under that song's licence."""

from __future__ import annotations

import shutil
import unicodedata
from collections import Counter

import pytest
import soundfile

from corpora import jamendo_lyrics
from corpora.indexing.build import build_index
from manifests.errors import CorpusError
from publishing.licensing.table import known_licences
from tests.corpora.trees import jamendo_lyrics as trees


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return trees.small(tmp_path_factory.mktemp("made"))


@pytest.fixture
def root(made, tmp_path):
    return shutil.copytree(made, tmp_path / made.name)


def rows(root, **options):
    return {row["id"]: row for row in build_index(jamendo_lyrics.CORPUS, root, **options).rows()}


def rewrite(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def refused(root):
    with pytest.raises(CorpusError) as caught:
        rows(root)
    return caught.value


def test_a_row(root):
    found = rows(root)
    assert len(found) == 15
    row = found["HILA_-_Give_Me_the_Same_02"]
    assert row["path"] == "mp3/HILA_-_Give_Me_the_Same.mp3"
    assert (row["start_frame"], row["frames"]) == (round(1.4 * 44_100), round(1.1 * 44_100))
    assert (row["sampling_rate"], row["channels"]) == (44_100, 2)
    assert (row["text"], row["speaker"], row["licence"]) == ("a second line", "HILA", "CC-BY-ND-3.0")
    assert (row["language"], row["song"], row["line"]) == ("en", "HILA_-_Give_Me_the_Same", "2")
    assert row["title"] == "HILA - Give Me the Same"


def test_the_lines_of_a_song_share_its_file(root):
    found = [row for row in rows(root).values() if row["song"] == "Rxbyn_-_Bad_Side"]
    assert len({(row["path"], row["sha256"]) for row in found}) == 1
    assert [row["start_frame"] for row in found] == sorted({row["start_frame"] for row in found})


def test_quotation_marks_and_commas_in_a_line(root):
    found = rows(root)
    assert found["HILA_-_Give_Me_the_Same_01"]["text"] == "a first line, and more"
    assert found["Quentin_Hannappe_-_Keep_On_02"]["text"] == 'they call it "singing"'


def test_lines_of_a_song_that_the_table_has_dropped_are_left_out(root):
    assert (root / "annotations/lines/La_Fin_des_Temps_-_BuzzBonBon.csv").is_file()
    assert not any("La_Fin" in name for name in rows(root))


def test_a_number_sign_is_not_part_of_an_id(root):
    for folder, suffix in (("mp3", ".mp3"), ("annotations/lines", ".csv")):
        path = root / folder / f"Rxbyn_-_Bad_Side{suffix}"
        path.rename(path.with_name(f"Rxbyn_-_Bad#_Side{suffix}"))
    rewrite(root / "JamendoLyrics.csv", "Rxbyn_-_Bad_Side", "Rxbyn_-_Bad#_Side")
    assert rows(root)["Rxbyn_-_Bad_Side_01"]["path"] == "mp3/Rxbyn_-_Bad#_Side.mp3"


def test_letters_that_a_mac_takes_apart(root):
    first = rows(root)
    for folder in ("mp3", "annotations/lines"):
        for path in (root / folder).iterdir():
            path.rename(path.with_name(unicodedata.normalize("NFD", path.name)))
    second = rows(root)
    assert second.keys() == first.keys()
    assert {row["text"] for row in second.values()} == {row["text"] for row in first.values()}


@pytest.mark.parametrize(
    ("spelt", "licence"),
    [
        ("BY", "CC-BY-3.0"),
        ("CC BY-NC", "CC-BY-NC-3.0"),
        ("CC  BY-NC-SA", "CC-BY-NC-SA-3.0"),
        ("cc by-sa ", "CC-BY-SA-3.0"),
    ],
)
def test_spellings_of_a_licence(root, spelt, licence):
    rewrite(root / "JamendoLyrics.csv", ",BY-ND,", f",{spelt},")
    assert rows(root)["HILA_-_Give_Me_the_Same_01"]["licence"] == licence


def test_the_licence_of_the_corpus_is_the_strictest_of_its_songs():
    corpus = jamendo_lyrics.CORPUS
    mine = corpus.licence
    rest = [known_licences()[name] for name in corpus.row_licences]
    assert mine.spdx not in corpus.row_licences
    assert {name.licence.split()[-1] for name in trees.songs()} == {
        name.removeprefix("CC-").removesuffix("-3.0") for name in (mine.spdx, *corpus.row_licences)
    }
    for flag in ("redistribution", "commercial_use", "derivatives"):
        assert getattr(mine, flag) <= min(getattr(licence, flag) for licence in rest)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (",English,", ",Klingon,", "the language 'Klingon'"),
        (",BY-ND,", ",ARR,", "the licence 'ARR'"),
        (",BY-ND,", ",,", "the licence ''"),
    ],
)
def test_a_row_that_cannot_be_is_named(root, old, new, found):
    table = rewrite(root / "JamendoLyrics.csv", old, new)
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 2", found)


@pytest.mark.parametrize("time", ["", "early", "-1.0", "nan", "inf", "1e3", "1,5", "9999999", "١"])
def test_a_time_that_cannot_be_is_named(root, time):
    table = root / "annotations/lines/HILA_-_Give_Me_the_Same.csv"
    rewrite(table, "1.400000000", f'"{time}"')
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 3", f"the time {time!r}")


def test_a_time_of_hundreds_of_digits_is_named(root):
    table = rewrite(root / "annotations/lines/HILA_-_Give_Me_the_Same.csv", "2.500000000", "9" * 400)
    error = refused(root)
    assert error.where == f"{table}, line 3"
    assert "400" in error.found or "402 characters" in error.found


def test_a_line_is_named_by_where_it_begins_whatever_stands_before_it(root):
    table = rewrite(root / "annotations/lines/HILA_-_Give_Me_the_Same.csv", "a first line, and more", "a first\nline")
    rewrite(table, "\n1.4", "\n\n1.4")
    assert rows(root)["HILA_-_Give_Me_the_Same_01"]["text"] == "a first\nline"
    rewrite(table, "1.400000000", "soon")
    assert refused(root).where == f"{table}, line 5"


def test_a_comma_that_cuts_a_line_of_lyrics_is_named(root):
    table = rewrite(root / "annotations/lines/HILA_-_Give_Me_the_Same.csv", "a second line", "a second, line")
    error = refused(root)
    assert (error.where, error.found) == (str(table), "4 fields in line 3")


@pytest.mark.parametrize("name", ["../../../secret.mp3", "/tmp/secret.mp3", "..", "", "a\\b.mp3", "a\0.mp3"])
def test_a_name_that_leads_out_is_refused_before_anything_is_opened(root, name, monkeypatch):
    opened = []
    whole = jamendo_lyrics.read_table
    monkeypatch.setattr(
        jamendo_lyrics, "read_table", lambda path, **options: opened.append(path) or whole(path, **options)
    )
    (root.parent.parent / "secret.csv").write_text("start_time,end_time,lyrics_line\n0,1,secret\n")
    table = rewrite(root / "JamendoLyrics.csv", "HILA_-_Give_Me_the_Same.mp3", name)
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 2", f"the Filepath {name!r}")
    assert opened == [table]


@pytest.mark.parametrize(("old", "new"), [("2.500000000", "1.0"), ("2.500000000", "999.0")])
def test_a_stretch_that_is_not_in_the_song_is_damage(root, old, new):
    rewrite(root / "annotations/lines/HILA_-_Give_Me_the_Same.csv", old, new)
    assert "HILA_-_Give_Me_the_Same_02 is said to run from 1.4 s to" in refused(root).found
    assert len(rows(root, allow_damaged=True)) == 14


def test_columns_missing(root):
    rewrite(root / "JamendoLyrics.csv", "LicenseType,Language", "Licence,Lang")
    assert refused(root).found == "no column LicenseType, Language"


def test_columns_of_the_lines_missing(root):
    table = rewrite(root / "annotations/lines/Rxbyn_-_Bad_Side.csv", "lyrics_line", "text")
    error = refused(root)
    assert (error.where, error.found) == (str(table), "no column lyrics_line")


def test_a_song_without_lines_is_named(root):
    path = root / "annotations/lines/Drei_Nüsse_-_patrouille.csv"
    path.unlink()
    assert refused(root).where == str(path)


def test_a_song_without_a_file_is_damage(root):
    (root / "mp3/Rxbyn_-_Bad_Side.mp3").unlink()
    assert "mp3/Rxbyn_-_Bad_Side.mp3: missing" in refused(root).found
    assert len(rows(root, allow_damaged=True)) == 12


def test_a_song_listed_twice(root):
    table = root / "JamendoLyrics.csv"
    table.write_text(table.read_text("utf-8") + table.read_text("utf-8").splitlines()[1] + "\n", encoding="utf-8")
    assert refused(root).found.startswith("3 ids more than once: HILA_-_Give_Me_the_Same_01")


def test_byte_order_mark_and_windows_line_ends(root):
    first = rows(root)
    for path in (root / "JamendoLyrics.csv", *(root / "annotations/lines").iterdir()):
        path.write_text(path.read_text("utf-8"), encoding="utf-8-sig", newline="\r\n")
    assert rows(root) == first


def test_an_upper_case_suffix(root):
    (root / "mp3/Rxbyn_-_Bad_Side.mp3").rename(root / "mp3/Rxbyn_-_Bad_Side.MP3")
    rewrite(root / "JamendoLyrics.csv", "Rxbyn_-_Bad_Side.mp3", "Rxbyn_-_Bad_Side.MP3")
    assert rows(root)["Rxbyn_-_Bad_Side_01"]["path"] == "mp3/Rxbyn_-_Bad_Side.MP3"


def test_the_songs_are_stereo_mp3(root):
    about = soundfile.info(root / "mp3/Rxbyn_-_Bad_Side.mp3")
    assert (about.format, about.channels) == ("MP3", 2)


def test_all_of_it(tmp_path):
    index = build_index(jamendo_lyrics.CORPUS, trees.full(tmp_path))
    found = index.rows()
    assert index.notices == ()
    assert Counter(row["language"] for row in found) == jamendo_lyrics.EXPECTED_LINES
    songs = {(row["language"], row["song"]) for row in found}
    assert Counter(language for language, _ in songs) == {"en": 20, "de": 20, "es": 20, "fr": 19}
    assert len({row["licence"] for row in found}) == 6
