"""`build --spoken`: the question, a gap and the very clip; whatever is put elsewhere or between them is found."""

import io
import shutil

import numpy as np
import pytest
import soundfile as sf

from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.synthesis.engines.espeak import EspeakNg
from corpora.synthesis.spoken import synthesised_tree
from manifests.layout import DatasetPaths
from publishing.commands.release import release_command
from recipes.catalogue.registry import find
from recipes.catalogue.variants import known_recipes
from tests.builders.running import built, rows_of
from tests.publishing.releases.life import edit_item, files_of, invoke
from tests.verification.rebuilt import Rebuilt
from verification.check import check_dataset

MONO, STEREO = "volume-perception", "binaural-effect-perception"
GAP = 8_000
NAMES = (MONO, STEREO)


@pytest.fixture(scope="module")
def plain(tmp_path_factory, demo_index):
    out = tmp_path_factory.mktemp("plain")
    built("build", *NAMES, "--limit", 2, "--out", out, "--workers", 1)
    return out


@pytest.fixture(scope="module")
def spoken(tmp_path_factory, demo_index):
    out = tmp_path_factory.mktemp("spoken")
    built("build", *NAMES, "--spoken", "--limit", 2, "--out", out, "--workers", 1)
    return out


def pcm_of(row):
    return sf.read(io.BytesIO(row["audio"]["bytes"]), dtype="int16")[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_question_comes_before_the_very_clip(name, plain, spoken):
    before, after = rows_of(plain, name), rows_of(spoken, f"{name}-spoken")
    assert [row["id"] for row in before] == [row["id"] for row in after]
    (recipe,) = find(f"sagi/{name}")
    asked = synthesised_tree(recipe.aloud().script(), engine=EspeakNg())
    lengths = {row["text"]: row["frames"] for row in build_index(corpus_named("synthesised"), asked).rows()}
    for one, other in zip(before, after, strict=True):
        assert other["label"] == one["label"]
        assert other["explanation"] == one["explanation"]
        assert other["parameters"]["spoken_text"] == one["instruction"]
        assert other["parameters"]["spoken_gap_s"] == 0.5
        assert "Listen to the spoken instruction" in other["instruction"]
        assert other["source"][-1]["corpus"] == "synthesised"
        begins, whole, alone = other["measurements"]["spoken_frames"], pcm_of(other), pcm_of(one)
        assert np.array_equal(whole[begins:], alone)
        assert not whole[begins - GAP : begins].any()
        question = whole[: begins - GAP].astype(np.int32)
        assert len(question) / 16_000 == pytest.approx(lengths[one["instruction"]] / 22_050, abs=1e-4)
        assert np.abs(question).max() > 3_000
        if whole.ndim == 2:
            assert np.array_equal(question[:, 0], question[:, 1])  # no ear gives the answer away
        own = {key: value for key, value in other["measurements"].items() if key in one["measurements"]}
        common = ("duration_s", "peak_dbfs", "rms_dbfs", "gain")
        assert {key: value for key, value in own.items() if key not in common} == {
            key: value for key, value in one["measurements"].items() if key not in common
        }


@pytest.mark.parametrize("name", NAMES)
def test_a_set_holds(name, spoken):
    report = check_dataset(DatasetPaths(spoken, f"{name}-spoken"))
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    assert report.checks["spoken.gap"] == report.checks["spoken.question"] == 4
    assert "record.rules" in report.checks


def test_the_check_command_knows_them(spoken):
    assert "all hold" in built("check", spoken, "--quick").output


@pytest.fixture(params=NAMES)
def copy(request, spoken, tmp_path):
    return Rebuilt(DatasetPaths(spoken, f"{request.param}-spoken"), tmp_path / "copy")


def begins_of(shipped):
    return shipped.item.measurements["spoken_frames"]


def changed(copy, number, change):
    """Change the samples of one row, and the record with them."""

    def remade(shipped):
        pcm = shipped.pcm.copy()
        change(pcm, begins_of(shipped))
        values = shipped.item.measurements
        again = shipped.remade(pcm)
        own = {name: value for name, value in values.items() if name not in ("peak_dbfs", "rms_dbfs", "duration_s")}
        kept = {**again.item.measurements, **own}
        return again.saying(measurements=kept)

    return copy.one(number, remade).rules()


def test_sound_in_the_gap_is_found_though_the_record_agrees(copy):
    def click(pcm, begins):
        pcm[begins - 10] = 1

    assert "spoken.gap" in changed(copy, 0, click)


def test_a_question_that_is_not_heard_is_found_though_the_record_agrees(copy):
    def hush(pcm, begins):
        pcm[: begins - GAP] = 0

    assert "spoken.question" in changed(copy, 1, hush)


@pytest.mark.parametrize("shift", [-GAP, -100, 400, 10**7])
def test_a_place_where_no_clip_begins_is_found_though_the_record_agrees(copy, shift):
    def moved(shipped):
        values = {**shipped.item.measurements, "spoken_frames": begins_of(shipped) + shift}
        return shipped.saying(measurements=values)

    rules = copy.one(2, moved).rules()
    # A clip that begins before it does may begin in silence: then it is another clip.
    assert rules & {"spoken.gap", "spoken.begins", "recipe.measurements"}


def test_a_sample_that_is_flipped_in_the_question_is_found_against_the_record(copy):
    first, *rest = copy.shipped
    pcm = first.pcm.copy()
    place = np.unravel_index(np.argmax(np.abs(pcm[: begins_of(first) - GAP])), pcm.shape)
    assert pcm[place] != 0
    pcm[place] = -pcm[place]
    assert "record.pcm_sha256" in copy.release([first.sounding(pcm), *rest]).rules()


def test_a_question_without_its_length_is_found(copy):
    def forget(shipped):
        return shipped.saying(measurements={**shipped.item.measurements, "spoken_frames": None})

    assert "spoken.begins" in copy.one(0, forget).rules()


def test_every_recipe_has_a_spoken_variant_that_a_record_may_name():
    assert {f"{name}-spoken" for name in NAMES} <= set(known_recipes())
    assert known_recipes()[f"{MONO}-spoken"].draws == MONO


@pytest.fixture(scope="module")
def released(tmp_path_factory, demo_index):
    folder = tmp_path_factory.mktemp("release")
    places = ("--out", folder / "out", "--records", folder / "records")
    options = ("--name", "asked", "--version", "1.0.0", "--date", "2026-11-30", "--limit", 2, "--workers", 1)
    made = invoke(release_command, "build", *NAMES, "--spoken", *options, "--without-check", *places)
    assert made.exit_code == 0, made.output
    return folder


def test_a_release_is_rendered_again_to_the_same_bytes(released, tmp_path):
    record = released / "records" / "asked-1.0.0"
    result = invoke(release_command, "rebuild", record, "--workers", 1, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert "8 items rendered again" in result.output
    before, after = (files_of(folder / "asked-1.0.0") for folder in (released / "out", tmp_path))
    assert sum(name.endswith(".parquet") for name in after) == 2
    assert all(before[name] == data for name, data in after.items())


def test_a_gap_of_another_length_in_the_record_is_found_by_rendering(released, tmp_path):
    record = shutil.copytree(released / "records" / "asked-1.0.0", tmp_path / "asked-1.0.0")
    recipe = f"{STEREO}-spoken"
    name = edit_item(record, recipe, 0, lambda item: item["parameters"].update(spoken_gap_s=0.25))
    result = invoke(release_command, "rebuild", record, "--workers", 1)
    assert result.exit_code == 1
    assert f"item {name}" in result.output


def test_the_audit_leaves_out_what_it_would_measure_on_the_question(spoken):
    checked = built("check", spoken)
    assert "all hold" in checked.output or "0 errors" in checked.output
    assert "truth." not in checked.output
    assert "duplicate.near" not in checked.output
