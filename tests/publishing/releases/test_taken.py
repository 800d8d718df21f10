"""`soundprobe release build` refuses a name and version that are taken before it builds or checks anything."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.publishing.releases.life import SMALL, TARGETS, build, files_of, release

ROOT = Path(__file__).parents[3]


@pytest.fixture
def nothing_is_built(monkeypatch):
    """Fail if anything is rendered or checked, or a release begins to be made."""

    def refuse(*_, **__):
        raise AssertionError("built")

    monkeypatch.setattr("builders.engine.build.build_dataset", refuse)
    monkeypatch.setattr("publishing.releases.checking._check", refuse)
    monkeypatch.setattr("publishing.releases.staging.ReleaseStaging.open", refuse)


@pytest.fixture
def nothing_is_planned(monkeypatch, nothing_is_built):
    def refuse(*_, **__):
        raise AssertionError("planned")

    monkeypatch.setattr("builders.commands.making.make_plan", refuse)


@pytest.mark.usefixtures("nothing_is_planned")
@pytest.mark.parametrize(
    ("more", "targets", "named"),
    [
        (("--seed", 2), TARGETS, "seed"),
        (("--date", "2026-12-01"), TARGETS, "date"),
        ((), TARGETS[:1], "datasets[volume-perception], which only the old one has"),
        ((), (*TARGETS, "pitch-perception"), "datasets[pitch-perception], which only the new one has"),
    ],
)
def test_what_differs_without_a_plan_is_refused_without_one(made, tmp_path, more, targets, named):
    before = files_of(tmp_path)
    result = build(tmp_path, *more, targets=targets)
    assert result.exit_code == 2
    assert named in result.output
    assert "never overwritten" in result.output
    assert files_of(tmp_path) == before


@pytest.mark.usefixtures("nothing_is_planned")
def test_a_release_with_a_check_is_not_one_without(made, tmp_path):
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records")
    result = release("build", *TARGETS, *SMALL, *places)
    assert result.exit_code == 2
    assert "datasets[volume-perception].check" in result.output


@pytest.mark.usefixtures("nothing_is_planned")
@pytest.mark.parametrize("what", ["packages_here", "platform_here"])
def test_another_machine_is_told_at_once(made, tmp_path, monkeypatch, what):
    monkeypatch.setattr(f"publishing.releases.taken.{what}", dict)
    result = build(tmp_path)
    assert result.exit_code == 2
    assert f"differs in {what.removesuffix('_here')}" in result.output


@pytest.mark.usefixtures("nothing_is_built")
def test_another_plan_is_refused_before_anything_is_built(made, tmp_path):
    before = files_of(tmp_path)
    result = build(tmp_path, "--limit", 4)
    assert result.exit_code == 2
    for field in ("counts", "plan_sha256"):
        assert f"datasets[binaural-effect-perception].{field}" in result.output
    assert files_of(tmp_path) == before


@pytest.mark.usefixtures("nothing_is_planned")
@pytest.mark.parametrize("place", ["out", "records"])
def test_foreign_files_in_a_place_are_told_at_once(tmp_path, place):
    folder = tmp_path / place / "small-1.0.0"
    folder.mkdir(parents=True)
    (folder / "thesis.tex").write_text("years of work", encoding="utf-8")
    result = build(tmp_path)
    assert result.exit_code == 2
    assert f"{folder}: found files without a release.json" in result.output


@pytest.mark.usefixtures("nothing_is_planned")
def test_the_release_folder_alone_takes_the_name(made, tmp_path):
    result = release(
        *("build", *TARGETS, *SMALL, "--without-check", "--seed", 2),
        *("--out", tmp_path / "out", "--records", tmp_path / "other"),
    )
    assert result.exit_code == 2
    assert str(made.release / "release.json") in result.output


def test_a_taken_name_is_refused_in_three_seconds(made, tmp_path):
    command = [sys.executable, "-m", "publishing", "release", "build", *TARGETS, *SMALL, "--seed", "2"]
    places = ["--out", str(tmp_path / "out"), "--records", str(tmp_path / "records")]
    started = time.monotonic()
    done = subprocess.run([*command, *places], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    seconds = time.monotonic() - started
    assert done.returncode == 2
    assert "never overwritten" in done.stderr
    assert seconds < 3.0
