"""Options, however they are written down, and labels that name them."""

import csv
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.opening.wild import entries, first, json_lines
from verification.opening.opening import open_collection
from verification.opening.options import options_of
from verification.opening.wording import offered


def rows_of(tmp_path, *rows):
    return json_lines(tmp_path / "a.jsonl", [{"audio": f"{n}.wav", **row} for n, row in enumerate(rows)])


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        (["left", "right "], ("left", "right ")),
        ('["left", "right "]', ("left", "right ")),
        ("['left', \"it's right\"]", ("left", "it's right")),
        ("['left' 'right']", ("left", "right")),
        ("['left'\n 'right']", ("left", "right")),
        ("left; right", ("left", "right")),
        ("left;right ", ("left", "right ")),
        ("left|right", ("left", "right")),
        ("left | right", ("left", "right")),
        ("left, right or both", ("left", "right", "both")),
        ("left\nright", ("left", "right")),
        ("(80, 150)|(180, 250)", ("(80, 150)", "(180, 250)")),
        ("(A) left (B) right", ("left", "right")),
        ("A. left\nB. right", ("left", "right")),
        (["A. left", "B. right"], ("left", "right")),
        ({"A": "left", "B": "right"}, ("left", "right")),
        ('{"A": "left", "B": "right"}', ("left", "right")),
        ({"text": ["left", "right"], "label": ["A", "B"]}, ("left", "right")),
        ([{"label": "A", "text": "left"}, {"label": "B", "text": "right"}], ("left", "right")),
        ([1, 2, 2.5], ("1", "2", "2.5")),
        (["same", "same"], ("same", "same")),
        ("left", ("left",)),
        ("", ()),
        (None, ()),
    ],
)
def test_the_cells_that_sets_hold(cell, texts):
    assert options_of(cell).texts == texts


@settings(deadline=None)
@given(st.lists(st.text(min_size=1), min_size=2, max_size=6))
def test_a_list_comes_back_as_it_stood(texts):
    marked = all(len(text) > 2 and text.lstrip("(")[1:2] in {")", ".", ":"} for text in texts)
    if not marked:
        assert options_of(texts).texts == tuple(texts)
        assert options_of(json.dumps(texts)).texts == tuple(texts)


@settings(deadline=None)
@given(st.lists(st.from_regex(r"[a-z][a-z ]{0,8}[a-z]", fullmatch=True), min_size=2, max_size=5))
def test_lists_are_read_alike_however_they_are_written(texts):
    texts = [text.replace(" or ", " o ").replace(" and ", " a ") for text in texts]
    expected = tuple(texts)
    letters = "ABCDE"
    assert options_of(repr(texts)).texts == expected
    assert options_of("|".join(texts)).texts == expected
    assert options_of("; ".join(texts)).texts == expected
    assert (
        options_of("\n".join(f"{letter}. {text}" for letter, text in zip(letters, texts, strict=False))).texts
        == expected
    )
    listed = " ".join(f"({letter}) {text}" for letter, text in zip(letters, texts, strict=False))
    assert offered(f"What do you hear? {listed}")[0].texts == expected


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Which ear? (A) left (B) right", ("left", "right")),
        ("Which ear?\nA. left\nB. right\nAnswer with the letter.", ("left", "right")),
        ("Which ear? a) left, b) right?", ("left", "right")),
        ("Which ear?\n1. left\n2. right", ("left", "right")),
        ("Name it. Choose from: dog, cat or bird.", ("dog", "cat", "bird")),
        ("Name it. Options: [dog, cat, sea lion]", ("dog", "cat", "sea lion")),
        ("Is it clean? The answer could be clean or noisy.", ("clean", "noisy")),
        (
            "Indicate the SNR value for the utterance with Gaussian noise. "
            "The answer could be zero, five, ten, fifteen, or clean.",
            ("zero", "five", "ten", "fifteen", "clean"),
        ),
        ("In which range? The answer could be (80, 150) or (180, 250).", ("(80, 150)", "(180, 250)")),
        ("How far? The answer may be 0.4m, 2.0m, or 4.0m.", ("0.4m", "2.0m", "4.0m")),
        ("Speech? Answer with 'yes' or 'no'.", ("yes", "no")),
        ("Speech? Answer yes or no.", ("yes", "no")),
        ("Choose between up and down.", ("up", "down")),
        ("Is the level rising or falling over the whole of the clip?", ()),
        ("What is said?", ()),
        ("The answer is obvious.", ()),
        ("Mr. A. Smith met Mrs. C. Jones.", ()),
        ("", ()),
    ],
)
def test_options_inside_a_question(question, texts):
    assert offered(question)[0].texts == texts


@pytest.mark.parametrize(
    "columns",
    [
        {"choice_b": "right", "choice_a": "left"},
        {"option2": "right", "option1": "left"},
        {"Option A": "left", "Option B": "right"},
        {"A": "left", "B": "right"},
        {"choice_a": "left", "choice_b": "right", "choice_c": None, "choice_d": ""},
    ],
)
def test_options_in_columns_of_their_own(tmp_path, columns):
    (row,) = entries(rows_of(tmp_path, {"question": "Q?", "answer": "right", **columns}))
    assert (row.options, row.label) == (("left", "right"), "right")


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (["A", "B", "C"], "letter"),
        (["a", "b", "c"], "letter"),
        (["(A)", "B.", "C)"], "letter"),
        (["A. zero", "(B) five", "C: ten"], "letter"),
        ([0, 1, 2], "place, counted from 0"),
        (["1", "2", "3"], "place, counted from 1"),
    ],
)
def test_a_label_that_names_an_option_is_read_as_its_text(tmp_path, labels, told):
    path = rows_of(tmp_path, *({"choices": ["zero", "five", "ten"], "answer": label} for label in labels))
    opened = open_collection(path)
    assert [row.label for row in opened.read()] == ["zero", "five", "ten"]
    assert any(told in note for note in opened.notes)


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (["left", "right"], ["left", "right ", "Left", "", "middle"]),
        (["A", "B"], ["B", "A"]),
        (["1", "2", "3"], ["3", "1"]),
        (["zero", "five"], ["zero", "five", "zero", "1"]),  # one label with a defect is no key
        (["a", "b"], ["7", "8"]),
        (["left", "right"], ["A. right", "B. left"]),
    ],
)
def test_labels_are_else_left_as_they_stand(tmp_path, options, labels):
    path = rows_of(tmp_path, *({"choices": options, "answer": label} for label in labels))
    assert [row.label for row in entries(path)] == labels


def test_the_place_column_counts_even_where_options_are_numbers(tmp_path):
    path = rows_of(tmp_path, *({"choices": ["3", "1", "2"], "answer_index": place} for place in (0, 1, 2)))
    assert [row.label for row in entries(path)] == ["3", "1", "2"]


def test_letters_into_a_question(tmp_path):
    question = "Which ear?\n(A) left\n(B) right"
    path = rows_of(tmp_path, {"question": question, "answer": "B"}, {"question": question, "answer": "A"})
    opened = open_collection(path)
    assert [(row.label, row.options) for row in opened.read()] == [
        ("right", ("left", "right")),
        ("left", ("left", "right")),
    ]
    assert any("read from the question" in note for note in opened.notes)


def test_a_sentence_that_was_misread_makes_no_options(tmp_path):
    said = "The answer could be clean or noisy."
    path = rows_of(
        tmp_path,
        {"question": said, "answer": "clean"},
        *({"question": said, "answer": "noisy"} for _ in range(2)),
        {"question": said, "answer": "reverberant"},  # a defect: the list is known, and lacks it
        {"question": "The answer can be long, short or anything.", "answer": "clean"},
        {"question": "What is it?", "answer": "clean"},
    )
    assert [row.options for row in entries(path)] == [("clean", "noisy")] * 4 + [(), ()]


def test_a_dialogue_is_no_list_of_options(tmp_path):
    said = "Is it clean? The answer could be clean or noisy."
    rows = [{"question": said, "answer": answer} for answer in ("clean", "noisy") * 2]
    rows.append({"question": "A: Are you there? B: Yes. Is this clean?", "answer": "clean"})
    assert [row.options for row in entries(rows_of(tmp_path, *rows))] == [("clean", "noisy")] * 4 + [()]


def test_further_answers_are_no_options(tmp_path):
    row = {"question": "What is it?", "answer": "dog", "answer1": "hound", "answer2": "puppy"}
    assert first(rows_of(tmp_path, row)).options == ()


def test_drift_between_label_and_options_is_kept(tmp_path):
    with (tmp_path / "a.csv").open("w", newline="") as file:
        csv.writer(file).writerows(
            [["audio", "options", "answer"], ["a.wav", "['sea_lion', ' dog']", "Sea lion"], ["b.wav", "x|y", " x"]]
        )
    assert [(row.options, row.label) for row in entries(tmp_path / "a.csv")] == [
        (("sea_lion", " dog"), "Sea lion"),
        (("x", "y"), " x"),
    ]
