"""The command, the file that it reads, and the page that is made of its output."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.commands.published import published_command
from evaluation.published.judged import Judge
from evaluation.published.lines import Section, published_lines

PAGE = (Path(__file__).parents[3] / "docs/published-results.md").read_text(encoding="utf-8")
ASR = "SUPERB ASR (LibriSpeech-TestClean)"
SLOTS = "SUPERB Slot Filling (AudioSnips-Test)"


def run(*arguments):
    return CliRunner().invoke(published_command, [str(argument) for argument in arguments])


@pytest.fixture
def results(tmp_path):
    def write(content):
        path = tmp_path / "mine.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("section", Section)
def test_the_page_holds_what_the_command_prints(section):
    outcome = run(section)
    assert outcome.exit_code == 0
    assert outcome.stdout.rstrip("\n") == "\n".join(published_lines(section))
    assert outcome.stdout in PAGE


def test_the_page_holds_the_other_judges_domains_too():
    assert run("domains", "--judge", "llama").stdout in PAGE
    assert published_lines(Section.DOMAINS, Judge.LLAMA) != published_lines(Section.DOMAINS)


def test_the_pages_example_in_python_runs_and_prints_what_it_says(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.startswith(code.rsplit("# ", 1)[1].strip())


def test_a_table_is_aligned_markdown():
    lines = published_lines(Section.DOMAINS)
    assert len(lines) == 2 + 17
    assert len({len(line) for line in lines}) == 1
    assert re.fullmatch(r"\| -+ \|( -+: \|){8}", lines[1])


class TestNewModel:
    def test_it_stands_beside_the_published_models_on_the_same_tasks(self, results):
        outcome = run("--results", results({ASR: {"WER": 0.1698}, SLOTS: {"Slot Value CER": 0.3}}))
        assert outcome.exit_code == 0
        told, _, heading, _, *rows = outcome.stdout.splitlines()
        assert told == "mine: 2 of its 2 tasks count."
        models = [cell.strip() for cell in heading.strip("|").split("|")]
        assert models[:2] == ["domain", "mine"]
        assert [row.split("|")[1].strip() for row in rows] == [
            "Speech / Speech Recognition",
            "Speech / Spoken Language Understanding",
        ]
        cells = dict(zip(models, (cell.strip() for cell in rows[0].strip("|").split("|")), strict=True))
        assert cells["mine"] == "+0.50 (+0.50)"
        assert cells["SALMONN 13B"] == "+0.92 (+0.92)"  # this task alone, not the domain's mean
        # And by this metric alone: SALMONN 7B's F1, on which it is ahead of the baseline, does not count.
        cells = dict(zip(models, (cell.strip() for cell in rows[1].strip("|").split("|")), strict=True))
        assert cells["SALMONN 7B"] == "-0.20 (-0.20)"

    def test_an_na_rate_scales_it(self, results):
        outcome = run("--results", results({SLOTS: {"Slot Type F1": {"value": 0.8637, "na_rate": 0.69}}}))
        assert "-0.50 (-0.50)" in outcome.stdout  # half as many usable replies as the baseline's 62 %

    def test_a_model_of_which_nothing_could_be_used_is_told_so(self, results):
        outcome = run("--results", results({ASR: {"WER": {"value": None, "na_rate": 1.0}}}))
        assert outcome.stdout == "mine: none of its 1 tasks counts.\n"

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("{", "mine.json"),
            ("[]", "found a list"),
            ({}, "found no result"),
            ({ASR: {}}, "found no result"),
            ({ASR: 0.1}, ASR),
            ({ASR: {"WER": -1}}, "0 or more"),
            ({ASR: {"WER": 10**400}}, f"{ASR}, WER"),
            ({ASR: {"WER": "0.1"}}, f"{ASR}, WER"),
            ({ASR: {"WER": True}}, f"{ASR}, WER"),
            ({ASR: {"WER": {"na_rate": 0.1}}}, f"{ASR}, WER"),
            ({ASR: {"WER": {"value": 0.1, "nar": 0.1}}}, f"{ASR}, WER"),
            ({ASR: {"WER": {"value": 0.1, "na_rate": 5}}}, "an N/A rate of 5"),
            ({ASR: {"wer": 0.1}}, "wanted: WER (lower is better)"),
            ({"SUPERB Asr (LibriSpeech-TestClean)": {"WER": 0.1}}, f"perhaps '{ASR}' is meant"),
            ({"SUPERB Emotion Recognition (RAVDESS)": {"LLM-C": 75.8}}, "not a percentage"),
            ('{"SUPERB ASR (LibriSpeech-TestClean)": {"WER": NaN}}', "a finite number"),
        ],
    )
    def test_what_cannot_be_read_or_compared_is_said_in_words(self, results, content, said):
        outcome = run("--results", results(content))
        assert outcome.exit_code == 2
        assert said in outcome.stderr
        assert "Traceback" not in outcome.output

    def test_a_file_that_is_not_there_is_named(self, tmp_path):
        outcome = run("--results", tmp_path / "nowhere.json")
        assert outcome.exit_code == 2
        assert "nowhere.json" in outcome.stderr


def test_an_unknown_section_is_refused_and_the_known_are_named():
    outcome = run("radar")
    assert outcome.exit_code == 2
    assert "statements" in outcome.stderr
