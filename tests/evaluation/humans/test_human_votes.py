"""Votes as they come: read, sorted, counted; what does not fit is named."""

from __future__ import annotations

import json
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.asked import Question
from evaluation.errors import MissingLibraryError, ReplyError
from evaluation.humans.agreement import agreeing_shares, alpha, alpha_interval
from evaluation.humans.baseline import human_baseline
from evaluation.humans.votes import Vote, read_votes
from tests.evaluation.humans.listeners import asked

# The reliability data C of Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: four observers, twelve
# units, values 1 to 5, 0 for none. Nominal alpha is 0.743.
_KRIPPENDORFF = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3),
    (0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0),
)


def _counted(table):
    values = np.array(table)
    return np.stack([(values == value).sum(axis=0) for value in range(1, 6)], axis=1)


def _vote(rater, number, place):
    return Vote(rater=rater, id=f"q{number}", answer="" if place is None else f"option {place}")


def test_alpha_is_krippendorffs_own():
    assert alpha(_counted(_KRIPPENDORFF)) == pytest.approx(0.743, abs=5e-4)


def test_alpha_of_votes_is_that_of_the_table():
    questions = asked(12, 5)
    votes = [
        _vote(str(rater), unit, value - 1 if value else None)
        for rater, row in enumerate(_KRIPPENDORFF)
        for unit, value in enumerate(row)
    ]
    found = human_baseline(questions, votes)
    assert found.alpha.value == pytest.approx(0.743, abs=5e-4)
    assert found.alpha.low < 0.743 < found.alpha.high
    assert len(found.votes.missing) == 7
    assert found.agreeing[4] == pytest.approx(5 / 12)  # units 3, 4, 5, 7 and 9
    assert found.agreeing[3] == pytest.approx(9 / 12)  # and 1, 2, 8 and 10


def test_alpha_by_hand_for_two_listeners():
    """The binary example of the same paper: ten units, 14 zeros and 6 ones, four disagreements."""
    one, two = (0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0)
    counts = np.array([[(a == v) + (b == v) for v in (0, 1)] for a, b in zip(one, two, strict=True)])
    assert alpha(counts) == pytest.approx(1 - 19 * 4 / (14 * 6)) == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("counts", [[[4, 0], [4, 0]], [[1, 0], [0, 1]], np.zeros((0, 2), int), [[4], [4]], [[0, 0]]])
def test_alpha_is_not_defined_where_nobody_could_disagree(counts):
    counts = np.array(counts)
    assert math.isnan(alpha(counts))
    assert not alpha_interval(counts, [""] * len(counts)).is_known


def test_without_the_library_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    with pytest.raises(MissingLibraryError, match=r"soundprobe\[eval\]"):
        alpha(np.array([[1, 1]]))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=15), st.permutations(range(3)))
def test_renaming_options_changes_no_agreement_and_more_agreeing_are_fewer(votes, names):
    counts = np.array([[vote.count(value) for value in range(3)] for vote in votes])
    shares = agreeing_shares(counts, raters=4)
    assert shares == agreeing_shares(counts[:, list(names)], raters=4)
    assert 1 >= shares[2] >= shares[3] >= shares[4] >= 0
    assert alpha(counts) == pytest.approx(alpha(counts[:, list(names)]), nan_ok=True)


def test_each_listener_has_an_accuracy_and_the_mean_is_not_the_pool():
    questions = asked(4, 2)
    votes = [*(_vote("ann", number, number % 2) for number in range(4)), _vote("bob", 0, 1)]
    found = human_baseline(questions, votes)
    assert [(each.rater, each.right, each.votes, each.accuracy) for each in found.raters] == [
        ("ann", 4, 4, 1.0),
        ("bob", 0, 1, 0.0),
    ]
    assert found.pooled.value == pytest.approx(4 / 5)
    assert found.mean == pytest.approx(1 / 2)
    assert found.votes.missing == (("q1", "bob"), ("q2", "bob"), ("q3", "bob"))


def test_what_does_not_fit_is_counted_and_named():
    questions = [*asked(3, 2), Question(id="open", text="What is said?", label="hello")]
    votes = [
        _vote("a", 0, 0),
        _vote("a", 0, 1),  # a second thought
        _vote("a", 1, None),
        Vote(rater="b", id="q0", answer="both"),
        _vote("b", 1, 1),
        Vote(rater="b", id="q77", answer="option 0"),
        Vote(rater="b", id="open", answer="hello"),
    ]
    found = human_baseline(questions, votes)
    assert found.votes.repeated == {("q0", "a"): 2}
    assert found.votes.missing == (("q1", "a"),)
    assert [vote.answer for vote in found.votes.unreadable] == ["both"]
    assert (found.votes.unknown, found.votes.without_options) == (("q77",), ("open",))
    assert not found.votes.fits
    assert (found.items, found.unasked, found.cast) == (2, 1, 3)
    assert found.pooled.value == pytest.approx(2 / 3)  # the first vote counts; "both" is wrong
    assert found.agreeing == {2: 0.0}
    written = json.loads(json.dumps(found.to_json()))
    assert written["unfit"]["unreadable"] == [{"id": "q0", "rater": "b", "answer": "both"}]
    assert written["alpha"]["value"] is None


def test_options_and_declared_synonyms_count_in_any_case():
    question = Question(
        id="q",
        text="?",
        options=("Female", "Male"),
        label="Female",
        synonyms={"Female": ("a woman",), "Male": ("man",)},
    )
    answers = {"1": " female ", "2": "A  WOMAN", "3": "male", "4": "man"}
    found = human_baseline([question], [Vote(rater=key, id="q", answer=value) for key, value in answers.items()])
    assert found.votes.fits
    assert found.pooled.value == pytest.approx(0.5)


def test_no_votes_on_these_questions_are_no_baseline():
    found = human_baseline(asked(2, 2), [_vote("a", 9, 0)])
    assert (found.items, found.unasked, found.raters) == (0, 2, ())
    assert math.isnan(found.mean)
    assert json.loads(json.dumps(found.to_json()))["accuracy_pooled"]["value"] is None


def test_groups_of_questions_are_resampled_whole():
    questions = [Question(id=f"q{n}", text="?", options=("x", "y"), label="x", group=f"g{n // 10}") for n in range(40)]
    votes = [Vote(rater="a", id=each.id, answer="x" if n < 20 else "y") for n, each in enumerate(questions)]
    found = human_baseline(questions, votes).pooled
    assert found.groups == 4
    assert found.high - found.low > 0.8


_CSV = 'rater,id,answer,note\nann,q0,option 0,\nann,q1,"option 1",sure\n\nbob,q0,,\n'


def _same(votes):
    return [(vote.rater, vote.id, vote.answer) for vote in votes]


def test_csv_tsv_and_json_lines_read_the_same(tmp_path):
    table, tabs, lines = (tmp_path / f"votes.{kind}" for kind in ("csv", "tsv", "jsonl"))
    table.write_text("\ufeff" + _CSV, encoding="utf-8")
    tabs.write_text(_CSV.replace(",", "\t"), encoding="utf-8")
    values = [("ann", "q0", "option 0"), ("ann", "q1", "option 1"), ("bob", "q0", None)]
    lines.write_text("\n".join(json.dumps(dict(zip(("rater", "id", "answer"), v, strict=True))) for v in values))
    wanted = [("ann", "q0", "option 0"), ("ann", "q1", "option 1"), ("bob", "q0", "")]
    assert _same(read_votes(table)) == _same(read_votes(tabs)) == _same(read_votes(lines)) == wanted
    assert [vote.line for vote in read_votes(table)] == [2, 3, 5]


def test_numbers_may_name_listeners_and_questions(tmp_path):
    path = tmp_path / "votes.jsonl"
    path.write_text('{"rater": 1, "id": 12, "answer": 3}\n')
    assert _same(read_votes(path)) == [("1", "12", "3")]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("votes.csv", b"", "0 columns 'rater'"),
        ("votes.csv", b"rater,id\na,b\n", "0 columns 'answer'"),
        ("votes.csv", b"rater,id,answer,answer\na,b,c,d\n", "2 columns 'answer'"),
        ("votes.csv", b"rater,id,answer\n", "no votes"),
        ("votes.csv", b"rater,id,answer\na,q0,left, or right\n", "line 2: found 4 fields"),
        ("votes.csv", b"rater,id,answer\n,q0,left\n", "line 2: found rater ''"),
        ("votes.csv", b'rater,id,answer\na,q0,"left\n', "a broken line"),
        ("votes.csv", b"rater,id,answer\na,q0,\xff\n", "not UTF-8"),
        ("votes.jsonl", b'{"rater": "a"\n', "not JSON"),
        ("votes.jsonl", b"[1, 2]\n", "found '[1, 2]'"),
        ("votes.jsonl", b'{"rater": "a", "id": "q0"}\n', "no answer"),
        ("votes.jsonl", b'{"rater": null, "id": "q0", "answer": "x"}\n', "rater = None"),
        ("votes.jsonl", b'{"rater": "a", "id": "q0", "answer": ["x"]}\n', "answer = ['x']"),
        ("votes.jsonl", b"[" * 100_000, "not JSON"),
        ("votes.xlsx", b"PK", "ends in .xlsx"),
        ("votes", b"", "ends in nothing"),
    ],
)
def test_broken_files_are_refused_with_the_place(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ReplyError) as caught:
        read_votes(path)
    assert said in str(caught.value)


def test_no_file_and_a_folder_are_refused(tmp_path):
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    for path in (tmp_path / "absent.csv", folder):
        with pytest.raises(ReplyError, match="check the path"):
            read_votes(path)
