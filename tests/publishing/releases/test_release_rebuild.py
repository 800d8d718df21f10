"""`soundprobe release rebuild`: every clip from the record alone, and whatever is not as recorded by its name."""

import hashlib
import io
import json
import os
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.volume import VolumeRamp
from corpora.demo import demo_root
from manifests.digest import file_sha256
from tests.publishing.releases.life import dataset, edit_header, edit_item, files_of, items_of, release, sign_again

VOLUME, BINAURAL = "volume-perception", "binaural-effect-perception"


def rebuild(record, *more):
    return release("rebuild", record, "--workers", 1, *more)


def test_a_release_is_rebuilt_from_its_record_alone(made, tmp_path, monkeypatch):
    shutil.rmtree(made.release)
    monkeypatch.setattr("recipes.catalogue.registry.recipes", dict)
    result = rebuild(made.record)
    assert result.exit_code == 0, result.output
    assert "12 items rendered again from" in result.output
    assert "every clip as recorded" in result.output


def test_a_rebuilt_release_has_the_same_bytes_and_verifies(made, tmp_path):
    result = rebuild(made.record, "--out", tmp_path / "again")
    assert result.exit_code == 0, result.output
    again = tmp_path / "again" / "small-1.0.0"
    released = files_of(made.release)
    assert all(released[name] == data for name, data in files_of(again).items())
    assert sum(name.endswith(".parquet") for name in files_of(again)) == 2
    assert release("verify", again, "--record", made.record).exit_code == 0
    assert not list(again.parent.glob(".*"))
    second = rebuild(made.record, "--out", tmp_path / "again")
    assert second.exit_code == 2
    assert "there already" in second.output


def test_an_edited_parameter_names_the_item(made):
    name = edit_item(made.record, VOLUME, 3, lambda item: item["parameters"].update(start_gain=0.25, stop_gain=1.0))
    result = rebuild(made.record)
    assert result.exit_code == 1
    assert f"item {name}" in result.output
    assert f"{VOLUME}.jsonl: found an edited file" in result.output
    assert "what was planned" in result.output


def test_an_edit_with_a_forged_hash_names_the_item_all_the_same(made):
    name = edit_item(made.record, BINAURAL, 0, lambda item: item["parameters"].update(level_dbfs=-20.25))
    sign_again(made.record, BINAURAL)
    result = rebuild(made.record)
    assert result.exit_code == 1
    assert f"{BINAURAL}: item {name}: found another sound" in result.output
    assert "edited file" not in result.output


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda item: item.update(label=next(o for o in item["options"] if o != item["label"])), "by measurement"),
        (lambda item: item["measurements"].update(rms_dbfs=-1.0), "rms_dbfs"),
        (lambda item: item.update(explanation="Because."), "explanation"),
        (lambda item: item.update(frames=item["frames"] + 1), "frames"),
        (lambda item: item.update(instruction="Which ear?"), "instruction 'Which ear?'"),
        (lambda item: item.update(operation="volume.ramp/1"), "operation volume.ramp/1"),
        (lambda item: item.update(options=["left", "left"]), "label"),
        (lambda item: item["parameters"].pop("ear"), "parameters"),
        (lambda item: item["parameters"].update(waveform="trumpet"), "trumpet"),
        (lambda item: item["parameters"].update(frames="many"), "item"),
        (lambda item: item["parameters"].update(frames=480_000), "another sound"),
    ],
)
def test_whatever_is_edited_the_item_is_named(made, change, told):
    name = edit_item(made.record, BINAURAL, 2, change)
    sign_again(made.record, BINAURAL)
    result = rebuild(made.record)
    assert result.exit_code == 1, result.output
    assert name in result.output
    assert told in result.output


def test_an_edit_that_bears_on_no_sound_is_named_by_the_released_copy(made):
    name = edit_item(made.record, VOLUME, 1, lambda item: item["sources"][0].update(speaker="somebody"))
    alone = rebuild(made.record)
    assert alone.exit_code == 1
    assert "edited file" in alone.output
    compared = rebuild(made.record, "--against", made.release)
    assert compared.exit_code == 1
    assert f"{VOLUME}.jsonl, line 2: item {name}: found sources" in compared.output


def test_an_altered_or_missing_source_is_named_before_anything_is_rendered(made, tmp_path):
    corpus = shutil.copytree(demo_root(), tmp_path / "demo")
    altered, missing = sorted({item["sources"][0]["path"] for item in items_of(made.record, VOLUME)})[:2]
    data = bytearray((corpus / altered).read_bytes())
    data[-1] ^= 1
    (corpus / altered).write_bytes(data)
    result = rebuild(made.record, "--corpus", f"demo={corpus}")
    assert result.exit_code == 2
    assert str(corpus / altered) in result.output
    assert "1 of 3 source files" in result.output
    (corpus / missing).unlink()
    result = rebuild(made.record, "--corpus", f"demo={corpus}")
    assert result.exit_code == 2
    assert f"{corpus / missing} (no such file)" in result.output


def test_a_corpus_that_nobody_has_is_asked_for(made):
    for number in range(6):
        edit_item(made.record, VOLUME, number, lambda item: item["sources"][0].update(corpus="ljspeech"))
    result = rebuild(made.record)
    assert result.exit_code == 2
    assert "--corpus ljspeech=PATH" in result.output


def test_a_source_path_that_leads_elsewhere_is_refused(made):
    edit_item(made.record, VOLUME, 0, lambda item: item["sources"][0].update(path="../../etc/passwd"))
    result = rebuild(made.record)
    assert result.exit_code == 2
    assert "line 1, item " in result.output
    assert ", field sources[0].path" in result.output


def test_an_unknown_operation_and_a_forged_construction_are_refused(made):
    edit_header(made.record, lambda header: dataset(header, VOLUME)["construction"].update(__class__="os.system"))
    result = rebuild(made.record)
    assert result.exit_code == 2
    assert "__class__" in result.output
    edit_header(made.record, lambda header: dataset(header, VOLUME).update(operation="os.system/1"))
    assert rebuild(made.record).exit_code == 2


def nudge(made, recipe, steps):
    """Move one sample of the first released clip, and record the clip as it now is: another machine's rounding."""
    shard = next((made.release / recipe / "data").glob("*.parquet"))
    table = pq.read_table(shard)
    rows = table.to_pylist()
    pcm, rate = sf.read(io.BytesIO(rows[0]["audio"]["bytes"]), dtype="int16")
    flat = pcm.reshape(-1)
    place = int(np.argmax(np.abs(flat) < 1000))
    flat[place] += steps
    sink = io.BytesIO()
    sf.write(sink, pcm, rate, format="FLAC", subtype="PCM_16")
    rows[0]["audio"]["bytes"] = sink.getvalue()
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), shard, compression="none")
    digest = file_sha256(shard)
    name = edit_item(made.record, recipe, 0, lambda item: item.update(pcm_sha256=sha256_of(pcm)))
    sign_again(made.record, recipe)
    edit_header(made.record, lambda header: dataset(header, recipe)["shards"][0].update(sha256=digest))
    return name


def sha256_of(pcm):
    return hashlib.sha256(np.ascontiguousarray(pcm).data).hexdigest()


def test_the_last_bit_fails_here_and_is_tolerated_where_packages_are_others(made):
    name = nudge(made, BINAURAL, 1)
    here = rebuild(made.record, "--against", made.release)
    assert here.exit_code == 1
    assert name in here.output
    assert "1 step of 16 bits apart" in here.output
    edit_header(made.record, lambda header: header["packages"].update(soxr="0.0.1"))
    elsewhere = rebuild(made.record, "--against", made.release)
    assert elsewhere.exit_code == 0, elsewhere.output
    assert "soxr 0.0.1 -> " in elsewhere.output
    assert "samples by 1 of 1 steps" in elsewhere.output
    assert rebuild(made.record, "--against", made.release, "--tolerance", 0).exit_code == 1
    unknown = rebuild(made.record)
    assert unknown.exit_code == 1, "how far it is cannot be told without the audio"
    assert "--against" in unknown.output


def test_other_words_of_other_code_are_told_and_do_not_fail(made):
    edit_item(made.record, BINAURAL, 0, lambda item: item.update(explanation="As an older builder put it."))
    sign_again(made.record, BINAURAL)
    assert rebuild(made.record).exit_code == 1
    edit_header(made.record, lambda header: dataset(header, BINAURAL).update(code_sha256="0" * 64))
    result = rebuild(made.record)
    assert result.exit_code == 0, result.output
    assert f"built by other code than now: {BINAURAL}" in result.output
    assert "1 items differ as far as is allowed" in result.output


def test_a_builder_that_sounds_otherwise_is_told_to_take_another_operation(made, monkeypatch):
    render = VolumeRamp.render
    monkeypatch.setattr(VolumeRamp, "render", lambda self, *given: render(self, *given) * np.float32(0.9))
    edit_header(made.record, lambda header: dataset(header, VOLUME).update(code_sha256="0" * 64))
    result = rebuild(made.record)
    assert result.exit_code == 1
    assert all(item["id"] in result.output for item in items_of(made.record, VOLUME))
    assert not any(item["id"] in result.output for item in items_of(made.record, BINAURAL))
    assert "needs a new operation" in result.output


def test_a_rebuild_that_was_killed_is_done_anew(made, tmp_path):
    left = tmp_path / "again" / ".small-1.0.0.rebuilding" / "records"
    left.mkdir(parents=True)
    (left.parent / "foreign").write_bytes(b"x")
    assert rebuild(made.record, "--out", tmp_path / "again").exit_code == 0
    assert release("verify", tmp_path / "again" / "small-1.0.0").exit_code == 0


def test_a_tolerance_is_held_to_the_step(made):
    nudge(made, BINAURAL, 3)
    edit_header(made.record, lambda header: header["platform"].update(machine="riscv64"))
    assert rebuild(made.record, "--against", made.release).exit_code == 1
    assert rebuild(made.record, "--against", made.release, "--tolerance", 2).exit_code == 1
    result = rebuild(made.record, "--against", made.release, "--tolerance", 3, "--json")
    assert result.exit_code == 0
    report = json.loads(result.output)
    assert [difference["steps"] for difference in report["tolerated"]] == [3]
    assert report["changes"] == [f"machine riscv64 -> {report['changes'][0].split()[-1]}"]


def test_the_report_is_the_same_with_several_workers(made):
    edit_item(made.record, VOLUME, 3, lambda item: item["parameters"].update(start_gain=0.25, stop_gain=1.0))
    one = release("rebuild", made.record, "--workers", 1, "--json")
    two = release("rebuild", made.record, "--workers", 2, "--json")
    assert one.output == two.output
    assert (one.exit_code, two.exit_code) == (1, 1)


def test_nothing_is_written_if_a_byte_differs(made, tmp_path):
    edit_item(made.record, VOLUME, 3, lambda item: item["parameters"].update(start_gain=0.25, stop_gain=1.0))
    result = rebuild(made.record, "--out", tmp_path / "again")
    assert result.exit_code == 1
    assert "not written" in result.output
    assert not files_of(tmp_path / "again")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_forged_hash_is_not_excused_by_the_release_at_hand(made, workers):
    """The clip is what it was: it is no measure of a sound that was never there."""
    name = edit_item(made.record, VOLUME, 0, lambda item: item.update(pcm_sha256="0" * 64))
    sign_again(made.record, VOLUME)
    more = ("--against", made.release, "--tolerance", 65_535)
    result = release("rebuild", made.record, "--workers", workers, *more)
    assert result.exit_code == 1
    assert f"{VOLUME}: item {name}: found another sound" in result.output
    assert "the clip of the release at hand is not as recorded either" in result.output


@pytest.mark.parametrize(
    "change",
    [
        lambda ref: ref.update(frames=ref["frames"] + 1),
        lambda ref: ref.update(start_frame=ref["start_frame"] + 1),
        lambda ref: ref.update(start_frame=2**39),
    ],
)
def test_an_edited_stretch_of_a_source_names_the_item_and_not_the_file(made, change):
    name = edit_item(made.record, VOLUME, 0, lambda item: change(item["sources"][0]))
    sign_again(made.record, VOLUME)
    result = rebuild(made.record)
    assert result.exit_code == 1, result.output
    assert f"{VOLUME}: item {name}: found " in result.output
    assert "wanted an item that can be rendered" in result.output
    assert "restore the file" not in result.output


def test_what_is_tolerated_is_told_item_by_item(made):
    name = edit_item(made.record, VOLUME, 0, lambda item: item.update(explanation="The opposite is true."))
    sign_again(made.record, VOLUME)
    edit_header(made.record, lambda header: header["packages"].update(numpy="0.0"))
    result = rebuild(made.record)
    assert result.exit_code == 0, result.output
    assert f"  {VOLUME}: item {name}: found explanation 'The amplitude runs" in result.output
    assert "wanted explanation 'The opposite is true.', as recorded" in result.output


def test_a_label_is_held_to_the_measurement_whatever_is_claimed(made):
    other = {"increasing": "decreasing", "decreasing": "increasing"}
    name = edit_item(made.record, VOLUME, 0, lambda item: item.update(label=other[item["label"]]))
    sign_again(made.record, VOLUME)
    edit_header(made.record, lambda header: header["packages"].update(numpy="0.0"))
    result = rebuild(made.record, "--against", made.release, "--tolerance", 65_535)
    assert result.exit_code == 1
    assert f"{VOLUME}: item {name}: found the label " in result.output
    assert "by measurement" in result.output


def empty(entry):
    """Let a dataset be one of no items."""
    entry.update(items=0, items_sha256=hashlib.sha256(b"").hexdigest(), corpora=[])
    entry.update(counts=dict.fromkeys(entry["counts"], 0), shards=[{**entry["shards"][0], "rows": 0}])


def test_a_dataset_without_items_and_a_shard_without_rows_are_no_trouble(made):
    (made.record / f"{VOLUME}.jsonl").write_bytes(b"")
    edit_header(made.record, lambda header: empty(dataset(header, VOLUME)))
    result = rebuild(made.record)
    assert "6 items rendered again from 0 source files" in result.output
    assert "an edited file" not in result.output
    shard = {"name": "test-00001-of-00002.parquet", "rows": 0, "sha256": "0" * 64}
    edit_header(made.record, lambda header: dataset(header, BINAURAL)["shards"].append(shard))
    assert rebuild(made.record).exit_code == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda header: dataset(header, VOLUME).update(corpora=[]), "the record does not name it"),
        (lambda header: dataset(header, VOLUME)["corpora"][0].update(licence="MIT"), "the record says MIT"),
        (lambda header: header["licence"].update(spdx=["MIT"]), "licences MIT of the whole"),
    ],
)
def test_sources_that_the_header_or_the_ledger_contradict_are_told(made, change, told):
    edit_header(made.record, change)
    result = rebuild(made.record)
    assert result.exit_code == 1
    assert told in result.output


def test_a_pipe_in_place_of_a_source_is_told_and_not_waited_for(made, tmp_path):
    corpus = shutil.copytree(demo_root(), tmp_path / "demo")
    path = corpus / items_of(made.record, VOLUME)[0]["sources"][0]["path"]
    path.unlink()
    os.mkfifo(path)
    result = rebuild(made.record, "--corpus", f"demo={corpus}")
    assert result.exit_code == 2
    assert f"{path} (no plain file)" in result.output


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_a_corpus_folder_that_is_none_is_told(made, tmp_path, name):
    (tmp_path / "file").write_bytes(b"x")
    result = rebuild(made.record, "--corpus", f"demo={tmp_path / name}")
    assert result.exit_code == 2
    found = "a file" if name == "file" else "no such folder"
    assert f"--corpus demo={tmp_path / name}: found {found}" in result.output


def test_what_a_record_claims_does_not_steer_the_terminal(made):
    forged = "1\x1b]0;P\x07\nsmall-1.0.0: every clip as recorded"
    edit_header(made.record, lambda header: header["packages"].update({"a": forged, "b" * 100_000: "1"}))
    result = rebuild(made.record)
    assert result.exit_code == 0, result.output
    assert r"a 1\x1b]0;P\x07\nsmall-1.0.0: every clip as recorded -> absent" in result.output
    assert "\x1b" not in result.output
    assert len(result.output) < 2000
