"""Shards: runs of whole groups, about equal, that together are the plan."""

import io
from itertools import pairwise
from types import SimpleNamespace

import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.binaural import OneEar
from builders.engine.planning import plan
from builders.engine.schema import published_schema
from builders.engine.shards import read_plan, shard_bounds, write_plan
from manifests.layout import DatasetPaths
from tests.builders.fakes import Tones, tones_recipe

quick = settings(max_examples=40, deadline=None)

group_sizes = st.lists(st.integers(1, 60), min_size=1, max_size=300)


def items_of(sizes):
    return [SimpleNamespace(group=f"{number:05d}") for number, size in enumerate(sizes) for _ in range(size)]


@quick
@given(group_sizes)
def test_bounds_cover_every_item_once_and_never_split_a_group(sizes):
    items = items_of(sizes)
    bounds = shard_bounds(items)
    assert bounds[0][0] == 0
    assert bounds[-1][1] == len(items)
    assert all(start < stop for start, stop in bounds)
    for (_, stop), (start, _) in pairwise(bounds):
        assert stop == start
        assert items[stop - 1].group != items[start].group


@quick
@given(group_sizes)
def test_a_shard_is_at_most_512_items_and_the_group_that_was_begun(sizes):
    bounds = shard_bounds(items_of(sizes))
    assert max(stop - start for start, stop in bounds) < 512 + max(sizes)
    assert len(bounds) <= max(8, sum(sizes) / 512 + 1)


@quick
@given(st.integers(64, 4000))
def test_pairs_are_cut_into_equal_shards_enough_for_every_worker(pairs):
    sizes = [stop - start for start, stop in shard_bounds(items_of([2] * pairs))]
    assert len(sizes) >= 8 - 1
    assert max(sizes[:-1]) - min(sizes[:-1]) == 0
    assert sizes[-1] <= sizes[0]


def test_a_plan_file_can_be_read_from_any_line_on(tmp_path):
    items = plan(tones_recipe(Tones(names=("é", "b", "c", "d"))), None, seed=1).items
    offsets = write_plan(tmp_path / "plan.jsonl", items)
    for first in range(len(items)):
        assert (
            tuple(read_plan(tmp_path / "plan.jsonl", offset=offsets[first], count=len(items) - first)) == items[first:]
        )


def test_pages_are_cut_by_content_so_that_the_hub_stores_a_changed_dataset_as_what_changed(binaural_out):
    shard = min(DatasetPaths(binaural_out, "binaural-effect-perception").data.iterdir())
    schema = published_schema(OneEar())
    table = pq.read_table(shard).cast(schema)

    def written(**options):
        sink = io.BytesIO()
        with pq.ParquetWriter(sink, schema, compression="none", write_page_index=True, **options) as writer:
            for start in range(0, len(table), 32):
                writer.write_table(table.slice(start, 32))
        return sink.getvalue()

    assert written(use_content_defined_chunking=True) == shard.read_bytes()
    assert written() != shard.read_bytes()
