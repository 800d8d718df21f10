"""JSON lists."""

import json

import pytest

from tests.verification.opening.wild import entries, put
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection

ROWS = [
    {"question": "Which ear?", "answer": "left", "audio_path": "audio/a.wav"},
    {"question": "Which ear?", "answer": "right", "audio_path": "audio/b.wav"},
]


def save(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "value",
    [ROWS, {"version": 2, "data": ROWS}, {"info": {}, "anything": ROWS}, {"q0": ROWS[0], "q1": ROWS[1]}],
)
def test_the_rows_are_found_in_what_holds_them(tmp_path, value):
    put(tmp_path, "audio/a.wav", "audio/b.wav")
    for path in (save(tmp_path / "questions.json", value), tmp_path):
        opened = open_collection(path)
        assert opened.rows == 2
        assert any("loaded whole" in note for note in opened.notes)
        rows = list(opened.read())
        assert [row.label for row in rows] == ["left", "right"]
        assert [row.audio[0].path for row in rows] == [tmp_path / "audio/a.wav", tmp_path / "audio/b.wav"]


def test_rows_by_id_and_lists_by_split(tmp_path):
    assert [row.id for row in entries(save(tmp_path / "a.json", {"q7": ROWS[0], "q9": ROWS[1]}))] == ["q7", "q9"]
    by_split = save(tmp_path / "b.json", {"train": ROWS[:1], "test": ROWS[1:]})
    assert [row.split for row in entries(by_split)] == ["train", "test"]


def test_json_lines_under_another_name(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("\n".join(map(json.dumps, ROWS)))
    assert [row.label for row in entries(path)] == ["left", "right"]


def test_files_of_libraries_beside_the_list_are_not_it(tmp_path):
    put(tmp_path, "audio/a.wav", "audio/b.wav")
    save(tmp_path / "questions.json", ROWS)
    save(tmp_path / "instance.json", {"name": "x"})
    save(tmp_path / "colours.json", {"red": 1})
    assert [row.label for row in entries(tmp_path)] == ["left", "right"]


@pytest.mark.parametrize(
    ("content", "where", "found"),
    [
        (b'[{"audio": "a.wav"},\n {"audio": }]', "line 2", "no JSON"),
        (b'[\n\n{"audio": "\xff"}]', "line 3", "not UTF-8"),
        (b"3", "a.json", "int of another kind"),
        (b"[]", "a.json", "an empty JSON list"),
        (b'[{"audio": "a.wav"}, 5]', "a.json", "list of another kind"),
        (b"", "line 1", "no JSON"),
        (b"[" * 100_000, "a.json", "depth"),
    ],
)
def test_a_broken_list_is_told_by_file_and_line(tmp_path, content, where, found):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(CollectionError) as caught:
        open_collection(path)
    assert where in caught.value.where
    assert found in caught.value.found
