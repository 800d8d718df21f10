"""`soundprobe corpora`: each corpus with its state, terms, recipes and how to get it; a broken one hides no other."""

import json
import sys

import pytest

import corpora as room
from corpora.indexing.registry import corpora
from tests.builders.running import built, refused
from tests.builders.trees import ljspeech_tree

GOOD = ("LJ001-0001", "LJ001-0002")


@pytest.fixture
def data(tmp_path):
    """Give a folder with two clips of LJSpeech."""
    root = tmp_path / "data/LJSpeech-1.1"
    ljspeech_tree(root, GOOD)
    return tmp_path / "data"


def told_of(name, text):
    """Give what is said of one corpus, on one line."""
    blocks = text.split("\n\n")
    return " ".join(next(block for block in blocks if block.startswith(f"{name} ")).split())


def test_help_shows_how():
    assert "soundprobe corpora --corpora /data" in built("corpora", "--help").output


def test_every_corpus_is_shown_and_it_is_said_that_nothing_was_searched():
    text = built("corpora").output
    for name, corpus in corpora().items():
        assert " ".join(corpus.title.split()) in told_of(name, text)
    assert "Nothing was searched" in text
    assert f"{len(corpora())} corpora:" in text


def test_what_is_there_is_counted_and_said_to_be_a_part(data):
    told = told_of("ljspeech", built("corpora", "--corpora", data).output)
    assert told.startswith("ljspeech partial")
    assert f"where {data}/LJSpeech-1.1" in told
    assert "recordings 2 of 13,100" in told
    assert "used by sagi/volume-perception" in told
    assert "may be passed on; commercial use too" in told


def test_what_is_not_there_says_how_to_get_it():
    told = told_of("speech_accent_archive", built("corpora").output)
    assert told.startswith("speech_accent_archive absent")
    assert "2,138 in the whole corpus" in told
    assert "may be passed on, under the same licence; no commercial use" in told
    assert "kaggle.com" in told


def test_json_says_the_same(data):
    document = json.loads(built("corpora", "--corpora", data, "--json").output)
    entries = {entry["name"]: entry for entry in document["corpora"]}
    assert entries.keys() == corpora().keys()
    lj = entries["ljspeech"]
    assert (lj["state"], lj["recordings"], lj["expected_recordings"]) == ("partial", 2, 13_100)
    assert lj["root"] == str(data / "LJSpeech-1.1")
    assert lj["licence"]["redistribution"] is True
    assert "sagi/volume-perception" in lj["recipes"]
    assert entries["speech_accent_archive"]["licence"]["commercial_use"] is False
    assert entries["demo"]["state"] == "made at build time"
    assert {entry["error"] for entry in document["corpora"]} == {None}


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_broken_metadata_are_shown_at_their_corpus_and_hide_no_other(data, options):
    (data / "LJSpeech-1.1/metadata.csv").write_bytes(b"LJ001-0001|\xff\xfe\n")
    text = refused("corpora", "--corpora", data, *options)
    assert "metadata.csv" in text
    assert all(name in text for name in corpora())
    if options:
        (broken,) = (entry for entry in json.loads(text)["corpora"] if entry["state"] == "broken")
        assert broken["name"] == "ljspeech"
        assert broken["error"]["found"]
    else:
        assert "1 broken" in text
        assert "to do" in told_of("ljspeech", text)


@pytest.fixture
def broken_module(tmp_path, monkeypatch):
    """Drop a module into the folder of corpora that cannot be imported."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules/kaputt.py").write_text("X = 1\n\nimport nosuchmodule\n")
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(tmp_path / "modules")])
    yield "kaputt"
    sys.modules.pop("corpora.kaputt", None)


def test_a_module_that_cannot_be_imported_is_shown_and_hides_no_other(broken_module, data):
    text = refused("corpora", "--corpora", data)
    told = told_of(broken_module, text)
    assert told.startswith("kaputt broken used by no recipe yet error corpora/kaputt.py, line 3: found ModuleNotFound")
    assert "to do correct corpora/kaputt.py" in told
    assert "1 broken" in text
    assert told_of("ljspeech", text).startswith("ljspeech partial")
    assert told_of("vctk", text).startswith("vctk absent")


def test_a_module_that_cannot_be_imported_in_json(broken_module, data):
    entries = {each["name"]: each for each in json.loads(refused("corpora", "--corpora", data, "--json"))["corpora"]}
    assert entries["ljspeech"]["state"] == "partial"
    broken = entries[broken_module]
    assert broken.keys() == entries["ljspeech"].keys()
    assert (broken["state"], broken["title"], broken["licence"]) == ("broken", None, None)
    assert broken["error"]["found"] == "ModuleNotFoundError: No module named 'nosuchmodule'"


def test_a_broken_module_does_not_keep_another_corpus_from_its_place(broken_module, data):
    told = refused("corpora", "--corpus", f"ljspeech={data}/LJSpeech-1.1")
    assert told_of("ljspeech", told).startswith("ljspeech partial")
    assert "did you mean 'ljspeech'?" in refused("corpora", "--corpus", f"ljspech={data}")


def test_a_path_that_holds_no_such_corpus_is_an_error_there(tmp_path):
    text = refused("corpora", "--corpus", f"ljspeech={tmp_path}")
    assert "found an empty folder" in told_of("ljspeech", text)
    assert "did you mean 'ljspeech'?" in refused("corpora", "--corpus", f"ljspech={tmp_path}")


def test_no_audio_is_opened(data):
    for clip in (data / "LJSpeech-1.1/wavs").iterdir():
        clip.write_bytes(b"")
    assert "2 of 13,100" in built("corpora", "--corpora", data).output


@pytest.mark.parametrize("columns", [60, 200])
def test_lines_fit_the_terminal_but_addresses_stay_whole(data, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = built("corpora", "--corpora", data).output.splitlines()
    long = [line for line in lines if len(line) > min(columns, 110)]
    assert all(len(line[14:].split()) == 1 for line in long)  # an address beside its label
    if columns == 60:
        assert len(lines) > len(built("list").output.splitlines()) / 4


def test_the_short_list_points_here():
    assert built("list").output.endswith("soundprobe corpora\n")
