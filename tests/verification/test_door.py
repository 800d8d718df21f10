import json
import os
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
from click.testing import CliRunner

from verification.commands.check import check_command, run_check


@pytest.fixture
def run():
    def command(*arguments):
        return CliRunner().invoke(check_command, [str(argument) for argument in arguments])

    return command


def broken(planted):
    def raise_ear(shipped):
        pcm = shipped.pcm.copy()
        pcm[:, int(shipped.item.label == "left")] = np.resize([33, -33], len(pcm))
        return shipped.sounding(pcm)

    planted.tampered(4, raise_ear)
    return planted


def test_all_holds_is_said_first(real, run):
    result = run(real("binaural-effect-perception").paths.folder, "--workers", 1)
    assert result.exit_code == 0
    verdict, _, rest = " ".join(result.stdout.split()).partition(" rules) ")
    assert verdict.startswith("binaural-effect-perception (binaural.one_ear/1): 40 clips, all hold (")
    assert rest.startswith("level of the sounding ear is within ")
    assert "pcm_sha256" not in result.stdout


def test_the_rules_are_listed_on_request(binaural_set, run):
    result = run(binaural_set.paths.folder, "--workers", 1, "--rules")
    listed = next(line for line in result.stdout.splitlines() if line.startswith("  audio "))
    assert "channels" in listed
    assert "pcm_sha256" in result.stdout


def test_an_unknown_recipe_is_a_warning_with_a_hint(binaural_set, run):
    result = run(binaural_set.paths.folder, "--workers", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("binaural-planted (binaural.one_ear/1): 8 clips, 0 errors, 1 warning in ")
    assert "  warning recipe.known\n    found  " in result.stdout
    assert "    to do  check it with the release that built it" in result.stdout


def test_a_hint_is_given_once(binaural_set, run):
    for number in (0, 1):
        binaural_set.shard(number).write_bytes(b"")
    result = run(binaural_set.paths.folder, "--workers", 1, "--max-findings", 100)
    assert result.stdout.count("get the files again") == 1
    assert ": 0 clips of 8 items, " in result.stdout.replace("\n  ", " ")


def test_an_error_names_the_item_the_rule_and_both_values(binaural_set, run):
    result = run(broken(binaural_set).paths.folder, "--workers", 1)
    assert result.exit_code == 1
    assert f"error binaural.other_ear\n    in     {binaural_set.id(4)}\n    found  " in result.stdout
    assert "wanted exact silence: the label is left" in result.stdout
    assert "Traceback" not in result.output


def test_a_false_label_is_printed_before_a_changed_file(binaural_set, run):
    lines = run(broken(binaural_set).paths.folder, "--workers", 1).stdout.splitlines()
    errors = [line.split()[1] for line in lines if line.startswith("  error ")]
    assert errors[0].startswith("binaural.")
    assert errors.index("shard.sha256") < errors.index("record.pcm_sha256")


def test_warnings_alone_do_not_fail(pitch_set, run):
    def doubt(shipped):
        values = {**shipped.item.measurements, "median_f0_hz": shipped.item.measurements["median_f0_hz"] * 0.9}
        return shipped.saying(measurements=values)

    pitch_set.forged(0, doubt)
    result = run(pitch_set.paths.folder, "--workers", 1)
    assert result.exit_code == 0
    assert f"warning pitch.median\n    in     {pitch_set.id(0)}\n" in result.stdout
    assert "0 errors, 2 warnings in" in result.stdout


def test_max_findings_hides_and_counts_the_rest(binaural_set, run):
    binaural_set.write_rows([one.saying(explanation="?") for one in binaural_set.shipped])
    result = run(binaural_set.paths.folder, "--workers", 1, "--max-findings", 3)
    assert result.exit_code == 1
    number = len(binaural_set.shipped)
    named = ", ".join(sorted(one.item.id for one in binaural_set.shipped)[:3])
    text = " ".join(result.stdout.split())
    assert f"({number} times) in {named} and {number - 3} more found" in text


def test_json_holds_everything(binaural_set, run):
    result = run(broken(binaural_set).paths.folder, "--workers", 1, "--json", "--max-findings", 0)
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    (dataset,) = document["datasets"]
    assert document["troubles"] == []
    assert dataset["dataset"] == "binaural-planted"
    assert dataset["errors"] == len(dataset["findings"]) - dataset["warnings"] > 0
    assert {"item", "rule", "found", "wanted", "severity"} == set(dataset["findings"][0])
    assert dataset["checks"]["binaural.other_ear"] == 8


@pytest.mark.parametrize("level", ["dataset", "build", "above"])
def test_a_dataset_a_build_folder_or_a_folder_above(binaural_set, run, level):
    out = binaural_set.paths.out
    path = {"dataset": binaural_set.paths.folder, "build": out, "above": out.parent}[level]
    result = run(path, "--workers", 1)
    assert result.exit_code == 0
    assert result.stdout.count("binaural-planted (") == 1


def test_a_dataset_that_is_named_twice_is_checked_once(binaural_set, run):
    result = run(binaural_set.paths.folder, binaural_set.paths.out, "--workers", 1)
    assert result.stdout.count("binaural-planted (") == 1


def test_two_datasets_of_which_one_fails(binaural_set, volume_set, run):
    broken(binaural_set)
    result = run(binaural_set.paths.out, "--workers", 1)
    assert result.exit_code == 1
    assert "volume-planted (volume.ramp/1)" in result.stdout
    assert result.stdout.splitlines()[-1] == "2 in all: 1 hold, 1 with errors"


def test_two_datasets_of_one_name_are_told_apart_by_their_folders(binaural_set, run, tmp_path):
    one, other = (tmp_path / name / "manifests" for name in ("one", "other"))
    for records in (one, other):
        shutil.copytree(binaural_set.paths.folder, records.parent / binaural_set.paths.name)
        shutil.copytree(binaural_set.paths.record.parent, records)
    folders = [str(records.parent / binaural_set.paths.name) for records in (one, other)]
    lines = run(one.parent, other.parent, "--workers", 1, "--quick").stdout.splitlines()
    named = [number for number, line in enumerate(lines) if line.startswith("binaural-planted (")]
    assert [lines[number - 1] for number in named] == [f"{folder}:" for folder in folders]
    document = json.loads(run(one.parent, other.parent, "--workers", 1, "--quick", "--json").stdout)
    assert [each["folder"] for each in document["datasets"]] == folders
    assert folders[0] not in run(one.parent, "--workers", 1, "--quick").stdout  # alone, its name is enough


def test_a_dataset_without_a_record_is_trouble(binaural_set, volume_set, run):
    binaural_set.paths.record.unlink()
    for path in (binaural_set.paths.out, binaural_set.paths.folder):
        result = run(path, "--workers", 1)
        assert result.exit_code == 2
        assert f"error: {binaural_set.paths.folder}: found a dataset without a record" in result.stderr
    assert "volume-planted" not in result.stdout
    result = run(binaural_set.paths.folder, volume_set.paths.out, "--workers", 1)
    assert result.stderr.count("without a record") == 1
    assert result.stdout.splitlines()[-1] == "2 in all: 1 hold, 1 in trouble (not checked)"


def test_what_an_unfinished_build_keeps_is_no_dataset(binaural_set, run):
    partial = binaural_set.paths.partial / "data"
    partial.mkdir(parents=True)
    (partial / "test-00000-of-00001.parquet").write_bytes(b"")
    assert run(binaural_set.paths.out, "--workers", 1).exit_code == 0


def test_a_path_that_is_too_long_is_no_such_folder(run):
    for path in ("x" * 300, "x/" * 3000):
        result = run(path)
        assert result.exit_code == 2
        assert "no such folder" in result.stderr
        assert "Traceback" not in result.output


def test_nobody_reads_on(binaural_set):
    """As with `soundprobe check | head -1`: a pipe that is closed before all is written."""
    command = [sys.executable, "-m", "verification", str(binaural_set.paths.out), "--workers", "1"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_build_is_the_default(binaural_set, run, monkeypatch):
    monkeypatch.chdir(binaural_set.paths.out.parent)
    assert run("--workers", 1).exit_code == 0


def test_nothing_there_is_trouble(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments, said in (((), "no such folder"), ((tmp_path,), "no built dataset")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert said in result.stderr
        assert "Traceback" not in result.output


def test_an_unreadable_record_is_trouble_and_the_others_are_checked(binaural_set, volume_set, run):
    binaural_set.paths.record.write_text("{")
    result = run(binaural_set.paths.out, "--workers", 1)
    assert result.exit_code == 2
    assert "binaural-planted.json" in result.stderr
    assert "volume-planted (volume.ramp/1)" in result.stdout
    document = json.loads(run(binaural_set.paths.out, "--workers", 1, "--json").stdout)
    assert len(document["troubles"]) == len(document["datasets"]) == 1


def test_a_missing_items_file_is_trouble(binaural_set, run):
    binaural_set.paths.items.unlink()
    assert run(binaural_set.paths.folder, "--workers", 1).exit_code == 2


def test_wrong_usage_is_trouble(run):
    assert run("--workers", "0").exit_code == 2
    assert run("--nonsense").exit_code == 2


def test_help_has_an_example(run):
    result = run("--help")
    assert result.exit_code == 0
    assert "soundprobe check build/level2" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize("columns", [60, 80])
def test_the_text_fits_the_window(binaural_set, run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    result = run(broken(binaural_set).paths.folder, "--workers", 1)
    assert max(map(len, result.stdout.splitlines())) <= columns


def test_run_check_gives_the_exit_code(binaural_set, tmp_path, capsys):
    options = {"workers": 1, "as_json": False, "max_findings": 20}
    assert run_check([binaural_set.paths.folder], **options) == 0
    assert run_check([broken(binaural_set).paths.folder], **options) == 1
    assert run_check([binaural_set.paths.folder, tmp_path / "none"], **options) == 2


def test_two_workers_find_the_same_as_one(volume_set):
    shipped = [one.saying(explanation="?") if number % 3 == 0 else one for number, one in enumerate(volume_set.shipped)]
    volume_set.write_rows(shipped)
    one, two = (volume_set.check(workers=workers) for workers in (1, 2))
    assert one == two
    assert one.errors


def test_help_does_not_wait_for_heavy_libraries():
    code = (
        "import sys; from verification.commands.check import check_command; "
        "heavy = {'scipy', 'librosa', 'datasets', 'pyworld', 'onnxruntime', 'pyarrow', 'soundfile', 'numpy'}; "
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert time.perf_counter() - started < 2.0
