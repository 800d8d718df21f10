"""`soundprobe corpora`: each corpus with its state, terms, recipes and how to get it; a broken one hides no other."""

import json
import sys
from pathlib import Path

import pytest

import corpora as room
from corpora.indexing.registry import corpora
from tests.builders.running import built, refused
from tests.builders.trees import ljspeech_tree

GOOD = ("LJ001-0001", "LJ001-0002")


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """Print for a terminal of one width, whatever the test run's own is."""
    monkeypatch.setenv("COLUMNS", "100")


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


def line_of(name, text):
    """Give the line of one corpus in the table."""
    (line,) = (line for line in text.splitlines() if line.startswith(f"{name} "))
    return " ".join(line.split())


def test_help_shows_how():
    assert "soundprobe corpora --corpora /data" in built("corpora", "--help").output


def test_every_corpus_has_a_line_and_it_is_said_that_nothing_was_searched():
    text = built("corpora").output
    assert {line.split()[0] for line in text.splitlines()[1 : len(corpora()) + 1]} == set(corpora())
    assert line_of("ravdess", text) == "ravdess absent of 2,452 CC-BY-NC-SA-4.0 fetch 4"
    assert "Nothing was searched" in text
    assert f"{len(corpora())} corpora:" in text
    assert "soundprobe corpora NAME" in text


def test_all_that_is_known_of_those_that_are_named():
    text = built("corpora", *corpora()).output
    for name, corpus in corpora().items():
        assert " ".join(corpus.title.split()) in told_of(name, text)
    two = built("corpora", "vctk", "ravdess").output
    assert [block.split()[0] for block in two.split("\n\n")[:2]] == ["vctk", "ravdess"]
    assert "ljspeech" not in two
    assert "did you mean 'ravdess'?" in refused("corpora", "ravdes")


def test_what_stands_in_says_for_which_recipes():
    text = built("corpora", "demo", "demo_scenes").output
    assert "stands in" in told_of("demo", text)
    assert "sagi/speaker-gender" in told_of("demo", text)
    assert "sagi/legal-terms" not in text  # its speech is always made here
    assert "sagi/acoustic-scene" in told_of("demo_scenes", text)
    assert "no recipe yet" not in text


def test_which_part_of_a_corpus_lacks(tmp_path):
    actor = tmp_path / "ravdess/Audio_Speech_Actors_01-24/Actor_01"
    actor.mkdir(parents=True)
    (actor / "03-01-01-01-01-01-01.wav").write_bytes(b"")
    lines = built("corpora", "--corpora", tmp_path).output.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("ravdess"))
    assert lines[place].split()[:5] == ["ravdess", "partial", "1", "of", "2,452"]
    assert lines[place + 1].strip() == "speech 1 of 1,440; song 0 of 1,012"
    told = told_of("ravdess", built("corpora", "ravdess", "--corpora", tmp_path).output)
    assert "unpack Audio_Song_Actors_01-24.zip beside what is here" in told
    document = json.loads(built("corpora", "ravdess", "--corpora", tmp_path, "--json").output)
    assert document["corpora"][0]["parts"][1] == {"name": "song", "recordings": 0, "expected_recordings": 1_012}


def test_what_is_there_is_counted_and_said_to_be_a_part(data):
    assert line_of("ljspeech", built("corpora", "--corpora", data).output).startswith("ljspeech partial 2 of 13,100")
    told = told_of("ljspeech", built("corpora", "ljspeech", "--corpora", data).output)
    assert told.startswith("ljspeech partial")
    assert f"where {data}/LJSpeech-1.1" in told
    assert "recordings 2 of 13,100" in told
    assert "used by sagi/volume-perception" in told
    assert "may be passed on; commercial use too" in told


def test_what_is_not_there_says_how_to_get_it():
    told = told_of("speech_accent_archive", built("corpora", "speech_accent_archive").output)
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
        assert line_of("ljspeech", text).startswith("ljspeech broken")
        assert "to do" in told_of("ljspeech", refused("corpora", "ljspeech", "--corpora", data))


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
    assert line_of(broken_module, text).startswith("kaputt broken")
    assert "error: corpora/kaputt.py, line 3: found ModuleNotFound" in text
    assert "1 broken" in text
    assert line_of("ljspeech", text).startswith("ljspeech partial")
    assert line_of("vctk", text).startswith("vctk absent")
    told = told_of(broken_module, refused("corpora", broken_module))
    assert told.startswith("kaputt broken used by no recipe yet error corpora/kaputt.py, line 3: found ModuleNotFound")
    assert "to do correct corpora/kaputt.py" in told


def test_a_module_that_cannot_be_imported_in_json(broken_module, data):
    entries = {each["name"]: each for each in json.loads(refused("corpora", "--corpora", data, "--json"))["corpora"]}
    assert entries["ljspeech"]["state"] == "partial"
    broken = entries[broken_module]
    assert broken.keys() == entries["ljspeech"].keys()
    assert (broken["state"], broken["title"], broken["licence"]) == ("broken", None, None)
    assert broken["error"]["found"] == "ModuleNotFoundError: No module named 'nosuchmodule'"


def test_a_broken_module_does_not_keep_another_corpus_from_its_place(broken_module, data):
    told = refused("corpora", "--corpus", f"ljspeech={data}/LJSpeech-1.1")
    assert line_of("ljspeech", told).startswith("ljspeech partial")
    assert "did you mean 'ljspeech'?" in refused("corpora", "--corpus", f"ljspech={data}")


def test_a_path_that_holds_no_such_corpus_is_an_error_there(tmp_path):
    text = refused("corpora", "ljspeech", "--corpus", f"ljspeech={tmp_path}")
    assert "found an empty folder" in told_of("ljspeech", text)
    assert "found an empty folder" in " ".join(refused("corpora", "--corpus", f"ljspeech={tmp_path}").split())
    assert "did you mean 'ljspeech'?" in refused("corpora", "--corpus", f"ljspech={tmp_path}")


def test_no_audio_is_opened(data):
    for clip in (data / "LJSpeech-1.1/wavs").iterdir():
        clip.write_bytes(b"")
    assert "2 of 13,100" in built("corpora", "--corpora", data).output


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_lines_fit_the_terminal_but_addresses_stay_whole(data, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    table = built("corpora", "--corpora", data).output.splitlines()
    assert [line for line in table if len(line) > columns] == []
    assert len(table) <= len(corpora()) + 6
    lines = built("corpora", *corpora(), "--corpora", data).output.splitlines()
    long = [line for line in lines if len(line) > min(columns, 110)]
    assert all(len(line[14:].split()) == 1 for line in long)  # an address beside its label


def test_at_80_columns_it_is_said_how_to_get_a_corpus(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert " by hand" in line_of("common_voice", built("corpora").output)


def test_the_sample_in_the_documentation_is_what_is_printed():
    sample = (Path(__file__).parents[2] / "docs/corpora.md").read_text(encoding="utf-8").splitlines()
    said = [" ".join(line.split()) for line in built("corpora").output.splitlines()]
    shown = [" ".join(line.split()) for line in sample if line.partition(" ")[0] in {"corpus", *corpora()}]
    known = [line for line in shown if " absent" in line or " made here" in line or line.startswith("corpus ")]
    assert len(known) >= 5
    for line in known:
        assert line in said or line.endswith("absent")  # the head of a block
