"""`soundprobe audit`: exit codes that can be trusted, errors in plain words, JSON and nothing else."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from tests.verification.audit.ramps import write_ramps, wrong_answers
from verification.commands.auditing import audit_command
from verification.listening.facts import FAMILIES
from verification.survival.registry import treatments
from verification.truth.registry import properties


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    return write_ramps(tmp_path_factory.mktemp("audit") / "clean")


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    return write_ramps(tmp_path_factory.mktemp("audit") / "wrong", spoil=wrong_answers(7))


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory):
    """A set with warnings only: two clips twice."""

    def spoil(rows):
        for first, second in ((0, 5), (1, 8)):
            rows[second]["samples"], rows[second]["label"] = rows[first]["samples"], rows[first]["label"]

    return write_ramps(tmp_path_factory.mktemp("audit") / "doubtful", pairs=8, spoil=spoil)


def run(*arguments, width=80):
    environment = {"COLUMNS": str(width)}
    return CliRunner(env=environment).invoke(audit_command, ["--workers", "1", *map(str, arguments)])


def process(*arguments, **options):
    command = [sys.executable, "-m", "verification", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.parametrize(
    ("name", "threshold", "code"),
    [
        ("wrong", "error", 1),
        ("wrong", "warning", 1),
        ("wrong", "never", 0),
        ("doubtful", "error", 0),
        ("doubtful", "warning", 1),
        ("doubtful", "never", 0),
        ("clean", "error", 0),
    ],
)
def test_the_exit_code_follows_the_threshold(request, name, threshold, code):
    result = run(request.getfixturevalue(name), "--fail-on", threshold, "--inherent", "edges")
    assert result.exit_code == code, result.output


def test_nothing_found_is_said_and_is_0_even_if_warnings_count(clean):
    result = run(clean, "--task", "level-direction", "--fail-on", "warning")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("clean: 24 rows, 24 clips, nothing found (")


REFUSED = {
    "no such path": (["nowhere"], "nowhere: found no such file or folder"),
    "no such task": (["--task", "level-directoin"], "did you mean level-direction"),
    "no such treatment": (["--treatment", "telefone", "--task", "ear"], "did you mean 'telephone'"),
    "no such family": (["--inherent", "bandwith"], "did you mean 'bandwidth'"),
    "no such column": (["--label", "lable"], "--label lable: found no such column"),
    "no regular expression": (["--label-pattern", "(("], "found no regular expression"),
    "no match": (["--label-pattern", "^zz(\\d+)"], "clean"),
    "no such style": (["--style", "dynamic"], "dynamic-superb"),
    "no such threshold": (["--fail-on", "all"], "'error', 'warning', 'never'"),
    "no workers": (["--workers", "0"], "--workers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_mistake_is_2_in_plain_words(clean, case):
    arguments, said = REFUSED[case]
    result = run(*([] if case == "no such path" else [clean]), *arguments)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert said in result.stderr
    assert result.stdout == ""


def test_json_is_all_that_is_printed(wrong):
    result = run(wrong, "--json", "--task", "level-direction")
    assert result.exit_code == 1
    report = json.loads(result.stdout, parse_constant=pytest.fail)
    assert (report["name"], report["rows"], len(report["items"])) == ("wrong", 24, 24)
    assert report["errors"] == sum(finding["severity"] == "error" for finding in report["findings"]) >= 7
    assert {"item", "rule", "found", "wanted", "severity"} == set(report["findings"][0])
    assert result.stderr == ""


def test_json_and_html_go_together(wrong, tmp_path):
    page = tmp_path / "new" / "report.html"
    result = run(wrong, "--json", "--html", page)
    assert json.loads(result.stdout)["rows"] == 24
    assert result.stderr == f"wrote {page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!")


class TestHtml:
    def test_it_takes_the_place_of_the_last_one_and_leaves_nothing_else(self, clean, tmp_path):
        page = tmp_path / "report.html"
        page.write_text("the last one")
        assert run(clean, "--html", page, "--fail-on", "never").exit_code == 0
        assert "the last one" not in page.read_text(encoding="utf-8")
        assert list(tmp_path.iterdir()) == [page]

    def test_the_last_one_stays_whole_if_the_page_cannot_be_made(self, clean, tmp_path, monkeypatch):
        page = tmp_path / "report.html"
        page.write_text("the last one")
        monkeypatch.setattr("verification.pages.page.page_text", lambda *_: "\ud800")
        assert run(clean, "--html", page).exit_code != 0
        assert page.read_text() == "the last one"
        assert list(tmp_path.iterdir()) == [page]

    def test_a_place_that_cannot_be_written_is_told_before_anything_is_heard(self, clean, tmp_path, monkeypatch):
        monkeypatch.setattr("verification.audit.auditing.audit", lambda _request: pytest.fail("it listened"))
        (tmp_path / "file").write_text("")
        result = run(clean, "--html", tmp_path / "file" / "report.html")
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {tmp_path}/file/report.html: found ")
        assert "--html" in result.stderr
        assert "--out" not in result.stderr

    def test_a_folder_is_no_file(self, clean, tmp_path):
        result = run(clean, "--html", tmp_path)
        assert result.exit_code == 2
        assert "is a directory" in result.stderr

    def test_what_was_found_is_printed_though_the_page_cannot_be_written_in_the_end(self, clean, tmp_path, monkeypatch):
        monkeypatch.setattr("verification.commands.page.require_place", lambda _path: None)
        (tmp_path / "file").write_text("")
        result = run(clean, "--html", tmp_path / "file" / "report.html")
        assert result.exit_code == 2
        assert result.stdout.startswith("clean: 24 rows")


def test_tasks_are_listed_without_a_set():
    result = run("--tasks")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(properties())


def test_front_ends_are_listed_without_a_set():
    result = run("--treatments")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(treatments())


def test_survival_without_a_task_is_a_note(clean):
    result = run(clean, "--survival", "--fail-on", "never")
    assert result.exit_code == 0
    assert "was not tried: no task is named (--task)" in " ".join(result.stdout.split())


def test_a_treatment_is_tried_without_asking_for_survival(clean):
    result = run(clean, "--task", "level-direction", "--treatment", "mono", "--json")
    assert [row["treatment"] for row in json.loads(result.stdout)["survival"]] == ["mono"]


def test_a_family_that_is_the_property_is_listed_and_no_finding(clean):
    report = json.loads(run(clean, "--inherent", "Noise_Floor", "--inherent", "crest_db", "--json").stdout)
    inherent = {score["family"]: score["inherent"] for score in report["shortcuts"] if score["inherent"]}
    assert inherent == {"noise floor": "named by --inherent", "crest_db": "named by --inherent"}
    assert {score["family"] for score in report["shortcuts"]} >= set(FAMILIES)
    assert not [one for one in report["findings"] if one["rule"] in {"shortcut.noise_floor", "shortcut.crest_db"}]


def test_a_label_pattern_reads_the_label_from_the_path(tmp_path):
    root = write_ramps(tmp_path / "set", pairs=4, duration_s=0.1)
    (root / "metadata.csv").unlink()
    for number, path in enumerate(sorted((root / "audio").iterdir())):
        path.rename(path.with_name(f"clip{number:02}-{'ab'[number % 2]}.flac"))
    result = run(root, "--label-pattern", r"-(\w)\.flac$", "--json")
    assert json.loads(result.stdout)["labels"] == {"a": 4, "b": 4}


@pytest.mark.parametrize("width", [80, 50, 40])
def test_lines_are_no_longer_than_the_terminal(wrong, width):
    lines = run(wrong, "--task", "level-direction", "--rules", width=width).stdout.splitlines()
    too_long = [line for line in lines if len(line) > width]
    assert len(lines) > 30
    assert too_long == []


def test_a_narrower_terminal_gets_lines_of_40(wrong):
    assert run(wrong, width=20).stdout == run(wrong, width=40).stdout


def test_colour_is_never_all_that_tells(wrong, doubtful):
    plain = run(wrong, "--fail-on", "never").stdout
    assert "\x1b" not in plain  # nobody's terminal
    assert "  error question.no_answer (7 times)" in plain
    assert "  warning duplicate.pcm (2 times)" in run(doubtful).stdout


def test_a_file_name_that_is_no_utf_8_can_be_printed(tmp_path):
    root = write_ramps(tmp_path / "set", pairs=2, duration_s=0.1)
    (root / "metadata.csv").unlink()
    (root / os.fsdecode(b"audio/\xff.wav")).touch()
    result = run(root)
    assert result.exit_code == 1
    assert "\\udcff.wav" in result.stdout
    result = run(root, "--json")
    assert [one["item"] for one in json.loads(result.stdout)["findings"]] == ["audio/\udcff.wav"]


def test_help_has_an_example_and_is_there_before_one_notices():
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "verification", "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        seconds.append(time.perf_counter() - started)
    assert "python -m verification [OPTIONS] DATASET" in done.stdout
    assert "soundprobe audit downloads/some-audio-qa" in done.stdout
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "click" in loaded
    assert not loaded & {"numpy", "scipy", "pyarrow", "soundfile", "sklearn", "av", "jinja2", "librosa", "tqdm"}
    assert min(seconds) < 0.6


def test_nobody_reads_on(wrong):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "verification", str(wrong), "--workers", "1"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_ctrl_c_ends_with_130_and_no_traceback(tmp_path):
    root = write_ramps(tmp_path / "set", pairs=200, duration_s=2.0)
    # Front ends for a hundred clips: it is still at work after three seconds on any machine.
    started = process(root, "--workers", 2, "--task", "level-direction", "--survival", start_new_session=True)
    time.sleep(3.0)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=30)
    assert started.returncode == 130, err
    assert (out, err.partition(".")[0]) == ("", "stopped")
    assert "Traceback" not in err
