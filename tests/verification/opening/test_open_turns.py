"""Sets written as conversations."""

import json

import pytest

from tests.verification.opening.wild import json_lines, put
from verification.opening.opening import open_collection

LLAVA = [{"from": "human", "value": "<audio>\nWhich ear?"}, {"from": "gpt", "value": "left"}]
PARTS = [
    {"role": "system", "content": "You listen."},
    {
        "role": "user",
        "content": [{"type": "audio", "audio_url": "clips/a.wav"}, {"type": "text", "text": "Which ear?"}],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "left"}]},
    {"role": "user", "content": "Sure?"},
    {"role": "assistant", "content": "Yes."},
]


@pytest.mark.parametrize(
    "row", [{"audio": "clips/a.wav", "conversations": LLAVA}, {"id": "x1", "messages": PARTS}], ids=["values", "parts"]
)
def test_the_first_question_and_answer_of_each(tmp_path, row):
    put(tmp_path, "clips/a.wav", "clips/b.wav")
    opened = open_collection(json_lines(tmp_path / "rows.jsonl", [row, row]))
    for entry in opened.read():
        assert (entry.question, entry.label) == ("Which ear?", "left")
        assert [ref.path for ref in entry.audio] == [tmp_path / "clips/a.wav"]
        assert not entry.metadata
    assert any("its first question and first answer" in note for note in opened.notes)


@pytest.mark.parametrize("turns", ["text", 5, [], [1, "a"], [{"from": None}], [[[]]], [{"role": "user"}]])
def test_other_columns_of_that_name_stay_as_they_are(tmp_path, turns):
    row = {"audio": "a.wav", "question": "Which ear?", "answer": "left", "turns": turns}
    (entry,) = open_collection(json_lines(tmp_path / "rows.jsonl", [row])).read()
    assert (entry.question, entry.label) == ("Which ear?", "left")


def test_a_set_without_an_answer_says_so(tmp_path):
    put(tmp_path, "a.wav")
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{"audio": "a.wav", "verdict": "left"}]))
    assert any("--label" in note and "`verdict`" in note for note in open_collection(path).notes)
