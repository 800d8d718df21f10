"""Nothing that was replied, or was not, is dropped in silence."""

import json

import pytest

from evaluation.asked import Question
from evaluation.errors import ReplyError
from evaluation.replies.joining import join
from evaluation.replies.opening import open_replies
from evaluation.replies.reading import read_replies

ASKED = [Question(id=name, text="?") for name in "abc"]


def lines(tmp_path, *given):
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in given))
    return path


def test_replies_are_joined_by_id(tmp_path):
    path = lines(tmp_path, {"id": "b", "reply": "left"}, "", {"id": "a", "reply": ""}, {"id": "c", "reply": 3})
    made = join(ASKED, read_replies(path))
    assert made.fits
    assert {name: reply.text for name, reply in made.replies.items()} == {"a": "", "b": "left", "c": "3"}
    assert made.replies["a"].line == 3


def test_missing_repeated_and_unknown_are_named_and_the_first_counts(tmp_path):
    given = [("a", "left"), ("zz", "left"), ("a", "right"), ("a", "left"), ("yy", "x"), ("zz", "x")]
    made = join(ASKED, read_replies(lines(tmp_path, *({"id": name, "reply": text} for name, text in given))))
    assert not made.fits
    assert made.missing == ("b", "c")
    assert made.repeated == {"a": 3}
    assert made.unknown == ("zz", "yy")
    assert made.replies["a"].text == "left"


def test_a_line_with_an_error_has_no_reply(tmp_path):
    made = join(ASKED, read_replies(lines(tmp_path, {"id": "a", "reply": None, "error": "busy"})))
    assert made.missing == ("a", "b", "c")


def test_null_is_no_reply_and_the_one_after_it_counts(tmp_path):
    made = join(ASKED, read_replies(lines(tmp_path, {"id": "a", "reply": None}, {"id": "a", "reply": "left"})))
    assert made.replies["a"].text == "left"
    assert made.missing == ("b", "c")
    assert not made.repeated


def test_a_log_of_inspect_in_json_is_known_by_its_head(tmp_path):
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
    from inspect_ai.model import ModelOutput

    spec = EvalSpec(
        created="2026-01-01T00:00:00+00:00", task="t", dataset=EvalDataset(), model="m", config=EvalConfig()
    )
    said = ModelOutput.from_content("m", "left")
    sample = EvalSample(id="a", epoch=1, input="?", target="left", output=said)
    path = tmp_path / "log.json"
    write_eval_log(EvalLog(eval=spec, samples=[sample]), str(path), format="json")
    assert [(reply.id, reply.text) for reply in open_replies(path)] == [("a", "left")]
    other = tmp_path / "replies.json"
    other.write_text('{"id": "a", "reply": "right"}\n')
    assert [reply.text for reply in open_replies(other)] == ["right"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[1]", "give each line an id"),
        ({"reply": "left"}, "give each line an id"),
        ({"id": "a"}, "no reply"),
        ({"id": "a", "reply": ["left"]}, "of the kind list"),
        ({"id": "a", "reply": True}, "of the kind bool"),
        ({"id": "a", "reply": float("nan")}, "of the kind nan"),
        ({"id": True, "reply": "left"}, "give each line an id"),
        ({"id": 1.5, "reply": "left"}, "give each line an id"),
        ({"id": None, "reply": "left"}, "give each line an id"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_line_that_is_no_reply_is_named(tmp_path, line, said):
    path = lines(tmp_path, {"id": "b", "reply": "left"}, line)
    with pytest.raises(ReplyError, match=f"line 2(?s:.*){said}"):
        list(read_replies(path))


def test_a_file_that_is_not_there_or_not_text(tmp_path):
    with pytest.raises(ReplyError, match="no such file"):
        list(read_replies(tmp_path / "none.jsonl"))
    (tmp_path / "sound.jsonl").write_bytes(b"\xff\xfe\x00fLaC")
    with pytest.raises(ReplyError, match="UTF-8"):
        list(read_replies(tmp_path / "sound.jsonl"))
