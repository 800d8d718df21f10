"""The real layouts, with their quirks."""

from __future__ import annotations

import shutil

import pytest

from corpora import librispeech, ljspeech, speech_accent_archive
from corpora.indexing.build import build_index
from manifests.errors import CorpusError


def rows(corpus, root):
    return {row["id"]: row for row in build_index(corpus, root).rows()}


class TestLJSpeech:
    def test_row(self, make_tree, tmp_path):
        row = rows(ljspeech.CORPUS, make_tree("ljspeech", tmp_path))["LJ001-0002"]
        assert (row["speaker"], row["sex"], row["age"]) == ("LJ", "female", None)
        assert row["path"] == "wavs/LJ001-0002.wav"
        assert row["text"] == 'He said "1 of five'  # quotation marks mean nothing here
        assert (row["sampling_rate"], row["frames"], row["channels"]) == (22_050, 2_205, 1)

    def test_byte_order_mark_and_windows_line_ends(self, make_tree, tmp_path):
        root = make_tree("ljspeech", tmp_path)
        first = rows(ljspeech.CORPUS, root)
        text = (root / "metadata.csv").read_text()
        (root / "metadata.csv").write_text(text, encoding="utf-8-sig", newline="\r\n")
        assert rows(ljspeech.CORPUS, root) == first

    def test_line_without_fields(self, make_tree, tmp_path):
        root = make_tree("ljspeech", tmp_path)
        with (root / "metadata.csv").open("a") as file:
            file.write("LJ001-0009\n")
        with pytest.raises(CorpusError, match=r"metadata.csv, line 6: found 1 field\n"):
            build_index(ljspeech.CORPUS, root)

    def test_lines_of_nothing_but_blanks(self, make_tree, tmp_path):
        root = make_tree("ljspeech", tmp_path)
        first = rows(ljspeech.CORPUS, root)
        text = (root / "metadata.csv").read_text()
        (root / "metadata.csv").write_text(" \n" + text.replace("\n", "\n\t \n\n") + "   ")
        assert rows(ljspeech.CORPUS, root) == first

    def test_another_corpus_in_its_layout(self, make_tree, tmp_path):
        root = make_tree("ljspeech", tmp_path)
        metadata = root / "metadata.csv"
        metadata.write_text(metadata.read_text().replace("LJ", "HUI"))
        assert ljspeech.locate(tmp_path) is None


class TestLibriSpeech:
    def test_rows(self, make_tree, tmp_path):
        found = rows(librispeech.CORPUS, make_tree("librispeech", tmp_path))
        assert len(found) == 6
        row = found["61-70968-0001"]
        assert row["path"] == "test-clean/61/70968/61-70968-0001.flac"
        assert (row["speaker"], row["sex"], row["text"]) == ("61", "male", "HE WAS NUMBER RIVER")
        assert (row["split"], row["chapter"]) == ("test-clean", "70968")
        assert found["1688-142285-0000"]["sex"] == ""

    def test_an_utterance_twice_in_a_transcript_is_named_with_its_line(self, make_tree, tmp_path):
        root = make_tree("librispeech", tmp_path)
        transcript = root / "test-clean/61/70968/61-70968.trans.txt"
        transcript.write_text(transcript.read_text() + "61-70968-0001 SOMETHING ELSE\n")
        with pytest.raises(CorpusError, match=r"trans\.txt, line 4: found the utterance 61-70968-0001 a second"):
            build_index(librispeech.CORPUS, root)

    def test_upper_case_suffixes_are_recordings_too(self, make_tree, tmp_path):
        root = make_tree("librispeech", tmp_path)
        path = root / "test-clean/61/70968/61-70968-0001.flac"
        path.rename(path.with_suffix(".FLAC"))
        assert rows(librispeech.CORPUS, root)["61-70968-0001"]["path"].endswith("61-70968-0001.FLAC")

    def test_without_a_transcript_there_is_no_text(self, make_tree, tmp_path):
        root = make_tree("librispeech", tmp_path)
        (root / "test-other/1688/142285/1688-142285.trans.txt").unlink()
        assert rows(librispeech.CORPUS, root)["1688-142285-0000"]["text"] == ""

    def test_expects_both_splits_for_testing_and_what_else_is_there(self, make_tree, tmp_path):
        root = make_tree("librispeech", tmp_path)
        assert librispeech.CORPUS.expected_at(root) == 2_620 + 2_939
        assert sum(librispeech.EXPECTED_FILES.values()) == 292_367
        (notice,) = build_index(librispeech.CORPUS, root).notices
        assert notice.startswith("librispeech: 6 of 5,559 recordings (test-clean 3 of 2,620; test-other 3 of 2,939);")
        shutil.rmtree(root / "test-clean")
        assert librispeech.CORPUS.expected_at(root) == 2_620 + 2_939
        (notice,) = build_index(librispeech.CORPUS, root).notices
        assert "test-clean 0 of 2,620" in notice
        assert "unpack test-clean.tar.gz beside what is here" in notice
        (root / "dev-clean").mkdir()
        assert librispeech.CORPUS.expected_at(root) == 2_620 + 2_939 + 2_703

    def test_named_by_a_transcript_but_missing(self, make_tree, tmp_path):
        root = make_tree("librispeech", tmp_path)
        (root / "test-clean/61/70968/61-70968-0002.flac").unlink()
        with pytest.raises(CorpusError, match=r"test-clean/61/70968/61-70968-0002\.flac: missing"):
            build_index(librispeech.CORPUS, root)

    def test_libritts_is_another_corpus(self, noise, tmp_path):
        noise(tmp_path / "LibriTTS/test-clean/61/70968/61_70968_000000_000000.wav")
        assert librispeech.locate(tmp_path) is None


class TestSpeechAccentArchive:
    def test_rows(self, make_tree, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        found = rows(speech_accent_archive.CORPUS, root)
        # Rows flagged as missing, twice or not, and the two that the release forgot to flag, are left out.
        assert list(found) == ["afrikaans1", "afrikaans2", "bambara1", "lao2", "sa'a1", "synthesized1", "taiwanese7"]
        row = found["bambara1"]
        assert row["path"] == "recordings/recordings/bambara1.mp3"
        assert (row["speaker"], row["sex"], row["age"], row["age_onset"]) == ("29", "female", 15.5, "12")
        assert (row["native_language"], row["birthplace"], row["country"]) == ("bambara", "bamako, mali", "mali")
        assert row["csv_row"] == "4"
        assert row["text"] == "A paragraph of English."
        assert found["taiwanese7"]["sex"] == "female"  # spelt "famale" in the release
        assert found["synthesized1"]["age"] is None

    @pytest.mark.parametrize("suffix", [".mp3", ".wav", ".flac"])
    def test_recordings_one_level_up(self, suffix, make_tree, noise, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        for path in sorted((root / "recordings/recordings").iterdir()):
            path.unlink()
            noise(root / "recordings" / f"{path.stem}{suffix}", seconds=0.5)
        (root / "recordings/recordings").rmdir()
        assert rows(speech_accent_archive.CORPUS, root)["lao2"]["path"] == f"recordings/lao2{suffix}"

    def test_missing_recording(self, make_tree, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        (root / "recordings/recordings/lao2.mp3").unlink()
        with pytest.raises(CorpusError, match=r"recordings/lao2\.mp3: missing"):
            build_index(speech_accent_archive.CORPUS, root)

    def test_column_missing(self, make_tree, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        table = root / "speakers_all.csv"
        table.write_text(table.read_text().replace("native_language,sex", "language,gender"))
        with pytest.raises(CorpusError, match="no column native_language, sex"):
            build_index(speech_accent_archive.CORPUS, root)

    def test_byte_order_mark_windows_line_ends_and_blank_lines(self, make_tree, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        first = rows(speech_accent_archive.CORPUS, root)
        table = root / "speakers_all.csv"
        text = table.read_text().replace("FALSE,,,\n", "FALSE,,,\n \t\n\n,,,,,,,,,,,\n")
        table.write_text(f"  \n{text}   ", encoding="utf-8-sig", newline="\r\n")
        assert rows(speech_accent_archive.CORPUS, root) == first

    @pytest.mark.parametrize(
        ("end", "found"), [("27,9,virginia\n", "3 fields in line 16"), ('27,9,"virginia', "line 16 is not CSV")]
    )
    def test_table_cut_short(self, end, found, make_tree, tmp_path):
        root = make_tree("speech_accent_archive", tmp_path)
        with (root / "speakers_all.csv").open("a") as file:
            file.write(end)
        with pytest.raises(CorpusError, match=found):
            build_index(speech_accent_archive.CORPUS, root)
