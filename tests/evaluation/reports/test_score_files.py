"""Score files come back as they were written, and what is none is refused with a reason."""

import json
import math

import pytest

from evaluation.asked import Question
from evaluation.errors import ReplyError
from evaluation.replies.reading import Reply
from evaluation.reports.reading import read_scores
from manifests.errors import RecordError
from tests.evaluation.reports.cards import card, questions, replied, write


@pytest.fixture
def made():
    asked = questions(20)
    return card(asked, replied(asked, 0.8, refused=0.1, missing=0.05), blind=replied(asked, 0.5, seed=9))


def test_round_trip(made, tmp_path):
    (score,) = read_scores([write(tmp_path / "one.json", made.to_json())])
    assert (score.dataset, score.title, score.level, score.model) == (
        "volume-perception",
        "Volume Perception",
        2,
        "one",
    )
    assert score.value == made.value
    assert score.tally.chance == made.tally.chance
    assert score.tally.outcomes == dict(made.tally.outcomes)
    assert [item.verdict for item in score.items] == list(made.scoring.verdicts)
    assert score.hearing[0].explanation == made.hearings[0].explanation
    assert score.breakdown.positions.chosen == dict(made.breakdown.positions.chosen)
    assert score.replies.missing == made.joined.missing
    assert {item.verdict.id: item.group for item in score.items} == dict(made.groups)
    assert len(set(made.groups.values())) == 20


def test_open_questions_have_no_chance_and_an_undefined_value_is_nan(tmp_path):
    asked = [Question(id="a", text="?", label="the cat"), Question(id="b", text="?", label="a dog")]
    made = card(asked, [Reply(id="a", text="the cat", line=1)], measure="WER", suite="", level=None)
    (score,) = read_scores([write(tmp_path / "one.json", made.to_json())])
    assert math.isnan(score.tally.chance.best)
    assert (score.direction, score.is_share, score.is_choice) == ("lower", True, False)
    told = made.to_json() | {"value": made.to_json()["value"] | {"value": None, "low": None, "high": None}}
    assert math.isnan(read_scores([write(tmp_path / "two.json", told)])[0].value.value)


def test_without_items_and_with_what_a_later_version_adds(made, tmp_path):
    told = made.to_json(items=False) | {"added": [1]}
    (score,) = read_scores([write(tmp_path / "one.json", told)])
    assert score.items is None


def test_groups_are_read_where_they_stand(tmp_path):
    asked = questions(4)
    told = card(asked, replied(asked, 1.0)).to_json()
    (score,) = read_scores([write(tmp_path / "one.json", told)])
    assert [item.group for item in score.items] == [question.group for question in asked]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"value": {"value": 0.5, "low": 0.6, "high": 0.7, "items": 4, "groups": 4}}, "an interval that holds"),
        ({"na_rate": 1.5}, "na_rate"),
        ({"model": ""}, "model"),
        ({"level": 0}, "level"),
        ({"tally": {}}, "tally.items"),
        ({"items": [{"id": "a", "outcome": "right"}] * 2}, "each question once"),
        ({"items": [{"id": "a", "outcome": "splendid"}]}, "items[0].outcome"),
    ],
)
def test_the_field_that_is_wrong_is_named(made, tmp_path, change, said):
    path = write(tmp_path / "one.json", made.to_json() | change)
    with pytest.raises(RecordError, match=r"one\.json") as caught:
        read_scores([path])
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "no JSON", '{"id": "a", "reply": "b"}', "\udcff"])
def test_what_is_no_score_file(tmp_path, text):
    path = tmp_path / "one.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RecordError, match="evaluate score"):
        read_scores([path])


def test_absent_file_and_folder(tmp_path):
    with pytest.raises(ReplyError, match="no such file"):
        read_scores([tmp_path / "none.json"])
    with pytest.raises(ReplyError, match="check the path"):
        read_scores([tmp_path])


def test_one_model_twice_on_a_set_is_refused_and_both_files_are_named(made, tmp_path):
    paths = [write(tmp_path / name, made.to_json()) for name in ("one.json", "two.json")]
    with pytest.raises(ReplyError, match=r"two\.json(.|\n)*one\.json"):
        read_scores(paths)
    told = json.loads(paths[1].read_text()) | {"model": "other"}
    assert len(read_scores([paths[0], write(paths[1], told)])) == 2


def test_a_score_under_a_control_is_named_after_it(made, tmp_path):
    told = {**made.to_json(), "control": "mono"}
    (score,) = read_scores([write(tmp_path / "mono.json", told)])
    assert score.model == "one [mono]"
