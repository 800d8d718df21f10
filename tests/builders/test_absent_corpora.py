"""What is not here is skipped by name in a level, and an error where it was asked for by name."""

import pytest

from manifests.record import read_items
from tests.builders.running import built, refused
from tests.builders.sagi import tree_of

LEVEL_4 = ("covid-risk", "cough-type", "cough-origin", "cough-severity")


def test_a_level_is_built_as_far_as_corpora_are_here_and_the_rest_is_named(tmp_path):
    said = built("build", "sagi/level3", "--limit", 2, "--out", tmp_path).output
    skipped = said[said.index("skipped") :]
    for name in ("speaker-age", "speech-emotion", "emotional-intensity", "singing-detection", "emotion-translation"):
        assert f"sagi/{name}" in skipped
    for name in ("acoustic-scene", "speaker-gender", "ambient-noise-detection"):
        assert (tmp_path / name / "README.md").is_file()
        assert f"sagi/{name}" not in skipped
    assert "`soundprobe fetch ravdess`" in skipped
    assert "RAVDESS (CC-BY-NC-SA-4.0)" in skipped


def test_a_level_of_which_nothing_can_be_built_is_an_error(tmp_path):
    said = refused("build", "sagi/level4", "--out", tmp_path)
    assert all(f"sagi/{name}" in said for name in LEVEL_4)
    assert "0 of 4 datasets were built" in said
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("name", ["cough-type", "speech-emotion", "voice-detective"])
def test_a_recipe_that_was_asked_for_by_name_is_an_error(name, tmp_path):
    said = refused("build", f"sagi/{name}", "--out", tmp_path)
    assert "nothing that could stand in" in said
    assert "--corpora DIR" in said


def test_one_of_two_corpora_is_not_enough(tmp_path):
    root = tree_of("common_voice", "small", tmp_path)
    said = refused("build", "sagi/speaker-age", "--corpus", f"common_voice={root}", "--out", tmp_path / "out")
    assert "no speech_accent_archive here" in said
    assert "common_voice here" not in said


def test_a_screening_list_leaves_recordings_out(tmp_path):
    built("build", "sagi/speech-recognition", "--out", tmp_path)
    whole = sources_of(tmp_path)
    listed = tmp_path / "screened.txt"
    listed.write_text("\ufeff# heard by two people\r\ns01_1 too quiet\r\n\r\ns01_2\tnot English,\r\ns02_1, hoarse\r\n")
    built("build", "sagi/speech-recognition", "--screened", listed, "--out", tmp_path)
    assert whole - sources_of(tmp_path) == {"s01_1", "s01_2", "s02_1"}


def sources_of(folder):
    return {ref.item for item in read_items(folder / "manifests/speech-recognition.jsonl") for ref in item.sources}


def test_a_screening_list_that_is_not_there_or_no_text_is_refused(tmp_path):
    assert "does not exist" in refused("build", "sagi/speech-recognition", "--screened", tmp_path / "none.txt")
    (tmp_path / "screened.txt").write_bytes(b"\xff\xfe\x00a")
    assert "cannot be read as text" in refused(
        "build", "sagi/speech-recognition", "--screened", tmp_path / "screened.txt"
    )


def test_a_variation_is_a_dataset_of_its_own_with_the_same_clips(tmp_path):
    options = ("acoustic-scene", "--limit", 1, "--out", tmp_path)
    built("build", *options)
    built("build", *options, "--variation", 4)
    first, other = (
        {item.id: item for item in read_items(tmp_path / f"manifests/{name}.jsonl")}
        for name in ("acoustic-scene", "acoustic-scene-variation-4")
    )
    assert first.keys() == other.keys()
    assert all(other[name].pcm_sha256 == item.pcm_sha256 for name, item in first.items())
    assert all(item.instruction.startswith("What background audio elements") for item in other.values())
    assert "all hold" in built("check", tmp_path / "acoustic-scene-variation-4", "--quick").output


def test_a_variation_that_is_not_there_is_refused(tmp_path):
    assert "8 instruction variations" in refused("build", "acoustic-scene", "--variation", 9, "--out", tmp_path)
    assert "no instruction variations" in refused("build", "volume-perception", "--variation", 1, "--out", tmp_path)


def test_references_are_for_translation_alone(tmp_path):
    table = tmp_path / "references.tsv"
    table.write_text("id\temotion\tsentence\ttranslation\n1\tangry\tStop it!\t住手！\n", encoding="utf-8")
    said = refused("build", "volume-perception", "--references", table, "--out", tmp_path)
    assert "no recipe here that reads references" in said
    assert "cannot be read" in refused("build", "emotion-translation", "--references", tmp_path / "none.tsv")
