"""`soundprobe release build`: whole or not at all, the same each time, and never over what was released."""

import json
import shutil
import signal
import sys
import time
from subprocess import DEVNULL, Popen

import pytest

from builders.engine.lock import build_lock
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release
from tests.publishing.releases.life import SMALL, TARGETS, build, files_of, release


def test_release_folder_and_record_hold_what_a_release_holds(made_once):
    record = read_release(RecordFolder.at(made_once.record))
    assert record.title == "small-1.0.0"
    assert [(entry.recipe, entry.items, entry.check) for entry in record.datasets] == [
        (name, 6, None) for name in TARGETS
    ]
    assert record.licence.spdx == ("CC0-1.0",)
    assert record.licence.redistribution
    assert not record.licence.share_alike
    names = set(files_of(made_once.release))
    assert {"README.md", "ATTRIBUTION.md", "croissant.json", "release.json"} <= names
    for name in TARGETS:
        assert {f"{name}/README.md", f"{name}/data/test-00000-of-00001.parquet"} <= names
        assert {f"manifests/{name}.json", f"manifests/{name}.jsonl", f"records/{name}.jsonl"} <= names
    inside = read_release(RecordFolder.at(made_once.release))
    assert inside == record
    assert set(files_of(made_once.record)) == {"release.json", *(f"{name}.jsonl" for name in TARGETS)}
    assert not list(made_once.release.parent.glob(".*"))
    assert not list(made_once.record.parent.glob(".*"))


def test_two_builds_give_the_same_record_and_the_same_files(made_once, tmp_path):
    result = build(tmp_path, "--workers", 2, targets=TARGETS[::-1])
    assert result.exit_code == 0, result.output
    assert files_of(tmp_path / "records" / "small-1.0.0") == files_of(made_once.record)
    assert files_of(tmp_path / "out" / "small-1.0.0") == files_of(made_once.release)


def test_the_same_again_is_nothing_to_do(made, tmp_path):
    before = files_of(tmp_path)
    stamps = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    result = build(tmp_path)
    assert result.exit_code == 0
    assert "nothing to do" in result.output
    assert files_of(tmp_path) == before
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps


def test_a_release_keeps_the_day_on_which_it_was_made(made, tmp_path):
    without_date = [option for option in SMALL if option not in {"--date", "2026-11-30"}]
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records")
    result = release("build", *TARGETS, *without_date, "--without-check", *places)
    assert "nothing to do" in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (("--seed", 2), "seed"),
        (("--limit", 4), "datasets[binaural-effect-perception].counts"),
        (("--date", "2026-12-01"), "date"),
    ],
)
def test_another_release_of_the_same_version_is_refused(made, tmp_path, more, named):
    before = files_of(tmp_path)
    result = build(tmp_path, *more)
    assert result.exit_code == 2
    assert "never overwritten" in result.output
    assert named in result.output
    assert files_of(tmp_path) == before


def test_a_release_without_its_record_gets_it_and_the_other_way_round(made, tmp_path):
    before = files_of(tmp_path)
    for folder in (made.record, made.release):
        shutil.rmtree(folder)
        assert build(tmp_path).exit_code == 0
        assert files_of(tmp_path) == before


def test_an_edited_record_is_left_alone(made, tmp_path):
    path = made.record / "volume-perception.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("left", "right").replace("0.", "1."), encoding="utf-8")
    before = files_of(tmp_path)
    result = build(tmp_path)
    assert result.exit_code == 2
    assert str(path) in result.output
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_release_is_told_and_can_be_made_again(made, tmp_path, damage):
    shard = made.release / TARGETS[1] / "data" / "test-00000-of-00001.parquet"
    before = files_of(tmp_path)
    shard.unlink() if damage == "gone" else shard.write_bytes(shard.read_bytes()[:-1])
    result = build(tmp_path)
    assert result.exit_code == 2
    assert str(shard) in result.output
    assert "move the whole folder away" in result.output
    shutil.rmtree(made.release)
    assert build(tmp_path).exit_code == 0
    assert files_of(tmp_path) == before


def test_a_second_build_at_the_same_time_is_told_to_wait(made, tmp_path):
    with build_lock(made.release):
        result = build(tmp_path)
    assert result.exit_code == 2
    assert "found another `soundprobe release` command for this release at work" in result.output


def test_a_foreign_folder_in_the_place_is_left_alone(tmp_path):
    (tmp_path / "out" / "small-1.0.0").mkdir(parents=True)
    (tmp_path / "out" / "small-1.0.0" / "thesis.tex").write_text("years of work", encoding="utf-8")
    result = build(tmp_path)
    assert result.exit_code == 2
    assert files_of(tmp_path) == {"out/small-1.0.0/thesis.tex": b"years of work"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--name", name) for name in ("Small", "a_b", "../up", "", "a--b", "-a", "x" * 97)),
        *(("--version", version) for version in ("1", "1.0", "v1.0.0", "1.0.0/..", "01.0.0", "")),
        *(("--date", date) for date in ("30.11.2026", "2026-02-30", "2026-1-1")),
    ],
)
def test_what_cannot_name_a_release_is_refused(tmp_path, option, value):
    result = build(tmp_path, option, value)
    assert result.exit_code == 2
    assert option in result.output
    assert not list(tmp_path.iterdir())


def test_an_unknown_target_is_refused(tmp_path):
    assert build(tmp_path, targets=("no-such-task",)).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_an_error_of_the_check_stops_the_release(tmp_path, monkeypatch):
    finding = {"severity": "error", "rule": "clip.silent", "item": "0123", "found": "silence", "wanted": "sound"}
    results = {"errors": 1, "warnings": 0, "checks": {"clip.silent": 4}, "findings": [finding], "audit": None}
    monkeypatch.setattr("publishing.releases.checking._check", lambda built, workers: results)
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records")
    result = release("build", TARGETS[0], *SMALL, *places)
    assert result.exit_code == 1
    assert "clip.silent: 0123: silence" in result.output
    assert not (tmp_path / "records").exists()
    assert not list((tmp_path / "out").glob("[!.]*"))


def test_warnings_are_named_with_what_shows_them(tmp_path, monkeypatch):
    findings = [
        {"severity": "warning", "rule": rule, "item": "0123", "found": "", "wanted": ""}
        for rule in ("shortcut.level", "balance.duration", "balance.duration")
    ]
    results = {"errors": 0, "warnings": 3, "checks": {"clip.silent": 4}, "findings": findings, "audit": None}
    monkeypatch.setattr("publishing.releases.checking._check", lambda built, workers: results)
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records")
    result = release("build", TARGETS[0], *SMALL, *places)
    assert result.exit_code == 0
    assert "3 warnings in 4 checks" in result.output
    command = f"`soundprobe check {tmp_path / 'out' / 'small-1.0.0' / TARGETS[0]}`"
    assert f"  warned of: balance.duration (2), shortcut.level; {command} shows each" in result.output


def test_the_check_is_made_and_recorded(tmp_path):
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records")
    result = release("build", TARGETS[0], *SMALL, "--limit", 4, *places)
    assert result.exit_code == 0, result.output
    record = read_release(RecordFolder.at(tmp_path / "records" / "small-1.0.0"))
    check = record.datasets[0].check
    assert check.errors == 0
    assert check.checks > 100
    stored = json.loads((tmp_path / "out/small-1.0.0/manifests/checks" / f"{TARGETS[0]}.json").read_text("utf-8"))
    assert stored["warnings"] == check.warnings
    again = release("build", TARGETS[0], *SMALL, "--limit", 4, *places)
    assert "nothing to do" in again.output


@pytest.mark.parametrize(
    "milestone",
    [
        ".small-1.0.0.partial",
        ".small-1.0.0.partial/manifests/binaural-effect-perception.jsonl",
        ".small-1.0.0.partial/manifests/volume-perception.json",
        ".small-1.0.0.partial/records",
        "small-1.0.0",
    ],
)
def test_a_killed_build_leaves_nothing_half_done_and_the_next_finishes(made_once, tmp_path, milestone):
    places = ("--out", str(tmp_path / "out"), "--records", str(tmp_path / "records"))
    command = [sys.executable, "-m", "publishing", "release", "build", *TARGETS, *SMALL, "--without-check", *places]
    running = Popen(command, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
    while running.poll() is None and not (tmp_path / "out" / milestone).exists():
        time.sleep(0.001)
    assert (tmp_path / "out" / milestone).exists() or (tmp_path / "out" / "small-1.0.0").exists()
    running.send_signal(signal.SIGKILL)
    running.wait()
    for place in (tmp_path / "records" / "small-1.0.0", tmp_path / "out" / "small-1.0.0"):
        whole = made_once.record if place.parent.name == "records" else made_once.release
        assert not place.exists() or files_of(place) == files_of(whole)
    assert build(tmp_path).exit_code == 0
    assert files_of(tmp_path / "records" / "small-1.0.0") == files_of(made_once.record)
    assert files_of(tmp_path / "out" / "small-1.0.0") == files_of(made_once.release)
    assert not list((tmp_path / "out").glob(".*"))


@pytest.mark.parametrize(
    ("out", "records"), [("x", "x"), ("x", "x/../x"), ("x", "x/small-1.0.0"), ("x/small-1.0.0", "x")]
)
def test_a_release_and_its_record_in_one_place_are_refused_at_once(tmp_path, out, records):
    (tmp_path / "x").mkdir()
    result = build(tmp_path, "--out", tmp_path / out, "--records", tmp_path / records)
    assert result.exit_code == 2
    assert f"--out {tmp_path / out} and --records {tmp_path / records}: found one place" in result.output
    assert not files_of(tmp_path)


def test_a_limit_that_the_sources_cannot_fill_is_told(tmp_path):
    result = build(tmp_path, "--limit", 100, targets=("volume-perception",))
    assert result.exit_code == 0, result.output
    assert " items a label, fewer than --limit 100: there are no sources for more" in result.output
    assert "fewer than" not in build(tmp_path / "less", "--limit", 2, targets=("volume-perception",)).output


def test_a_device_of_windows_is_no_name(tmp_path):
    result = build(tmp_path, "--name", "con")
    assert result.exit_code == 2
    assert "--name 'con': found what cannot name a release" in result.output
