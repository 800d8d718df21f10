"""speechocean762: Kaldi tables joined with the experts' scores, and what is wrong where one of them is."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from corpora.fetching.standing import standing_of
from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.speechocean762 import CORPUS
from manifests.errors import CorpusError
from tests.corpora.trees import speechocean762 as trees


@pytest.fixture
def root(tmp_path):
    return trees.small(tmp_path)


def rescore(root, change):
    """Let `change` alter the scores by utterance."""
    path = root / "resource/scores.json"
    scores = json.loads(path.read_text())
    change(scores)
    path.write_text(json.dumps(scores))


def replace(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refused(root):
    with pytest.raises(CorpusError) as caught:
        read_entries(CORPUS, root)
    return caught.value


def retext(path, utterance, text):
    """Give `utterance` another text in the table."""
    lines = path.read_text().splitlines()
    changed = [f"{utterance}\t{text}" if line.startswith(utterance) else line for line in lines]
    assert changed != lines
    path.write_text("\n".join(changed) + "\n")


def test_a_row(root):
    def change(scores):
        scores["000010011"] = {
            **dict(zip(trees.SENTENCE, (8, 10.0, 9, 7.5, 8), strict=True)),
            "text": "WE",
            "words": [{"text": "WE", "stress": 10, "phones": ["W", "IY0"], "phones-accuracy": [2.0, 1.8]}],
        }

    rescore(root, change)
    retext(root / "train/text", "000010011", "We.")
    replace(root / "train/spk2age", "0001\t6", "0001\t7")
    row = next(row for row in build_index(CORPUS, root).rows() if row["id"] == "000010011")
    assert (row["speaker"], row["sex"], row["age"], row["split"]) == ("0001", "male", 7.0, "train")
    assert row["path"] == "WAVE/SPEAKER0001/000010011.WAV"
    assert (row["sampling_rate"], row["channels"]) == (16_000, 1)
    assert [row[name] for name in trees.SENTENCE] == ["8", "10", "9", "7.5", "8"]
    assert row["words"] == '[{"text":"WE","stress":10,"phones":["W","IY0"],"phones-accuracy":[2.0,1.8]}]'


def test_text_is_that_of_its_split(root):
    said = {entry.id: entry.text for entry in CORPUS.entries(root)}["000030012"]
    retext(root / "test/text", "000030012", said.capitalize() + ".")
    texts = {entry.id: entry.text for entry in CORPUS.entries(root)}
    assert texts["000030012"] == said.capitalize() + "."


def test_scores_of_earlier_copies_lie_at_the_top(root):
    first = list(CORPUS.entries(root))
    (root / "resource/scores.json").rename(root / "scores.json")
    assert CORPUS.locate(root) == root
    assert list(CORPUS.entries(root)) == first


def test_byte_order_mark_windows_line_ends_blank_lines_and_blanks_for_tabs(root):
    first = list(CORPUS.entries(root))
    for name in ("wav.scp", "text", "utt2spk", "spk2age", "spk2gender"):
        path = root / "test" / name
        lines = path.read_text().replace("\t", "  ").splitlines()
        path.write_text("\r\n".join([*lines[:1], " ", *lines[1:], ""]), encoding="utf-8-sig", newline="")
    found = list(CORPUS.entries(root))
    assert [(entry.id, entry.path, entry.text, entry.sex, entry.age, entry.extra) for entry in found] == [
        (entry.id, entry.path, entry.text, entry.sex, entry.age, entry.extra) for entry in first
    ]


def test_age_and_sex_may_be_absent(root):
    (root / "test/spk2age").unlink()
    (root / "train/spk2gender").write_text("")
    entries = {entry.speaker: entry for entry in CORPUS.entries(root)}
    assert (entries["0001"].sex, entries["0001"].age) == ("", 6.0)
    assert (entries["0003"].sex, entries["0003"].age) == ("male", None)


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("test/text", "000030024\t", "000030025\t", r"test/wav\.scp, line 2: found 000030024, which test/text lacks"),
        ("train/utt2spk", "000010035\t", "9\t", r"train/wav\.scp, line 2: found 000010035, which train/utt2spk lacks"),
        (
            "test/wav.scp",
            "000030024\t",
            "000030099\t",
            r"test/wav\.scp, line 2: found 000030099, which test/text",
        ),
        ("test/wav.scp", "000030024\t", "000030012\t", r"test/wav\.scp, line 2: found '000030012' of line 1 again"),
        ("test/utt2spk", "000030040\t0003", "000030040", r"test/utt2spk, line 3: found '000030040' and nothing else"),
        ("test/spk2age", "\t6", "\tsix", r"test/spk2age, line 1: found the age 'six'"),
        ("resource/scores.json", '{"000010011": {', '{\n"000010011": {{', r"scores\.json, line 2: found no JSON"),
        (
            "resource/scores.json",
            '"total": ',
            '"total": NaN, "x": ',
            r"scores\.json, 000010011: found the number nan",
        ),
    ],
)
def test_a_broken_table_is_named_with_its_line(table, old, new, message, root):
    replace(root / table, old, new)
    with pytest.raises(CorpusError, match=message):
        build_index(CORPUS, root)


def test_an_utterance_in_both_splits(root):
    for name in ("wav.scp", "text", "utt2spk"):
        with (root / "test" / name).open("a") as sink:
            sink.write((root / "train" / name).read_text().splitlines()[0] + "\n")
    with pytest.raises(CorpusError, match="1 id more than once: 000010011"):
        build_index(CORPUS, root)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda scores: scores.pop("000030024"), "which resource/scores.json lacks"),
        (lambda scores: scores.update({"000030024": 7}), "000030024: found no scores"),
        (lambda scores: scores["000030024"].pop("prosodic"), "000030024: found prosodic None"),
        (lambda scores: scores["000030024"].update(fluency="9"), "000030024: found fluency '9'"),
        (lambda scores: scores["000030024"].update(total=True), "000030024: found total True"),
        (lambda scores: scores["000030024"].update(words=[]), "000030024: found no list of words"),
        (lambda scores: scores["000030024"].update(words=["WE"]), "000030024: found no list of words"),
    ],
)
def test_scores_that_lack_something_are_named_by_their_utterance(change, found, root):
    rescore(root, change)
    with pytest.raises(CorpusError, match=found):
        build_index(CORPUS, root)


BAD_WORDS = {
    "text": [None, "", "A\0B", "A\nB", 'MA"RK', "MARK <b>", "MA RK", "-", 7, ["MARK"]],
    "stress": [4, 0, 7.5, "10", True, None, [10], 10**400],
    "accuracy": [-1, 11, True, "nan", "9", None, 10**400, float("inf"), float("nan"), [9]],
    "total": [True, 1e308, "nan"],
    "phones-accuracy": ["222", [], 2, [2.1], [True], ["2"], [float("nan")], [10**400], None],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD_WORDS.items() for value in values])
def test_a_word_that_no_expert_scored_so_is_named_by_its_utterance(name, value, root):
    rescore(root, lambda scores: scores["000030024"]["words"][1].update({name: value}))
    error = refused(root)
    assert error.where.startswith(f"{root}/resource/scores.json, 000030024")
    assert len(str(error)) < 1_000


@pytest.mark.parametrize("value", [-1, 10.5, 11, "9", "nan", True, 10**400, -(10**400), float("inf"), None])
@pytest.mark.parametrize("name", ["accuracy", "completeness"])
def test_a_score_that_is_none_is_named_by_its_utterance(name, value, root):
    rescore(root, lambda scores: scores["000030024"].update({name: value}))
    error = refused(root)
    assert error.where == f"{root}/resource/scores.json, 000030024"


def test_a_number_of_hundreds_of_digits_is_broken_metadata_to_the_list_of_corpora(root):
    rescore(root, lambda scores: scores["000030024"].update(accuracy=10**400))
    assert standing_of(CORPUS, given=root).state == "broken"


def test_keys_that_come_twice_are_named_by_their_utterance(root):
    path = root / "resource/scores.json"
    text = path.read_text()
    path.write_text(f'{{"000010011": {{}}, {text[1:]}')
    error = refused(root)
    assert (error.where, error.found) == (str(path), "the utterance 000010011 twice")
    path.write_text(text.replace('"stress": 10', '"stress": 10, "stress": 5', 1))
    error = refused(root)
    assert (error.where, error.found) == (f"{path}, 000010011", "'stress' twice")


def test_texts_that_are_shifted_against_the_scores_are_named(root):
    path = root / "train/text"
    names, texts = zip(*(line.split("\t") for line in path.read_text().splitlines()), strict=True)
    shifted = zip(names, (*texts[1:], texts[0]), strict=True)
    path.write_text("".join(f"{name}\t{text}\n" for name, text in shifted))
    error = refused(root)
    assert error.where == f"{path}, line 1, 000010011"
    assert texts[0] in error.found
    assert texts[1] in error.found


@pytest.mark.parametrize("text", [None, "ANOTHER SENTENCE"])
def test_a_sentence_of_the_scores_that_is_not_its_words(text, root):
    rescore(root, lambda scores: scores["000030024"].update(text=text))
    error = refused(root)
    assert error.where == f"{root}/resource/scores.json, 000030024"


@pytest.mark.parametrize("age", ["9" * 400, "1000", "٦"])
def test_an_age_that_is_none(age, root):
    replace(root / "test/spk2age", "\t6", f"\t{age}")
    error = refused(root)
    assert error.where == f"{root}/test/spk2age, line 1"


@pytest.mark.parametrize("text", ["[]", "null", "[" * 100_000, '{"a": ' + "9" * 5_000 + "}"])
def test_scores_of_another_kind(text, root):
    (root / "resource/scores.json").write_text(text)
    with pytest.raises(CorpusError, match=r"scores\.json"):
        build_index(CORPUS, root)


def test_a_missing_recording(root):
    (root / "WAVE/SPEAKER0003/000030012.WAV").unlink()
    with pytest.raises(CorpusError, match=r"WAVE/SPEAKER0003/000030012\.WAV: missing"):
        build_index(CORPUS, root)


def test_another_kaldi_directory(root):
    (root / "resource/scores.json").unlink()
    assert CORPUS.locate(root) is None


STEPS = (
    lambda entry: any(word["stress"] == 5 for word in json.loads(entry.extra["words"])),
    lambda entry: float(entry.extra["completeness"]) < 10,
    lambda entry: float(entry.extra["fluency"]) <= 5,
    lambda entry: float(entry.extra["prosodic"]) <= 5,
    lambda entry: float(entry.extra["accuracy"]) <= 5,
)


def test_the_full_tree_gives_the_published_counts_step_by_step(tmp_path):
    left = list(CORPUS.entries(trees.full(tmp_path)))
    assert len(left) == CORPUS.expected_files == 5_000
    assert Counter(entry.extra["split"] for entry in left) == {"train": 2_500, "test": 2_500}
    assert len({entry.speaker for entry in left}) == 250
    counts = []
    for step in STEPS:
        counts.append(sum(map(step, left)))
        left = [entry for entry in left if not step(entry)]
    assert counts == [207, 6, 332, 85, 179]
    levels = Counter(entry.extra["accuracy"] for entry in left)
    assert sorted(levels, key=int) == ["6", "7", "8", "9", "10"]
    assert min(levels.values()) > 40
