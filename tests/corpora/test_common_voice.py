"""Common Voice: one recording of each speaker who states an age."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from corpora import common_voice
from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from manifests.errors import CorpusError
from tests.corpora.trees import common_voice as trees


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return trees.small(tmp_path_factory.mktemp("made"))


@pytest.fixture
def root(made, tmp_path):
    return shutil.copytree(made, tmp_path / made.name)


@pytest.fixture
def table(root):
    return root / "en/validated.tsv"


def rows(root, **options):
    return {row["id"]: row for row in build_index(common_voice.CORPUS, root, **options).rows()}


def entries(root):
    return {entry.id: entry for entry in read_entries(common_voice.CORPUS, root)}


def refused(root):
    with pytest.raises(CorpusError) as caught:
        entries(root)
    return caught.value


def test_a_row(root):
    found = rows(root)
    row = found["common_voice_en_20000010"]
    assert row["path"] == "en/clips/common_voice_en_20000010.mp3"
    assert (row["age_group"], row["age"], row["sex"]) == ("forties", None, "female")  # spelt "fourties" in the release
    assert (row["accent"], row["language"], row["licence"]) == ("England English", "en", "CC0-1.0")
    assert len(row["speaker"]) == 128
    assert row["text"] == '"He said sentence 10.'  # quotation marks mean nothing here
    assert (row["sampling_rate"], row["channels"]) == (32_000, 1)


def test_one_recording_a_speaker_the_first_by_path(root):
    found = rows(root)
    assert len({row["speaker"] for row in found.values()}) == len(found) == 20
    assert "common_voice_en_19999999" in found
    assert "common_voice_en_20000000" not in found


def test_speakers_without_an_age_and_recordings_that_were_not_approved_are_left_out(root):
    found = rows(root)
    assert "common_voice_en_20000020" not in found
    assert "common_voice_en_1" not in found
    assert Counter(row["age_group"] for row in found.values())["seventies"] == 2


def test_of_a_speaker_who_states_an_age_only_later_the_recording_that_states_it(root, table):
    lines = [
        trees.row(20, "common_voice_en_20000020.mp3", age=""),
        trees.row(20, "common_voice_en_20000021.mp3", age="teens"),
    ]
    trees.write_table(root, lines)
    assert list(entries(root)) == ["common_voice_en_20000021"]


def test_expects_a_recording_for_each_speaker(root):
    assert common_voice.CORPUS.expected_at(root) == 20
    assert build_index(common_voice.CORPUS, root).notices == ()


@pytest.mark.parametrize(
    ("gender", "sex"),
    [
        ("male", "male"), ("female", "female"), ("male_masculine", "male"), ("female_feminine", "female"),
        ("other", ""), ("", ""), ("non-binary", ""), ("do_not_wish_to_say", ""), ("transgender", ""),
    ],
)  # fmt: skip
def test_spellings_of_sex(root, gender, sex):
    trees.write_table(root, [trees.row(1, "common_voice_en_20000001.mp3", age="teens", gender=gender)])
    assert [entry.sex for entry in entries(root).values()] == [sex]


@pytest.mark.parametrize("age", common_voice.AGE_GROUPS)
def test_spellings_of_age(root, age):
    trees.write_table(root, [trees.row(1, "common_voice_en_20000001.mp3", age=age)])
    assert [entry.extra["age_group"] for entry in entries(root).values()] == [age.replace("fou", "fo")]


def test_columns_of_other_releases(root, table):
    """Release 5 has `accent`, release 14 and later have `variant`, release 17 has `sentence_id`; order varies."""
    first = entries(root)
    lines = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    lines[0][lines[0].index("accents")] = "accent"
    added = [["sentence_id", *reversed(lines[0])], *(["x", *reversed(line)] for line in lines[1:])]
    table.write_text("".join("\t".join(line) + "\n" for line in added), encoding="utf-8")
    assert entries(root) == first


def test_paths_without_a_suffix(root, table):
    first = entries(root)
    table.write_text(table.read_text("utf-8").replace(".mp3\t", "\t"), encoding="utf-8")
    assert entries(root) == first


def test_two_locales(root):
    shutil.copytree(root / "en", root / "zh-CN")
    for path in sorted((root / "zh-CN/clips").iterdir()):
        path.rename(path.with_name(path.name.replace("_en_", "_zh-CN_")))
    table = root / "zh-CN/validated.tsv"
    table.write_text(table.read_text("utf-8").replace("_en_", "_zh-CN_"), encoding="utf-8")
    found = rows(root)
    assert Counter(row["language"] for row in found.values()) == {"en": 20, "zh": 20}
    assert found["common_voice_zh-CN_20000003"]["path"] == "zh-CN/clips/common_voice_zh-CN_20000003.mp3"
    assert common_voice.CORPUS.expected_at(root) == 40


def test_byte_order_mark_windows_line_ends_and_blank_lines(root, table):
    first = entries(root)
    text = table.read_text("utf-8").replace("\n", "\n \t\n\n", 1)
    table.write_text(text + "\n", encoding="utf-8-sig", newline="\r\n")
    assert {name: entry.extra for name, entry in entries(root).items()} == {
        name: entry.extra for name, entry in first.items()
    }


def test_columns_missing(root, table):
    table.write_text(table.read_text("utf-8").replace("age\tgender", "years\tsex", 1), encoding="utf-8")
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 1", "no column age, gender")


def test_an_empty_table(root, table):
    table.write_text("")
    assert refused(root).where == f"{table}, line 1"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("only\tthree\tfields", "3 fields"),
        ("one", "1 field"),
        ("\t".join(trees.row(1, "c.mp3", age="elderly")), "the age 'elderly'"),
        ("\t".join(trees.row(1, "", age="teens")), "no path"),
        ("\t".join(("", *trees.row(1, "c.mp3", age="teens")[1:])), "no client_id"),
    ],
)
def test_a_line_that_cannot_be_is_named(root, table, line, found):
    with table.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 24", found)


def test_bytes_that_are_not_utf_8(root, table):
    table.write_bytes(table.read_bytes() + b"\xff\xfe\n")
    error = refused(root)
    assert (error.where, error.found) == (str(table), "a byte that is not UTF-8")


def test_a_path_that_leads_out_is_named(root, table):
    with table.open("a", encoding="utf-8") as file:
        file.write("\t".join(trees.row(77, "../../../etc/passwd", age="teens")) + "\n")
    assert refused(root).where == f"{table}, line 24"


def test_a_recording_of_two_speakers(root, table):
    with table.open("a", encoding="utf-8") as file:
        file.write("\t".join(trees.row(77, "common_voice_en_20000003.mp3", age="teens")) + "\n")
    assert refused(root).found == (
        "1 id more than once: common_voice_en_20000003 (en/validated.tsv, line 5; en/validated.tsv, line 24)"
    )


def test_a_recording_twice_is_named_with_both_lines(root, table):
    lines = table.read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join([*lines, lines[4].replace("fifties", "teens")]) + "\n", encoding="utf-8")
    error = refused(root)
    assert (error.where, error.found) == (f"{table}, line 24", "common_voice_en_20000003.mp3 of line 5 again")


def test_a_recording_that_is_missing_is_damage(root):
    (root / "en/clips/common_voice_en_20000003.mp3").unlink()
    with pytest.raises(CorpusError, match=r"en/clips/common_voice_en_20000003\.mp3: missing"):
        rows(root)
    assert len(rows(root, allow_damaged=True)) == 19


def test_all_of_it(tmp_path):
    root = trees.full(tmp_path)
    found = entries(root)
    counts = Counter(entry.extra["age_group"] for entry in found.values())
    assert len(found) == common_voice.CORPUS.expected_at(root) == 6_000
    assert min(counts[age] for age in ("teens", "twenties", "thirties", "forties", "fifties", "sixties")) >= 400
    assert all((root / entry.path).is_file() for entry in found.values())
