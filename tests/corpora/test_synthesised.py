"""A folder of synthetic speech, from here or from elsewhere: what is read of it, and what is said of a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.synthesis.listing import HEADER
from manifests.errors import CorpusError
from tests.corpora.trees import synthesised as trees
from tests.corpora.trees.sounds import write_noise

CORPUS = corpus_named("synthesised")
GOOD = "one|clips/one.wav|cosyvoice|中文女|zh|angry|Apache-2.0|他连声招呼都不打就走了！"
OTHER = "two|clips/two.wav|cosyvoice||en-GB||LicenseRef-Mine|\"Yes\" or 'no', he said."


def folder_of(tmp_path: Path, *lines: str, header: str = HEADER, before: bytes = b"", end: str = "\n") -> Path:
    root = tmp_path / "speech"
    for name in ("one", "two"):
        write_noise(root / "clips" / f"{name}.wav")
    (root / "metadata.csv").write_bytes(before + end.join([header, *lines, ""]).encode())
    return root


def refusal(root: Path) -> CorpusError:
    with pytest.raises(CorpusError) as caught:
        build_index(CORPUS, root)
    return caught.value


def test_what_is_read(tmp_path):
    index = build_index(CORPUS, folder_of(tmp_path, GOOD, "", OTHER))
    one, two = index.rows()
    assert index.notices == ()
    assert (one["id"], one["key"], one["text"]) == ("one", "one", "他连声招呼都不打就走了！")
    assert (one["engine"], one["voice"], one["language"], one["style"]) == ("cosyvoice", "中文女", "zh", "angry")
    assert (one["licence"], two["licence"]) == ("Apache-2.0", "LicenseRef-Mine")
    assert (one["speaker"], two["speaker"]) == ("cosyvoice, 中文女", "cosyvoice, its own voice")
    assert two["text"] == "\"Yes\" or 'no', he said."


@pytest.mark.parametrize(("before", "end"), [(b"\xef\xbb\xbf", "\n"), (b"", "\r\n"), (b"\xef\xbb\xbf", "\r\n")])
def test_from_windows(before, end, tmp_path):
    plain = build_index(CORPUS, folder_of(tmp_path / "a", GOOD, OTHER))
    windows = build_index(CORPUS, folder_of(tmp_path / "b", GOOD, OTHER, before=before, end=end))
    assert windows.table.equals(plain.table)


def test_files_without_a_line_are_skipped_and_lines_without_a_file_are_damage(tmp_path):
    assert build_index(CORPUS, folder_of(tmp_path / "a", GOOD)).table.num_rows == 1
    error = refusal(folder_of(tmp_path / "b", GOOD, OTHER.replace("two.wav", "absent.wav")))
    assert "clips/absent.wav" in error.found


@pytest.mark.parametrize(
    "header",
    [HEADER.replace("|", ","), HEADER.replace("|", "\t"), HEADER.replace("|style", ""), f"{HEADER}|speaker"],
)
def test_another_header(header, tmp_path):
    error = refusal(folder_of(tmp_path, GOOD, header=header))
    assert error.where.endswith("metadata.csv, line 1")
    assert error.found == f"the header {header!r}"
    assert error.wanted == HEADER


def test_a_header_of_something_else(tmp_path):
    error = refusal(folder_of(tmp_path, GOOD, header="path|text"))
    assert error.found == "another layout: clips/, metadata.csv"
    assert HEADER in error.wanted


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("three", "1 field"),
        (OTHER.rpartition("|")[0], "7 fields"),
        (f"{OTHER}|more", "9 fields"),
        (OTHER.replace("two|", "one|"), "the id 'one' of line 2 again"),
        (OTHER.replace("two.wav", "one.wav"), "the path 'clips/one.wav' of line 2 again"),
        (OTHER.removeprefix("two"), "nothing as id"),
        (OTHER.replace("clips/two.wav", " "), "nothing as path"),
        (OTHER.replace("cosyvoice", ""), "nothing as engine"),
        (OTHER.replace("en-GB", ""), "nothing as language"),
        (OTHER.replace("LicenseRef-Mine", ""), "nothing as licence"),
        (OTHER.rpartition("|")[0] + "|", "nothing as text"),
        (OTHER.replace("en-GB", "English"), "the language 'English'"),
        (OTHER.replace("LicenseRef-Mine", "free to use"), "the licence 'free to use'"),
        (OTHER.replace("clips/two.wav", "../two.wav"), "a part .. in the path '../two.wav'"),
        (OTHER.replace("clips/two.wav", "/tmp/two.wav"), "an absolute path in the path '/tmp/two.wav'"),
        (OTHER.replace("clips/two.wav", "clips\\two.wav"), "a backslash in the path 'clips\\\\two.wav'"),
        (OTHER.replace("two|", "a/../b|"), "a part .. in the id 'a/../b'"),
        (OTHER.replace("he said", "he\0said"), "a NUL in the text"),
    ],
)
def test_a_broken_line_is_named(line, found, tmp_path):
    error = refusal(folder_of(tmp_path, GOOD, line))
    assert error.where.endswith("metadata.csv, line 3")
    assert error.found.startswith(found)


def test_bytes_that_are_no_text(tmp_path):
    root = folder_of(tmp_path, GOOD)
    (root / "metadata.csv").write_bytes(f"{HEADER}\n".encode() + GOOD.encode("gb18030"))
    assert "a byte that is not UTF-8 at offset" in refusal(root).found


def test_a_list_of_nothing(tmp_path):
    assert refusal(folder_of(tmp_path)).found == "no recordings"


def test_all_of_the_terms_and_the_emotions(tmp_path):
    index = build_index(CORPUS, trees.full(tmp_path))
    rows = index.rows()
    assert index.notices == ()
    assert sum(row["id"].startswith("legal-") for row in rows) == 108
    assert sum(row["id"].startswith("medical-") for row in rows) == 248
    assert sum(row["style"] == "angry" for row in rows) == 32
    assert len({row["sha256"] for row in rows}) == len(rows) == 452


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("kokoro at http://127.0.0.1:8880/v1", "kokoro"),
        ("kokoro at https://tts.intern.example.org:8443/v1", "kokoro"),
        ("my model (HTTPS://host/v1)", "my model"),
        ("https://host/v1", "an engine without a name"),
        (
            "espeak-ng (espeakng-loader 0.2.4, 150/200 words/min)",
            "espeak-ng (espeakng-loader 0.2.4, 150/200 words/min)",
        ),
        ("look at me", "look at me"),
    ],
)
def test_where_an_engine_is_asked_is_not_told(engine, told, tmp_path):
    (row,) = build_index(CORPUS, folder_of(tmp_path, GOOD.replace("cosyvoice", engine))).rows()
    assert (row["engine"], row["speaker"]) == (told, f"{told}, 中文女")
