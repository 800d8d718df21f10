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


def test_the_facts_of_a_run_are_left_out_and_named(score_paths, tmp_path):
    facts = tmp_path / "mine.run.json"
    facts.write_text(json.dumps({"set": "volume-perception", "questions_sha256": "0" * 64, "model": "mine"}))
    result = run(*score_paths, facts)
    assert result.exit_code == 0
    assert result.stdout.startswith("# 2 models on 5 tasks\n")
    assert result.stderr == f"left out, as facts of runs and no scores: {facts}\n"
    alone = run(facts)
    assert alone.exit_code == 2
    assert "the facts of a run, and no scores" in alone.stderr


def test_a_name_alone_makes_no_facts_of_a_run(score_paths, tmp_path):
    named = tmp_path / "good.run.json"
    named.write_bytes(score_paths[0].read_bytes())
    assert run(named).stdout.startswith("# good on 1 task\n")
    named.write_text("{}")
    assert run(named).exit_code == 2


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
