"""The table of a plan: what all items share stands above it, and it fits; a level skips what is not here."""

from builders.commands.table import item_lines, with_counts
from manifests.rows import PlanItem, SourceRef
from tests.builders.running import built, refused


def source(name):
    return SourceRef(
        corpus="c",
        item=name,
        path=f"{name}.wav",
        sha256="0" * 64,
        sampling_rate=16_000,
        start_frame=0,
        frames=1,
        speaker="",
        sex="",
        licence="CC0-1.0",
    )


def item(number, **fields):
    return PlanItem(
        **{
            "id": f"{number:016x}",
            "group": "g",
            "label": "yes",
            "instruction": "Is it?",
            "options": ("yes", "no"),
            "operation": "a.b/1",
            "sources": (),
            "parameters": {},
            **fields,
        }
    )


def lines_of(*items):
    return [" ".join(line.split()) for line in item_lines(items)]


def test_options_that_all_share_stand_once():
    lines = lines_of(item(1), item(2, options=("no", "yes")))
    assert lines[0] == "options: yes | no, in a balanced order"
    assert lines[1] == "id label source parameters"
    assert lines_of(item(1))[0] == "options: yes | no"
    assert lines_of(item(1, options=()))[0] == "id label source parameters"


def test_options_that_differ_have_a_column():
    lines = lines_of(item(1), item(2, options=("yes", "maybe")))
    assert lines[0] == "id label options source parameters"
    assert "yes | maybe" in lines[2]


def test_what_the_corpus_says_is_told_as_one():
    assert lines_of(item(1, parameters={"column": "language", "value": "fr", "x": None}))[-1].endswith("language fr")


def test_a_recording_that_comes_often_stands_once():
    assert with_counts(["a", "b", "a", "a"]) == ["a (3 times)", "b"]
    assert "a (2 times), b" in lines_of(item(1, sources=(source("a"), source("b"), source("a"))))[-1]


def test_a_table_is_cut_to_the_terminal_in_columns_not_letters(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = list(item_lines([item(1, label="假冒注册商标罪" * 9, parameters={"text": "x" * 99}), item(2)]))
    assert lines[-2].count("…") == 2
    assert all(sum(2 if mark > "⺀" else 1 for mark in line) <= 60 for line in lines)
    places = [line.index("-") - sum(mark > "⺀" for mark in line) * -1 for line in lines[-2:]]
    assert places[0] == places[1]


def test_a_strangers_text_stays_on_its_line():
    assert len(lines_of(item(1, label="a\nb\x1b[2J"))) == 3


def test_a_level_skips_and_names_what_is_not_here():
    said = built("plan", "sagi/level3", "--rows", 1).output
    assert "sagi/acoustic-scene: 90 items" in said
    assert "sagi/speech-emotion, sagi/cappella-emotion" in " ".join(said[said.index("skipped") :].split())
    assert "`soundprobe fetch ravdess`" in said


def test_a_level_of_which_nothing_can_be_planned_is_an_error(tmp_path):
    said = refused("plan", "sagi/level4", "--jsonl", tmp_path / "plan.jsonl")
    assert "0 of 4 recipes were planned" in said
    assert not (tmp_path / "plan.jsonl").exists()
    assert "nothing that could stand in" in refused("plan", "covid-risk")
