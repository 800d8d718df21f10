"""What a plan may draw from: clips without duplicates, at most 30 s, enough of them or a clear refusal."""

from dataclasses import replace

import pyarrow as pa
import pytest

from builders.engine.supply import Supply
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema
from manifests.errors import PlanError, RecipeError

LJSPEECH = corpus_named("ljspeech")


def row(name, *, sha256=None, frames=22_050, sampling_rate=22_050):
    return {
        "id": name,
        "path": f"wavs/{name}.wav",
        "sha256": sha256 or name,
        "start_frame": 0,
        "frames": frames,
        "channels": 1,
        "sampling_rate": sampling_rate,
        "speaker": "LJ",
        "sex": "female",
        "age": None,
        "text": "",
        "licence": "LicenseRef-Public-Domain",
    }


def supply_of(tmp_path, *rows, **options):
    table = pa.Table.from_pylist(list(rows), schema=index_schema(LJSPEECH))
    index = CorpusIndex(corpus=LJSPEECH, root=tmp_path, table=table)
    fields = {"recipe": "volume-perception", "seed": 1, "per_label": 3, "allow_short": False, "index": index}
    return Supply(**{**fields, **options})


def names(clips):
    return [clip.ref.item for clip in clips]


def test_of_equal_files_the_first_by_id_is_used(tmp_path):
    supply = supply_of(tmp_path, row("a", sha256="x"), row("b", sha256="y"), row("c", sha256="x"))
    assert names(supply.clips(min_duration_s=0.5)) == ["a", "b"]


def test_short_clips_are_left_out_and_long_ones_cut_to_30_s(tmp_path):
    supply = supply_of(tmp_path, row("a", frames=11_024), row("b", frames=11_025), row("c", frames=22_050 * 31))
    clips = supply.clips(min_duration_s=0.5)
    assert names(clips) == ["b", "c"]
    assert [clip.duration_s for clip in clips] == [0.5, 30.0]
    assert clips[1].ref.start_frame == 0


@pytest.mark.parametrize("sampling_rate", [8_000, 11_025, 22_050, 44_100, 48_000, 192_000])
def test_what_is_cut_to_30_s_is_never_longer_at_16_khz(tmp_path, sampling_rate):
    (clip,) = supply_of(tmp_path, row("a", frames=10**8, sampling_rate=sampling_rate)).clips(min_duration_s=1.0)
    assert clip.ref.frames * 16_000 <= 480_000 * sampling_rate


def test_nothing_long_enough_is_refused(tmp_path):
    with pytest.raises(PlanError) as caught:
        supply_of(tmp_path, row("a"), row("b")).clips(min_duration_s=2.0)
    assert caught.value.found == "2 clips, none of 2 s or more"
    assert str(tmp_path) in caught.value.where


@pytest.mark.parametrize(
    ("available", "allow_short", "count"), [(3, False, 3), (9, False, 3), (2, True, 2), (9, True, 3)]
)
def test_enough_is_what_was_asked_for_or_what_there_is_if_that_is_allowed(tmp_path, available, allow_short, count):
    supply = supply_of(tmp_path, row("a"), allow_short=allow_short)
    assert supply.enough(available, of_what="clips") == count


@pytest.mark.parametrize(("available", "allow_short"), [(0, False), (2, False), (0, True)])
def test_too_few_are_refused_with_what_was_found_wanted_and_what_to_do(tmp_path, available, allow_short):
    with pytest.raises(PlanError) as caught:
        supply_of(tmp_path, row("a"), allow_short=allow_short).enough(available, of_what="clips that hum")
    error = caught.value
    assert error.where == f"recipe volume-perception from ljspeech at {tmp_path}"
    assert error.found == f"{available} clips that hum"
    assert error.wanted == f"{'at least one' if allow_short else 3} for each label"
    assert "get the whole corpus (https://keithito.com/LJ-Speech-Dataset/)" in error.remedy
    assert ("--allow-short" in error.remedy) == (available > 0)


def test_a_construction_without_a_corpus_is_told_so(tmp_path):
    with pytest.raises(PlanError, match="set the recipe's `corpus`"):
        replace(supply_of(tmp_path, row("a")), index=None).clips(min_duration_s=1.0)


def test_a_new_clip_takes_a_place_in_the_order_and_moves_no_other(tmp_path):
    ids = [f"c{number}" for number in range(40)]
    supply = supply_of(tmp_path, *(row(name) for name in ids))
    fewer = names(supply.shuffled(supply.clips(min_duration_s=0.5)[1:]))
    more = names(supply.shuffled(supply.clips(min_duration_s=0.5)[::-1]))
    assert fewer == [name for name in more if name != "c0"]
    assert fewer != sorted(fewer)
    other = replace(supply, seed=2)
    assert names(other.shuffled(supply.clips(min_duration_s=0.5))) != more


def test_clips_are_tried_in_order_until_there_are_enough(tmp_path):
    supply = supply_of(tmp_path, *(row(name) for name in "abcdefgh"))
    tried = []

    def attempt(batch):
        tried.extend(names(batch))
        return [None if clip.ref.item in "ac" else {"place": 1.0} for clip in batch]

    chosen = supply.first_fitting(supply.clips(min_duration_s=0.5), attempt)
    assert [clip.ref.item for clip, _ in chosen] == ["b", "d", "e"]
    assert tried == ["a", "b", "c", "d", "e"]


def test_that_everything_was_left_out_on_request_is_said(tmp_path):
    with pytest.raises(PlanError) as caught:
        supply_of(tmp_path, row("a"), row("b"), without=frozenset({"a", "b", "z"})).clips(min_duration_s=0.5)
    assert caught.value.found == "no clip; --without or --screened leaves out 2 recordings"
    assert caught.value.remedy == "leave out fewer recordings"
    with pytest.raises(PlanError) as caught:
        supply_of(tmp_path, row("a", frames=10), row("b"), without=frozenset({"b"})).clips(min_duration_s=0.5)
    assert caught.value.found == "1 clip, none of 0.5 s or more; --without or --screened leaves out 1 recording"
    with pytest.raises(PlanError, match="found 2 clips; --without or --screened leaves out 1 recording\n"):
        supply_of(tmp_path, row("a"), without=frozenset({"a"})).enough(2, of_what="clips")


def test_the_remedy_for_speech_is_another_engine_and_for_a_stand_in_the_own_corpus(tmp_path):
    def remedy(name):
        corpus = corpus_named(name)
        index = CorpusIndex(corpus=corpus, root=tmp_path, table=index_schema(corpus).empty_table())
        return supply_of(tmp_path, index=index).how_to_complete()

    assert remedy("synthesised").startswith("let another engine speak (--engine)")
    assert remedy("demo").startswith("say where the recipe's own corpus lies, with --corpus NAME=PATH")
    assert remedy("ljspeech") == "get the whole corpus (https://keithito.com/LJ-Speech-Dataset/)"


def test_columns_that_a_corpus_lacks_are_named(tmp_path):
    supply = supply_of(tmp_path, row("a"))
    supply.require_columns(("text", "speaker"))
    with pytest.raises(RecipeError) as caught:
        supply.require_columns(("emotion", "text", "channel", "emotion"))
    assert caught.value.where == "recipe volume-perception: corpus ljspeech"
    assert caught.value.found == "no column emotion, channel in its index"
    assert "sampling_rate" in caught.value.wanted
    assert "--source" in caught.value.remedy


def test_of_several_corpora_one_that_has_a_column_is_enough(tmp_path):
    ravdess = corpus_named("ravdess")
    other = CorpusIndex(corpus=ravdess, root=tmp_path, table=index_schema(ravdess).empty_table())
    supply = supply_of(tmp_path, row("a"), others=(other,))
    supply.require_columns(("emotion", "text"), corpora=("ljspeech", "ravdess"))
    with pytest.raises(RecipeError, match="no column colour in its index"):
        supply.require_columns(("emotion", "colour"), corpora=("ljspeech", "ravdess"))
    with pytest.raises(RecipeError, match="corpus ljspeech"):
        supply.require_columns(("emotion",))
