import json
import subprocess
import sys
import time

import numpy as np
import pytest
from click.testing import CliRunner

from verification.door import check_command, run_check


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


def test_all_holds(binaural_set, run):
    result = run(binaural_set.paths.folder, "--workers", 1)
    assert result.exit_code == 0
    assert "binaural-planted (binaural.one_ear/1): 8 clips of 8 items in 2 shards" in result.stdout
    assert "all hold: " in result.stdout


def test_an_error_names_the_item_the_rule_and_both_values(binaural_set, run):
    result = run(broken(binaural_set).paths.folder, "--workers", 1)
    assert result.exit_code == 1
    assert f"error {binaural_set.id(4)} binaural.other_ear" in result.stdout
    assert "found  " in result.stdout
    assert "wanted exact silence: the label is left" in result.stdout
    assert "Traceback" not in result.output


def test_a_false_label_is_printed_before_a_changed_file(binaural_set, run):
    lines = run(broken(binaural_set).paths.folder, "--workers", 1).stdout.splitlines()
    errors = [line.split()[2] for line in lines if line.startswith("  error ")]
    assert errors[0].startswith("binaural.")
    assert errors.index("shard.sha256") < errors.index("record.pcm_sha256")


def test_warnings_alone_do_not_fail(pitch_set, run):
    def doubt(shipped):
        values = {**shipped.item.measurements, "median_f0_hz": shipped.item.measurements["median_f0_hz"] * 0.9}
        return shipped.saying(measurements=values)

    pitch_set.forged(0, doubt)
    result = run(pitch_set.paths.folder, "--workers", 1)
    assert result.exit_code == 0
    assert f"warning {pitch_set.id(0)} pitch.median" in result.stdout
    assert "0 errors, 1 warning in" in result.stdout


def test_max_findings_hides_and_counts_the_rest(binaural_set, run):
    binaural_set.write_rows([one.saying(explanation="?") for one in binaural_set.shipped])
    result = run(binaural_set.paths.folder, "--workers", 1, "--max-findings", 3)
    assert result.exit_code == 1
    assert sum(line.startswith("  error ") for line in result.stdout.splitlines()) == 3
    assert "and 7 more" in result.stdout


def test_json_holds_everything(binaural_set, run):
    result = run(broken(binaural_set).paths.folder, "--workers", 1, "--json", "--max-findings", 0)
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    (dataset,) = document["datasets"]
    assert document["troubles"] == []
    assert dataset["dataset"] == "binaural-planted"
    assert dataset["errors"] == len(dataset["findings"]) > 0
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
        "import sys; from verification.door import check_command; "
        "heavy = {'scipy', 'librosa', 'datasets', 'pyworld', 'onnxruntime', 'pyarrow', 'soundfile', 'numpy'}; "
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert time.perf_counter() - started < 2.0
