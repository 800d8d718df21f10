"""What the command says of a run, and what it refuses."""

import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from evaluation.commands.run import run_command


@pytest.fixture
def run(small_level2, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def invoke(body, *arguments, name):
        (tmp_path / f"{name}.py").write_text(f"calls = []\ndef answer(prompt):\n    calls.append(1)\n    {body}\n")
        words = [str(small_level2 / "volume-perception"), "--model", f"{name}:answer", "--concurrency", "1"]
        return CliRunner().invoke(run_command, [*words, *arguments])

    return invoke


def test_fewer_failures_than_five_are_told_with_their_reason(run):
    outcome = run("raise OSError('quota \\x1b[31mexceeded')", "--limit", "3", name="model_without_quota")
    assert outcome.exit_code == 1
    assert outcome.stdout.startswith("3 asked, 0 kept from before, 3 without a reply\n")
    assert "the first without a reply: question " in outcome.stdout
    assert "OSError: quota \\x1b[31mexceeded" in outcome.stdout
    assert "(to do: correct it; what was answered is kept)" in outcome.stdout
    assert "3 of 3 have no reply yet: run the same command again" in outcome.stdout


def test_what_is_missing_of_a_limit_is_told_and_less_is_complete(run):
    assert run("return 'up'", "--limit", "6", name="model_of_limits").exit_code == 0
    fewer = run("return 'up'", "--limit", "2", name="model_of_limits")
    assert (fewer.exit_code, fewer.stdout.splitlines()[0]) == (0, "0 asked, 2 kept from before, 0 without a reply")


def test_the_measurement_is_refused_where_none_answers(asked, monkeypatch):
    volume = asked["volume-perception"]
    emotion = replace(volume, header=replace(volume.header, operation="selection/1"))
    monkeypatch.setattr("evaluation.sets.question_set.open_questions", lambda *_, **__: emotion)
    outcome = CliRunner().invoke(run_command, ["anywhere", "--model", "baseline:signal"])
    assert outcome.exit_code == 2
    told = " ".join(outcome.stderr.split())
    assert "found 'Volume Perception', which no measurement answers" in told
    assert "take baseline:first or baseline:random" in told
    assert "--task" not in told


def test_a_cap_that_cannot_be_kept_is_told(run):
    outcome = run("return 'up'", "--max-usd", "1", name="model_without_cost")
    assert outcome.exit_code == 1
    assert "1 asked" in outcome.stdout
    assert "--max-usd cannot be kept" in outcome.stdout


@pytest.mark.parametrize(
    "arguments",
    [["--prices", "nan", "1"], ["--prices", "-1", "1"], ["--prices", "1", "inf"], ["--max-usd", "nan"]],
    ids=" ".join,
)
def test_prices_that_are_none_are_refused(run, arguments):
    outcome = run("return 'up'", *arguments, name="model_of_prices")
    assert outcome.exit_code == 2
    assert arguments[0] in outcome.stderr
    assert "finite, 0 or more" in outcome.stderr


def test_a_folder_in_place_of_a_file_is_named_and_left_as_it_was(run, tmp_path):
    (tmp_path / "there").mkdir()
    outcome = run("return 'up'", "--out", "there", name="model_for_a_folder")
    assert outcome.exit_code == 2
    assert "found a folder, a device or a pipe" in outcome.stderr
    assert not list(tmp_path.glob("there*.*"))
