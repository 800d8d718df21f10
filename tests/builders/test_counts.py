"""Counts at full size: 512 + 512, 300 + 300, 400 + 400, from trees in the corpora's own layouts."""

import json
from collections import Counter

import numpy as np
import pytest

from builders.engine.supply import Supply
from builders.pitch import measure_clips
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from recipes.catalogue.registry import find
from tests.builders.running import built, header_of, items_of
from tests.builders.trees import ARCHIVE_GLIDE, ARCHIVE_MISSING, archive_f0_hz, archive_number

SHARES = {"(80, 150)": "share_in_low_range", "(180, 250)": "share_in_high_range"}


def labels(out, name):
    return Counter(item.label for item in items_of(out, name))


def test_volume_is_the_512_listed_clips_in_both_directions(volume_out, listed_ids):
    items = items_of(volume_out, "volume-perception")
    assert labels(volume_out, "volume-perception") == {"increasing": 512, "decreasing": 512}
    assert header_of(volume_out, "volume-perception")["counts"] == {"increasing": 512, "decreasing": 512}
    assert Counter(item.sources[0].item for item in items) == dict.fromkeys(listed_ids, 2)
    assert header_of(volume_out, "volume-perception")["notes"] == []


def test_binaural_is_100_of_each_kind_in_each_ear(binaural_out):
    items = items_of(binaural_out, "binaural-effect-perception")
    kinds = ("sine", "square", "triangle", "noise")
    found = Counter((item.parameters["waveform"], item.label) for item in items)
    assert found == {(kind, ear): 100 for kind in kinds for ear in ("left", "right")}


@pytest.mark.slow
def test_pitch_is_300_of_each_range_ranked_by_share_with_ties_by_id(pitch_out, archive):
    assert labels(pitch_out, "pitch-perception") == dict.fromkeys(SHARES, 300)
    (recipe,) = find("pitch-perception")
    measured = measured_archive(archive, recipe)
    assert len(measured) == 2000 - ARCHIVE_MISSING
    for label, share in SHARES.items():
        ranked = sorted(measured, key=lambda clip: (-getattr(measured[clip], share), clip))
        mine = [item for item in items_of(pitch_out, "pitch-perception") if item.label == label]
        assert {item.sources[0].item for item in mine} == set(ranked[:300])
        assert min(item.measurements[share] for item in mine) > 0.70
        assert getattr(measured[ranked[300]], share) > 0.70  # or there was nothing to rank


@pytest.mark.slow
def test_every_share_is_that_of_the_glide_that_was_recorded(pitch_out):
    limits_hz = {"(80, 150)": (80, 150), "(180, 250)": (180, 250)}
    errors = []
    for item in items_of(pitch_out, "pitch-perception"):
        glide = archive_f0_hz(archive_number(item.sources[0].item)) * np.linspace(1 - ARCHIVE_GLIDE, 1 + ARCHIVE_GLIDE)
        low_hz, high_hz = limits_hz[item.label]
        errors.append(item.measurements[SHARES[item.label]] - np.mean((glide > low_hz) & (glide < high_hz)))
    assert np.max(np.abs(errors)) < 0.06


@pytest.mark.slow
def test_as_released_is_the_first_300_of_the_table_at_the_published_thresholds(archive, tmp_path):
    jsonl = tmp_path / "plan.jsonl"
    corpus = f"speech_accent_archive={archive}"
    built("plan", "pitch-perception", "--as-released", "--corpus", corpus, "--workers", 2, "--jsonl", jsonl)
    items = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()]
    (recipe,) = find("pitch-perception")
    measured = measured_archive(archive, recipe.released())
    in_order = sorted(measured, key=archive_number)
    for (label, share), threshold in zip(SHARES.items(), (0.90, 0.72), strict=True):
        over = [clip for clip in in_order if getattr(measured[clip], share) > threshold]
        mine = {item["sources"][0]["item"] for item in items if item["label"] == label}
        assert mine == set(over[:300])
        assert len(over) > 300  # or the order did not matter
        assert {item["parameters"]["threshold"] for item in items if item["label"] == label} == {threshold}


def measured_archive(root, recipe):
    """Give what was measured on each clip (from the cache)."""
    index = build_index(corpus_named("speech_accent_archive"), root)
    supply = Supply(recipe="any", seed=1, per_label=1, allow_short=False, index=index, workers=2)
    return {clip.ref.item: values for clip, values in measure_clips(recipe.construction.ranges, supply)}
