"""`report`: files in, files out, exit codes that can be trusted."""

import json

import pytest
from click.testing import CliRunner

from evaluation.commands.report import report_command


def run(*arguments):
    return CliRunner().invoke(report_command, [str(each) for each in arguments])


def test_help_has_an_example():
    result = run("--help")
    assert result.exit_code == 0
    assert "soundprobe evaluate report scores/*.json" in result.output
    assert "Exit code" in result.output


def test_prints_markdown_if_nothing_else_is_asked_for(score_paths):
    result = run(*score_paths)
    assert result.exit_code == 0
    assert result.output.startswith("# 2 models on 5 tasks\n")
    assert result.output.count("\n## ") == 4


def test_writes_all_three(score_paths, tmp_path):
    files = [tmp_path / name for name in ("r.html", "r.md", "r.json")]
    result = run(*score_paths, "--html", files[0], "--markdown", files[1], "--json", files[2])
    assert result.exit_code == 0
    assert result.output.splitlines() == [f"-> {path}" for path in files]
    assert files[0].read_text("utf-8").startswith("<!DOCTYPE html>")
    assert files[1].read_text("utf-8").startswith("# 2 models")
    assert json.loads(files[2].read_text("utf-8"))["models"][0] == "good"


@pytest.mark.parametrize("text", ["", "{}", "nonsense"])
def test_what_is_no_score_is_exit_code_2_with_a_reason(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_text(text)
    result = run(path)
    assert result.exit_code == 2
    assert "error: " in result.output
    assert "evaluate score" in result.output


def test_no_file_an_absent_one_and_no_place_to_write(score_paths, tmp_path):
    assert run().exit_code == 2
    assert run(tmp_path / "none.json").exit_code == 2
    assert run(*score_paths, "--html", tmp_path).exit_code == 2
