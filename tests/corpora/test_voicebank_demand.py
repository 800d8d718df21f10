"""VoiceBank-DEMAND: 824 sentences, clean and noisy, and the log that says how noisy."""

from __future__ import annotations

from collections import Counter

import pytest

from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.voicebank_demand import CORPUS, locate
from manifests.errors import CorpusError
from tests.corpora.trees.sounds import tiny_wav
from tests.corpora.trees.voicebank_demand import full, small


def by_id(root):
    return {entry.id: entry for entry in read_entries(CORPUS, root)}


def test_rows(tmp_path):
    rows = {row["id"]: row for row in build_index(CORPUS, small(tmp_path)).rows()}
    clean, noisy = rows["clean/p232_002"], rows["noisy/p232_002"]
    assert (clean["path"], noisy["path"]) == ("clean_testset_wav/p232_002.wav", "noisy_testset_wav/p232_002.wav")
    assert (clean["condition"], clean["utterance"], clean["noise"], clean["snr_db"]) == ("clean", "p232_002", "", "")
    assert (noisy["condition"], noisy["utterance"], noisy["noise"], noisy["snr_db"]) == (
        "noisy",
        "p232_002",
        "cafe",
        "7.5",
    )
    assert (noisy["speaker"], noisy["sex"], noisy["text"]) == ("p232", "male", "This is sentence 2.")
    assert rows["noisy/p257_003"]["sex"] == "female"
    assert clean["frames"] == noisy["frames"]


def test_whole(tmp_path):
    entries = read_entries(CORPUS, full(tmp_path))
    assert Counter((entry.speaker, entry.extra["condition"]) for entry in entries) == {
        ("p232", "clean"): 393,
        ("p232", "noisy"): 393,
        ("p257", "clean"): 431,
        ("p257", "noisy"): 431,
    }
    assert len(entries) == CORPUS.expected_files
    assert {entry.extra["snr_db"] for entry in entries} == {"", "2.5", "7.5", "12.5", "17.5"}


def test_training_sets_beside_it_are_left_aside(tmp_path):
    root = small(tmp_path)
    first = by_id(root)
    for name in ("clean_trainset_28spk_wav", "noisy_trainset_28spk_wav"):
        (root / name).mkdir()
        tiny_wav(root / name / "p226_001.wav", 0)
    (root / "log_trainset_28spk.txt").write_text("p226_001 babble 0\n")
    assert by_id(root) == first


def test_without_log_and_texts(tmp_path):
    root = small(tmp_path)
    ids = set(by_id(root))
    (root / "log_testset.txt").unlink()
    for path in (root / "testset_txt").iterdir():
        path.unlink()
    entries = by_id(root)
    assert set(entries) == ids
    assert {(entry.extra["noise"], entry.extra["snr_db"], entry.text) for entry in entries.values()} == {("", "", "")}


def test_log_in_a_folder_of_its_own(tmp_path):
    root = small(tmp_path)
    (root / "logfiles").mkdir()
    (root / "log_testset.txt").rename(root / "logfiles/log_testset.txt")
    assert by_id(root)["noisy/p232_001"].extra["noise"] == "bus"
    assert by_id(root)["noisy/p232_001"].origin == "logfiles/log_testset.txt, line 1"


def test_byte_order_mark_windows_line_ends_blank_lines_and_exponents(tmp_path):
    root = small(tmp_path)
    first = by_id(root)
    log = root / "log_testset.txt"
    text = log.read_text().replace(" 12.5\n", " 1.250000e+01 \n").replace("\n", "\n\n")
    log.write_text(text, encoding="utf-8-sig", newline="\r\n")
    assert [(entry.id, entry.extra) for entry in by_id(root).values()] == [
        (entry.id, entry.extra) for entry in first.values()
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("p232_002 cafe", "'p232_002 cafe'"),
        ("p232_002 cafe loud", "'p232_002 cafe loud'"),
        ("p232_002 cafe nan", "'p232_002 cafe nan'"),
        ("cafe p232_002 7.5", "'cafe p232_002 7.5'"),
        ("p232_002 cafe 7.5 dB", "'p232_002 cafe 7.5 dB'"),
        ("p232_001 cafe 7.5", "p232_001 again, as in log_testset.txt, line 1"),
    ],
)
def test_broken_log(line, found, tmp_path):
    root = small(tmp_path)
    log = root / "log_testset.txt"
    log.write_text(log.read_text().replace("p232_002 cafe 7.5", line))
    with pytest.raises(CorpusError) as error:
        build_index(CORPUS, root)
    assert (error.value.where, error.value.found) == (f"{log}, line 2", found)


def test_rows_without_files_are_damage(tmp_path):
    root = small(tmp_path)
    (root / "noisy_testset_wav/p232_003.wav").unlink()
    with pytest.raises(CorpusError, match=r"1 of 16 .*\n +noisy_testset_wav/p232_003\.wav: missing"):
        build_index(CORPUS, root)


def test_files_without_rows_are_left_out(tmp_path):
    root = small(tmp_path)
    first = by_id(root)
    tiny_wav(root / "noisy_testset_wav/p257_400.wav", 0)
    (root / "clean_testset_wav/._p232_001.wav").write_bytes(b"made by a Mac")
    assert by_id(root) == first


def test_upper_case_suffix(tmp_path):
    root = small(tmp_path)
    for path in sorted(root.rglob("*.wav")):
        path.rename(path.with_suffix(".WAV"))
    assert locate(tmp_path) == root
    assert {row["path"][-4:] for row in build_index(CORPUS, root).rows()} == {".WAV"}


def test_one_half_alone_is_not_the_corpus(tmp_path):
    root = small(tmp_path)
    (root / "noisy_testset_wav").rename(root / "noisy")
    assert locate(tmp_path) is None
