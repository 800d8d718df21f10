"""Replies are kept as they come, whole, and only for the run they belong to."""

import json
import os
from pathlib import Path

import pytest

from evaluation.errors import ReplyError
from evaluation.running.journal import Given, Journal
from manifests.errors import OutputError

RUN = {"set": "volume", "model": "one", "control": "none", "seed": 0}


def write(path, *ids, run=RUN):
    with Journal(path, run) as journal:
        for name in ids:
            journal.add(Given(id=name, reply=f"reply to {name}", cost_usd=0.25))
        return journal.answered, journal.spent_usd


def test_a_run_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "deep" / "one.jsonl"
    write(path, "a", "b")
    answered, spent_usd = write(path, "c")
    assert answered == {"a", "b", "c"}
    assert spent_usd == 0.75
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == ["a", "b", "c"]


def test_a_line_cut_by_a_kill_is_cut_off(tmp_path):
    path = tmp_path / "one.jsonl"
    write(path, "a", "b")
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    answered, _ = write(path, "b")
    assert answered == {"a", "b"}
    assert path.read_bytes() == whole


def test_a_question_that_failed_is_asked_again(tmp_path):
    path = tmp_path / "one.jsonl"
    with Journal(path, RUN) as journal:
        journal.add(Given(id="a", reply=None, error="busy"))
        assert journal.answered == set()
    assert write(path, "a")[0] == {"a"}


def test_an_empty_reply_is_a_reply(tmp_path):
    with Journal(tmp_path / "one.jsonl", RUN) as journal:
        journal.add(Given(id="a", reply=""))
    assert write(tmp_path / "one.jsonl")[0] == {"a"}


@pytest.mark.parametrize("other", [{"model": "two"}, {"control": "blind"}, {"seed": 1}, {"set": "pitch"}])
def test_replies_of_another_run_are_not_mixed_in(tmp_path, other):
    path = tmp_path / "one.jsonl"
    write(path, "a")
    ((name, value),) = other.items()
    with pytest.raises(ReplyError, match=f"another run.*{name}.*\n.*{value}"):
        write(path, "b", run={**RUN, **other})
    assert path.read_text().count("\n") == 1


def test_a_file_that_no_run_wrote_is_left_alone(tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text("my notes\n")
    with pytest.raises(ReplyError, match="nothing is known of"):
        write(path, "a")
    assert path.read_text() == "my notes\n"


def test_two_runs_do_not_write_to_one_file(tmp_path):
    path = tmp_path / "one.jsonl"
    with Journal(path, RUN) as journal:
        with pytest.raises(ReplyError, match="another run that is writing"):
            write(path, "b")
        journal.add(Given(id="a", reply=""))
    assert write(path)[0] == {"a"}


def test_half_a_character_is_written(tmp_path):
    path = tmp_path / "one.jsonl"
    with Journal(path, RUN) as journal:
        journal.add(Given(id="a", reply="left \ud83d ear, 左"))
    assert "左" in json.loads(path.read_text(encoding="utf-8"))["reply"]


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="file"):
        write(tmp_path / "file" / "one.jsonl", "a")


@pytest.mark.parametrize(
    "given",
    [
        Given(id="a", reply=["increasing"]),
        Given(id="a", reply=5),
        Given(id=1, reply="increasing"),
        Given(id="a", reply="increasing", cost_usd=float("nan")),
        Given(id="a", reply="increasing", cost_usd=-1.0),
    ],
)
def test_what_could_not_be_read_back_is_not_written(tmp_path, given):
    path = tmp_path / "one.jsonl"
    with Journal(path, RUN) as journal:
        journal.add(Given(id="b", reply=""))
        with pytest.raises((TypeError, ValueError)):
            journal.add(given)
    assert write(path)[0] == {"b"}


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "b", "reply": [1]}',
        '{"id": 1, "reply": "x"}',
        '{"id": "b"}',
        "[]",
        '{"id": "b", "reply": "x", "cost_usd": NaN}',
        '{"id": "b", "reply": "x", "cost_usd": "1"}',
        "[" * 100_000,
    ],
)
def test_a_line_of_other_kinds_is_not_gone_on_from(tmp_path, line):
    path = tmp_path / "one.jsonl"
    write(path, "a")
    with path.open("a") as lines:
        lines.write(f"{line}\n")
    before = path.read_bytes()
    with pytest.raises(ReplyError, match="a line that no run wrote"):
        write(path, "c")
    assert path.read_bytes() == before
    assert not path.with_name("one.jsonl.lock").exists()


def test_a_folder_or_a_device_is_no_file_of_replies(tmp_path):
    (tmp_path / "there").mkdir()
    for path in (tmp_path / "there", Path(os.devnull)):
        with pytest.raises(OutputError, match="a folder, a device or a pipe"):
            write(path, "a")
    assert [each.name for each in tmp_path.iterdir()] == ["there"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_leaves_no_lock(tmp_path):
    path = tmp_path / "one.jsonl"

    def fill():
        with Journal(path, RUN) as journal, Path("/dev/full").open("ab", buffering=0) as full:
            journal._sink.close()
            journal._sink = full
            journal.add(Given(id="a", reply="x"))

    with pytest.raises(OutputError, match="no space left"):
        fill()
    assert not path.with_name("one.jsonl.lock").exists()
    assert write(path, "a")[0] == {"a"}


def test_a_note_beside_that_is_no_note(tmp_path):
    path = tmp_path / "one.jsonl"
    write(path, "a")
    path.with_name("one.run.json").write_text("[]")
    with pytest.raises(ReplyError, match="nothing is known of"):
        write(path, "b")
