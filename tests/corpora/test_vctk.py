"""VCTK: both releases, with what each of them lacks."""

from __future__ import annotations

from collections import Counter

import pytest

from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.vctk import CORPUS, locate
from manifests.errors import CorpusError
from tests.corpora.trees.sounds import tiny_wav
from tests.corpora.trees.vctk import full, full_092, small, small_092


def by_id(root):
    return {entry.id: entry for entry in read_entries(CORPUS, root)}


class TestRelease080:
    def test_row(self, tmp_path):
        row = {row["id"]: row for row in build_index(CORPUS, small(tmp_path)).rows()}["p225_002"]
        assert row["path"] == "wav48/p225/p225_002.wav"
        assert (row["speaker"], row["sex"], row["age"]) == ("p225", "female", 23.0)
        assert row["text"] == "Ask her to bring these things with her from the store."
        assert {name: row[name] for name in CORPUS.extra_columns} == {
            "sentence": "002",
            "microphone": "",
            "accent": "English",
            "region": "Southern England",
        }
        assert (row["sampling_rate"], row["licence"]) == (48_000, "ODC-By-1.0")

    def test_speaker_without_a_row_and_speaker_without_texts(self, tmp_path):
        entries = by_id(small(tmp_path))
        unknown, silent = entries["p280_001"], entries["p315_001"]
        assert (unknown.sex, unknown.age, unknown.text) == ("", None, "Please call Stella.")
        assert (silent.sex, silent.age, silent.text) == ("male", 18.0, "")

    @pytest.mark.slow
    def test_whole(self, tmp_path):
        root = full(tmp_path)
        entries = read_entries(CORPUS, root)
        assert len(entries) == CORPUS.expected_at(root) == 44_242
        speakers = {entry.speaker: entry.sex for entry in entries}
        assert Counter(speakers.values()) == {"female": 61, "male": 47, "": 1}
        assert min(Counter(entry.speaker for entry in entries).values()) >= 30
        assert {entry.speaker for entry in entries if not entry.text} == {"p315"}


class TestRelease092:
    def test_first_microphone(self, tmp_path):
        root = small_092(tmp_path)
        assert locate(tmp_path) == root
        assert CORPUS.expected_at(root) == 44_455
        rows = build_index(CORPUS, root).rows()
        assert {row["microphone"] for row in rows} == {"mic1"}
        assert len(rows) == 12
        assert {row["licence"] for row in rows} == {"CC-BY-4.0"}
        assert rows[0]["path"] == "wav48_silence_trimmed/p225/p225_001_mic1.flac"

    def test_notes_in_parentheses_are_no_region(self, tmp_path):
        entries = by_id(small_092(tmp_path))
        found = {name: (entry.sex, entry.extra["accent"], entry.extra["region"]) for name, entry in entries.items()}
        assert found["p280_001"] == ("female", "Unknown", "France")
        assert found["p315_001"] == ("male", "American", "New England")
        assert found["s5_001"] == ("female", "British", "")

    def test_second_microphone_of_a_speaker_without_the_first(self, tmp_path):
        root = small_092(tmp_path)
        for path in sorted((root / "wav48_silence_trimmed/p362").glob("*_mic1.flac")):
            path.unlink()
        (root / "wav48_silence_trimmed/p226/p226_001_mic1.flac").unlink()
        entries = by_id(root)
        assert {entry.extra["microphone"] for entry in entries.values() if entry.speaker == "p362"} == {"mic2"}
        assert "p226_001" not in entries  # one microphone a speaker

    @pytest.mark.slow
    def test_whole(self, tmp_path):
        root = full_092(tmp_path)
        entries = read_entries(CORPUS, root)
        assert len(entries) == CORPUS.expected_at(root) == 44_455
        assert len({entry.speaker for entry in entries}) == 110
        assert len(list((root / "wav48_silence_trimmed").glob("*/*_mic2.flac"))) == 43_873


class TestSpeakerInfo:
    @pytest.mark.parametrize(
        ("row", "person"),
        [
            ("p326  26  M    Australian  English  Sydney", ("male", 26.0, "Australian English", "Sydney")),
            ("p335  25  F    NewZealand  English", ("female", 25.0, "NewZealand English", "")),
            ("p248  23  F    Indian  ", ("female", 23.0, "Indian", "")),
            ("p248  F    Indian  ", ("female", None, "Indian", "")),
            ("p248\t23\tF\tIrish\tCounty  Down", ("female", 23.0, "Irish", "County Down")),
        ],
    )
    def test_row(self, row, person, tmp_path):
        root = small(tmp_path)
        (root / "speaker-info.txt").write_text(f"ID  AGE  GENDER  ACCENTS  REGION\n{row}\n")
        speaker = row.split()[0]
        (root / "wav48" / speaker).mkdir()
        tiny_wav(root / f"wav48/{speaker}/{speaker}_001.wav", 0)
        entry = by_id(root)[f"{speaker}_001"]
        assert (entry.sex, entry.age, entry.extra["accent"], entry.extra["region"]) == person

    def test_byte_order_mark_windows_line_ends_and_blank_lines(self, tmp_path):
        root = small(tmp_path)
        first = by_id(root)
        text = (root / "speaker-info.txt").read_text().replace("\n226", "\n \t\n\n226")
        (root / "speaker-info.txt").write_text(text, encoding="utf-8-sig", newline="\r\n")
        for path in sorted(root.glob("txt/*/*.txt")):
            path.write_text(path.read_text(), encoding="utf-8-sig", newline="\r\n")
        assert by_id(root) == first

    @pytest.mark.parametrize(
        ("old", "new", "where", "found"),
        [
            ("GENDER  ACCENTS", "SEX  ACCENT", "", "no column GENDER, ACCENTS in its first line"),
            ("226  22  M", "226  22  X", ", line 3", "'226  22  X    English    Surrey'"),
            ("226  22  M    English    Surrey", "226", ", line 3", "'226'"),
            ("226  22", "225  22", ", line 3", "the speaker p225 again"),
        ],
    )
    def test_broken(self, old, new, where, found, tmp_path):
        path = small(tmp_path) / "speaker-info.txt"
        path.write_text(path.read_text().replace(old, new, 1))
        with pytest.raises(CorpusError) as error:
            build_index(CORPUS, tmp_path)
        assert (error.value.where, error.value.found) == (f"{path}{where}", found)

    def test_empty(self, tmp_path):
        (small(tmp_path) / "speaker-info.txt").write_text("")
        with pytest.raises(CorpusError, match="no column ID, AGE, GENDER, ACCENTS, REGION"):
            build_index(CORPUS, tmp_path)


def test_recording_of_another_speaker(tmp_path):
    root = small(tmp_path)
    tiny_wav(root / "wav48/p225/p226_009.wav", 0)
    with pytest.raises(CorpusError, match=r"p226_009\.wav: found a recording of p226 in the folder p225"):
        build_index(CORPUS, root)


def test_text_that_is_not_utf8(tmp_path):
    root = small(tmp_path)
    (root / "txt/p225/p225_001.txt").write_bytes(b"caf\xe9")
    with pytest.raises(CorpusError, match=r"p225_001\.txt: found a byte that is not UTF-8"):
        build_index(CORPUS, root)


def test_upper_case_suffix_and_other_files(tmp_path):
    root = small(tmp_path)
    ids = list(by_id(root))
    for path in sorted(root.glob("wav48/*/*.wav")):
        path.rename(path.with_suffix(".WAV"))
    (root / "wav48/p225/._p225_001.wav").write_bytes(b"made by a Mac")
    (root / "wav48/p225/p225_295.raw").write_bytes(b"x")
    (root / "wav48/log.txt").write_text("x")
    assert list(by_id(root)) == ids


def test_one_recording_in_two_formats_is_refused(tmp_path):
    root = small(tmp_path)
    tiny_wav(root / "wav48/p225/p225_001.flac", 0)
    with pytest.raises(CorpusError, match="1 id more than once: p225_001"):
        build_index(CORPUS, root)
