"""Commands: they run, say what they did, and meet every mistake with plain words and exit code 2."""

import json
import re
import shutil
from collections import Counter

import numpy as np
import pytest
import soundfile as sf
from click.testing import CliRunner

from builders.commands.builder import builder_command
from builders.engine.registry import builder_names
from recipes.catalogue.registry import recipes
from tests.builders.running import built, refused, run, soundprobe
from tests.builders.trees import ljspeech_tree

SMALL = ("build", "binaural-effect-perception", "--limit", 4, "--workers", 1)


@pytest.fixture
def out(tmp_path):
    built(*SMALL, "--out", tmp_path / "out")
    return tmp_path / "out"


def test_help_names_every_command_and_each_has_help_of_its_own():
    listed = built("--help").output
    for command in ("list", "plan", "build", "check", "show"):
        assert re.search(rf"^  {command} ", listed, re.MULTILINE)
        assert "Example" in built(command, "--help").output


def test_list_tells_of_every_recipe_its_corpus_and_whether_it_is_here(tmp_path):
    ljspeech_tree(tmp_path / "deep" / "LJSpeech-1.1", ["LJ001-0001"])
    text = built("list", "--corpora", tmp_path).output
    for target in recipes():
        assert f"  {target}\n" in text
    assert "corpus: ljspeech (here)" in text
    assert "corpus: speech_accent_archive (not here: demo stands in)" in text
    assert text.endswith("soundprobe corpora\n")
    assert "no recipe yet" not in text


def test_plan_prints_the_items_and_writes_them_whole(tmp_path):
    jsonl = tmp_path / "new" / "plan.jsonl"
    text = built("plan", "binaural-effect-perception", "--rows", 3, "--jsonl", jsonl).output
    assert "800 items (400 left, 400 right)" in text
    assert "... and 797 more" in text
    items = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()]
    assert len(items) == 800
    assert [item["id"] for item in items[:3]] == re.findall(r"^[0-9a-f]{16}", text, re.MULTILINE)


@pytest.mark.parametrize("width", [50, 200])
def test_a_table_is_no_wider_than_the_terminal(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    text = built("plan", "binaural-effect-perception", "--all").output
    rows = re.findall(r"^[0-9a-f]{16}.*", text, re.MULTILINE)
    assert len(rows) == 800
    assert max(map(len, rows)) <= width


def test_show_prints_an_item_whole_and_writes_its_clip_and_its_picture(out, tmp_path):
    line = json.loads((out / "manifests/binaural-effect-perception.jsonl").read_text().splitlines()[3])
    text = built("show", line["id"][:9], "--in", out, "--to", tmp_path / "shown").output
    for told in (
        line["instruction"],
        line["explanation"],
        line["pcm_sha256"],
        line["parameters"]["ear"],
        line["group"],
    ):
        assert told in text
    assert (tmp_path / f"shown/{line['id']}.wav").stat().st_size == 44 + 4 * line["frames"]
    assert (tmp_path / f"shown/{line['id']}.png").read_bytes().startswith(b"\x89PNG")


def test_an_id_that_is_not_there_is_met_with_ids_that_are(out):
    ids = [json.loads(line)["id"] for line in (out / "manifests/binaural-effect-perception.jsonl").open()]
    for wrong in ("zzz", ""):
        told = refused("show", wrong, "--in", out)
        assert "none of 8 ids begins so" in told
        assert f"such as {ids[0]} (binaural-effect-perception)" in told
        assert "`soundprobe plan RECIPE` lists the ids of a recipe" in told
    near = f"{ids[5][:7]}{'0' if ids[5][7] != '0' else '1'}"
    told = refused("show", near, "--in", out)
    assert f"did you mean {ids[5]} (binaural-effect-perception)" in told
    assert f"that is a dataset; an item of it is {ids[0]}." in refused(
        "show", "binaural-effect-perception", "--in", out
    )


def test_resampled_copies_of_a_corpus_are_told_of(tmp_path):
    options = ("--limit", 2, "--allow-short", "--workers", 1)
    root = ljspeech_tree(tmp_path / "LJSpeech-1.1", [f"LJ001-{number:04}" for number in range(1, 7)])
    given = ("--corpus", f"ljspeech={root}")
    as_published = soundprobe("plan", "volume-perception", *given, *options)
    assert as_published.exit_code == 0
    assert "Hz" not in as_published.output
    path = root / "wavs/LJ001-0003.wav"
    samples, rate = sf.read(path)
    sf.write(path, np.repeat(samples, 2), 2 * rate)
    told = built("plan", "volume-perception", *given, *options).output
    assert "note: ljspeech: 1 of 6 recordings at 44,100 Hz; the corpus is published at 22,050 Hz" in told


def test_an_id_in_two_folders_is_told_with_both(out, tmp_path):
    first = json.loads((out / "manifests/binaural-effect-perception.jsonl").read_text().splitlines()[0])["id"]
    shutil.copytree(out, tmp_path / "other")
    told = refused("show", first, "--in", tmp_path)
    assert "2 items whose id begins so" in told
    for folder in (out, tmp_path / "other"):
        assert str(folder / "binaural-effect-perception") in told
    assert "--in" in told.partition("to do:")[2]


def test_check_holds_for_what_was_built_and_fails_when_a_sample_is_lost(out):
    assert soundprobe("check", out, "--workers", 1).exit_code == 0
    shard = next((out / "binaural-effect-perception/data").iterdir())
    content = bytearray(shard.read_bytes())
    content[len(content) // 3] ^= 1
    shard.write_bytes(content)
    assert soundprobe("check", out, "--workers", 1).exit_code == 1


def test_a_builder_builds_and_checks_its_own_recipes(tmp_path):
    command = builder_command("binaural")
    arguments = ["--limit", "4", "--out", str(tmp_path), "--workers", "1"]
    assert CliRunner().invoke(command, arguments).exit_code == 0
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["binaural-effect-perception", "manifests"]
    assert CliRunner().invoke(command, [*arguments, "--check"]).exit_code == 0
    assert CliRunner().invoke(command, ["--check", "--out", str(tmp_path / "empty")]).exit_code == 2


@pytest.mark.parametrize("module", ["builders", "builders.pitch", "builders.pitch_matched"])
def test_modules_run_by_name_from_any_folder_and_a_narrow_terminal(tmp_path, module):
    done = run("--help", module=module, cwd=tmp_path, env={"COLUMNS": "50"})
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith(f"Usage: {'python -m ' + module if '.' in module else 'python -m builders'}")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", builder_names())
def test_each_builder_has_help_with_examples(name):
    result = CliRunner().invoke(builder_command(name), ["--help"])
    assert result.exit_code == 0
    assert f"python -m builders.{name} --check" in result.output


WRONG = {
    "an unknown target": (("build", "sagi/volume-perceptoin"), "did you mean sagi/volume-perception"),
    "an unknown suite": (("plan", "superb"), "`soundprobe list` shows every name"),
    "a level without its corpora": (("build", "sagi/level4"), "0 of 4 datasets were built"),
    "a level that is not": (("build", "sagi/level9"), "no recipe, level or suite of this name"),
    "an unknown corpus": (("list", "--corpus", "ljspech=/tmp"), "did you mean 'ljspeech'?"),
    "an unknown source": (("plan", "volume-perception", "--source", "LJ-Speech"), "no corpus of that name"),
    "a corpus without =": (("build", "sagi/level2", "--corpus", "/data"), "'/data' is not NAME=PATH"),
    "a corpus without a path": (("build", "sagi/level2", "--corpus", "ljspeech="), "is not NAME=PATH"),
    "corpora that are not there": (("list", "--corpora", "/no/such/folder"), "does not exist"),
    "no target": (("build",), "Missing argument"),
    "no such command": (("bulid",), "No such command 'bulid'"),
    "no such option": (("build", "--fast", "sagi/level2"), "No such option"),
    "no workers": (("build", "sagi/level2", "--workers", "0"), "is not in the range"),
    "a limit that is no number": (("plan", "sagi/level2", "--limit", "few"), "is not a valid integer"),
    "a seed below zero": (("plan", "sagi/level2", "--seed", "-1"), "is not in the range"),
    "a release that is not": (("build", "binaural-effect-perception", "--as-released"), "no as_released mode"),
    "nothing built": (("show", "abc", "--in", "/no/such/folder"), "no dataset"),
    "nothing to check": (("check", "/no/such/folder"), "no such folder"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_met_with_plain_words(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments, words = WRONG[case]
    assert words in refused(*arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda path: None, "no such folder"),
        (lambda path: path.write_text("x"), "a file, not a folder"),
        (lambda path: path.mkdir(), "an empty folder"),
        (lambda path: (path / "audio").mkdir(parents=True), "another layout: audio/"),
        (
            lambda path: (path / "wavs").mkdir(parents=True) or (path / "metadata.csv").write_text("VC1|a|a\n"),
            "another",
        ),
    ],
)
def test_a_place_that_is_not_the_corpus_is_told_with_what_is_there(tmp_path, make, found):
    make(tmp_path / "given")
    words = refused("build", "volume-perception", "--corpus", f"ljspeech={tmp_path}/given", "--out", tmp_path / "out")
    assert f"error: {tmp_path}/given: found {found}" in words
    assert "metadata.csv" in words
    assert "https://keithito.com/LJ-Speech-Dataset/" in words
    assert not (tmp_path / "out").exists()


def test_show_wants_exactly_one_item(tmp_path):
    built("build", "binaural-effect-perception", "--limit", 20, "--workers", 1, "--out", tmp_path)
    lines = (tmp_path / "manifests/binaural-effect-perception.jsonl").read_text().splitlines()
    digits = Counter(json.loads(line)["id"][0] for line in lines)
    digit, count = digits.most_common(1)[0]
    words = refused("show", digit, "--in", tmp_path, "--to", tmp_path / "shown")
    assert f"{count} items whose id begins so" in words
    assert "give more characters of the id" in words
    assert not (tmp_path / "shown").exists()


def test_a_recipe_that_fails_does_not_stop_the_others(tmp_path):
    targets = ["volume-perception", "binaural-effect-perception"]
    words = refused("build", *targets, "--corpus", "ljspeech=absent", "--limit", 2, "--out", tmp_path, "--workers", 1)
    assert "1 of 2 datasets were built" in words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["binaural-effect-perception", "manifests"]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--source", "librispeech"], "no word of where it lies"),
        (["--corpus", "librispeech=here"], "no recipe here that reads librispeech"),
        (["--corpus", "demo=absent"], "no such folder"),
    ],
)
def test_a_corpus_that_is_named_and_not_used_is_an_error(tmp_path, arguments, found):
    assert found in refused("build", "volume-perception", *arguments, "--out", tmp_path, "--workers", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--out", ""], ["--limit", "1000000000"], ["--seed", "-1"]])
def test_options_out_of_reason_are_refused(arguments):
    assert "Invalid value" in refused("build", "binaural-effect-perception", *arguments)


def test_a_process_of_its_own_has_the_same_exit_codes_and_no_traceback(tmp_path):
    done = run("build", "no-such-recipe", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no-such-recipe: found no recipe")
    done = run("build", "binaural-effect-perception", "--limit", 4, "--workers", 1, "--out", "here", cwd=tmp_path)
    assert done.returncode == 0
    assert "8 items: 4 left, 4 right" in done.stdout
    assert "\x1b" not in done.stdout  # no colours into a pipe


def test_ctrl_c_while_a_command_is_still_being_imported_ends_with_130_too(monkeypatch):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("builders.commands.roof.import_module", interrupted)
    assert "stopped" in refused("build", "sagi/level2", code=130)
