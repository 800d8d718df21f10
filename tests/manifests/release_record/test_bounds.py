"""Numbers of a record are held to bounds when it is read, and what every recipe and builder asks for is within them."""

import json
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests.digest import canonical_json
from manifests.errors import RecordError
from manifests.release_record.bounds import MOST_FRAMES, held_numbers
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import LARGEST_HEADER, read_release, read_release_items
from recipes.catalogue.registry import recipes

YESTERDAY = Path(__file__).parent / "data" / "schema-1"
VOLUME = "volume-perception.jsonl"


@pytest.fixture
def record(tmp_path):
    return Path(shutil.copytree(YESTERDAY, tmp_path / "yesterday"))


def item_error(record, **changes):
    """Change the second line of a record, and read it."""
    path = record / VOLUME
    lines = path.read_text(encoding="utf-8").splitlines()
    value = json.loads(lines[1])
    for name, change in changes.items():
        value[name] = {**value[name], **change} if isinstance(change, dict) else change
    lines[1] = json.dumps(value)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        list(read_release_items(path))
    return caught.value


def header_error(record, change):
    path = record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value["datasets"][1])
    path.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_release(RecordFolder.at(record))
    return caught.value


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("frames", MOST_FRAMES + 1, "480,000"),
        ("tail_samples", 10**15, "480,000"),
        ("duration_s", 1e5, "600"),
        ("delay_ms", -1e9, "600,000"),
        ("frame_period_ms", 1e-9, "at least 0.1"),
        ("hop_s", 1e-9, "at least 0.0001"),
        ("pulse_count", 10**6, "100,000"),
        ("f0_hz", 1e12, "1,000,000"),
        ("gain", 1e300, "1,000,000,000"),
    ],
)
def test_a_number_out_of_bounds_is_named_in_an_item_and_in_a_construction(record, name, value, wanted):
    error = item_error(record, parameters={name: value})
    assert "line 2, item " in error.where
    assert error.where.endswith("field parameters")
    assert f"{name} of " in error.wanted
    assert wanted in error.wanted
    error = header_error(record, lambda dataset: dataset["construction"].update(ranges={"inner": {name: [1.0, value]}}))
    assert "datasets[1].construction" in error.where
    assert f"{name} of " in error.wanted


@pytest.mark.parametrize(
    "value",
    [0, 0.0, True, None, "text", MOST_FRAMES, [1, [2]]],
)
def test_what_is_within_passes(value):
    held = {"frames": value, "seed": 2**100, "noise_seed": 2**60, "step_db": 1e-9, "order": "rising"}
    assert held_numbers(held) is held


def test_what_is_too_deep_or_too_much_is_refused(record):
    deep: list = []
    for _ in range(50):
        deep = [deep]
    assert "nested" in header_error(record, lambda dataset: dataset["construction"].update(deep=deep)).wanted
    many = [0] * 20_000
    assert "10,000" in header_error(record, lambda dataset: dataset["construction"].update(deep=None, many=many)).wanted


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"frames": MOST_FRAMES + 1}, "frames"),
        ({"frames": 2**70}, "frames"),
    ],
)
def test_an_item_longer_than_the_contract_is_refused(record, change, field):
    error = item_error(record, **change)
    assert error.where.endswith(f"field {field}")
    assert "480000" in error.wanted


@pytest.mark.parametrize(
    ("change", "field", "wanted"),
    [
        ({"frames": 2**40}, "sources[0].frames", "less than or equal"),
        ({"sampling_rate": 10**7}, "sources[0].sampling_rate", "768000"),
        ({"sampling_rate": 1}, "sources[0]", "at most 600 s"),
    ],
)
def test_a_stretch_that_is_too_long_is_refused(record, change, field, wanted):
    line = json.loads((record / VOLUME).read_text(encoding="utf-8").splitlines()[1])
    error = item_error(record, sources=[{**line["sources"][0], **change}])
    assert error.where.endswith(f"field {field}")
    assert wanted in error.wanted


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda dataset: dataset.update(items=2**40), "items"),
        (lambda dataset: dataset["shards"][0].update(rows=10**9), "shards[0].rows"),
        (lambda dataset: dataset["counts"].update(increasing=10**9), "counts.increasing"),
        (lambda dataset: dataset.update(channels=64), "channels"),
        (lambda dataset: dataset.update(sampling_rate=10**9), "sampling_rate"),
    ],
)
def test_counts_and_channels_of_the_header_are_bounded(record, change, field):
    assert header_error(record, change).where.endswith(f"datasets[1].{field}")


def test_a_large_header_is_not_read(record):
    with (record / "release.json").open("r+b") as opened:
        opened.truncate(LARGEST_HEADER + 1)
    with pytest.raises(RecordError, match="16,777,217 bytes"):
        read_release(RecordFolder.at(record))


def test_every_recipe_stays_within(record):
    found = recipes()
    assert len(found) >= 4
    for recipe in found.values():
        fields = json.loads(canonical_json(dict(recipe.construction.digest_fields())))
        assert held_numbers(fields) is fields


@given(
    st.dictionaries(
        st.text(max_size=12),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
            max_leaves=8,
        ),
        max_size=4,
    )
)
def test_whatever_passes_has_no_number_that_fills_a_memory(values):
    try:
        held_numbers(values)
    except ValueError:
        return

    def numbers(value, name):
        if isinstance(value, dict):
            return [found for key, each in value.items() for found in numbers(each, key)]
        if isinstance(value, list):
            return [found for each in value for found in numbers(each, name)]
        return [(name, value)] if isinstance(value, int | float) and not isinstance(value, bool) else []

    assert all(abs(number) <= 1e9 or "seed" in name.lower().split("_") for name, number in numbers(values, ""))


def test_bounds_cost_little():
    values = {"direction": "up", "start_gain": 0.5, "stop_gain": 1.0, "source_gain": 0.9, "f0_hz": 100.0, "frames": 9}
    started = time.process_time()
    for _ in range(20_000):
        held_numbers(values)
    assert time.process_time() - started < 0.5
