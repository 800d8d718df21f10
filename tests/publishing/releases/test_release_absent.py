"""A release wants all that it names: what is missing is told before anything is built."""

from __future__ import annotations

from tests.builders.sagi import tree_of
from tests.publishing.releases.life import SMALL, files_of, release


def build(folder, *targets):
    return release(
        "build", *targets, *SMALL, "--without-check", "--out", folder / "out", "--records", folder / "records"
    )


def test_nothing_is_built_before_all_corpora_are_found(tmp_path):
    result = build(tmp_path, "sagi/level3")
    assert result.exit_code == 2
    assert files_of(tmp_path) == {}
    assert not [path for path in (tmp_path / "out").glob("*") if path.name.endswith(".partial")]
    for name in ("speaker-age", "speech-emotion", "emotional-intensity", "singing-detection", "emotion-translation"):
        assert f"sagi/{name}" in result.output
    assert "no common_voice and no speech_accent_archive and no ravdess here" in result.output
    assert "cannot speak in a style" in result.output
    assert "or name only recipes that can be made" in result.output
    assert "built" not in result.output


def test_a_folder_that_is_not_the_corpus_is_found_before_another_task_is_built(tmp_path):
    (tmp_path / "empty").mkdir()
    result = build(tmp_path, "binaural-effect-perception", "speech-emotion", "--corpus", f"ravdess={tmp_path}/empty")
    assert result.exit_code == 2
    assert "RAVDESS as released" in result.output
    assert files_of(tmp_path) == {}


def test_with_its_corpora_the_same_release_is_built(tmp_path):
    root = tree_of("ravdess", "small", tmp_path)
    both = "binaural-effect-perception", "speech-emotion"
    result = build(tmp_path, *both, "--corpus", f"ravdess={root}", "--allow-short")
    assert result.exit_code == 0, result.output
    assert all((tmp_path / f"records/small-1.0.0/{name}.jsonl").is_file() for name in both)
