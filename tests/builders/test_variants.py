"""Variants of a recipe: other words, spoken questions, open answers, sets that are not balanced."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from builders.engine.planning import plan
from builders.engine.rendering import render_item
from builders.engine.schema import published_schema
from builders.engine.sources import SourceReader
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema
from manifests.digest import stable_hash
from manifests.errors import PlanError, RecipeError
from tests.builders.fakes import SingleTones, Tones, tones_recipe

VARIED = tones_recipe(variations=("{0} or {1}: which is it?", "Would you say {1}, or {0}?"))


def test_a_variation_asks_in_other_words_and_changes_nothing_else():
    first = plan(VARIED, None, seed=1).items
    other = plan(VARIED.varied(2), None, seed=1).items
    assert VARIED.varied(2).name == "tones-variation-2"
    assert [item.instruction for item in other] == ["Would you say {1}, or {0}?".format(*i.options) for i in other]
    assert [replace(item, instruction="") for item in other] == [replace(item, instruction="") for item in first]
    assert VARIED.varied(1).digest() != VARIED.varied(2).digest() != VARIED.digest()


@pytest.mark.parametrize("number", [0, 3])
def test_a_variation_that_is_not_there_is_refused(number):
    with pytest.raises(RecipeError, match="2 instruction variations"):
        VARIED.varied(number)
    with pytest.raises(RecipeError, match="no instruction variations"):
        tones_recipe().varied(1)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """Give the index of the two ways to ask, each a tone of another length."""
    from corpora.synthesis.engines.protocol import Spoken
    from corpora.synthesis.spoken import synthesised_tree

    class Engine:
        name, licence, styles = "a whistle", "CC0-1.0", False

        def voice_of(self, utterance):
            return "whistle"

        def speak(self, utterances):
            for utterance in utterances:
                frames = 8_000 + stable_hash(utterance.text) % 4_000
                whistle = 0.3 * 32767 * np.sin(2 * np.pi * 700 * np.arange(frames) / 16_000)
                yield Spoken(samples=whistle.astype(np.int16), sampling_rate=16_000)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOUNDPROBE_CACHE", str(tmp_path_factory.mktemp("cache")))
        root = synthesised_tree(tones_recipe().aloud().script(), engine=Engine())
        return build_index(corpus_named("synthesised"), root)


class TestSpoken:
    RECIPE = tones_recipe().aloud()

    def test_every_order_of_options_is_said(self):
        assert [line.text for line in self.RECIPE.script()] == ["Is it loud or soft?", "Is it soft or loud?"]
        assert tones_recipe().script() == ()

    def test_the_question_and_a_gap_come_before_the_very_clip(self, spoken):
        plain = plan(tones_recipe(), None, seed=1).items
        asked = plan(self.RECIPE, None, others=(spoken,), seed=1).items
        reader = SourceReader({"synthesised": spoken.root}, ())
        assert [item.id for item in asked] == [item.id for item in plain]
        for before, after in zip(plain, asked, strict=True):
            assert "Listen" in after.instruction
            assert after.parameters["spoken_text"] == before.instruction
            alone = render_item(before, Tones(), channels=1, reader=reader).record
            whole = render_item(after, Tones(), channels=1, reader=reader)
            begins = whole.record.measurements["spoken_frames"]
            assert begins == after.sources[-1].frames + 8_000
            assert whole.record.frames == begins + alone.frames
            pcm = decoded(whole.flac)
            assert not pcm[begins - 8_000 : begins].any()
            assert np.array_equal(pcm[begins:], decoded(render_item(before, Tones(), channels=1, reader=reader).flac))
            assert whole.record.explanation == alone.explanation

    def test_its_rows_have_columns_of_their_own(self):
        schema = published_schema(Tones(), spoken=True)
        assert [field.name for field in schema.field("parameters").type][-2:] == ["spoken_text", "spoken_gap_s"]
        assert "spoken_frames" in [field.name for field in schema.field("measurements").type]

    def test_a_question_that_nobody_spoke_is_named(self):
        with pytest.raises(PlanError, match="no recording of the question 'Is it loud or soft"):
            plan(self.RECIPE, None, seed=1)


def decoded(flac):
    import io

    import soundfile

    return soundfile.read(io.BytesIO(flac), dtype="int16")[0]


class TestOpen:
    RECIPE = tones_recipe(options=(), question="How loud is it?", measure="sagi-wer", construction=SingleTones())

    def test_answers_are_texts_of_their_own_and_all_items_are_counted(self):
        planned = plan(self.RECIPE, None, seed=1)
        assert {item.label for item in planned.items} == {"loud", "soft"}
        assert all(item.options == () and item.instruction == "How loud is it?" for item in planned.items)
        assert planned.counts() == {"items": 6}
        assert any("6 items; the recipe asks for" in note for note in planned.notes)

    def test_an_empty_answer_is_refused(self):
        with pytest.raises(RecipeError, match="3 items without an answer"):
            plan(replace(self.RECIPE, construction=SingleTones(labels=("loud", " "))), None, seed=1)

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"measure": ""}, "measure"),
            ({"question": "How loud, {0}?"}, "question"),
            ({"options": ("loud",)}, "options"),
            ({"options": ("loud", "soft"), "question": "{0} or {1}?"}, "measure"),
        ],
    )
    def test_it_is_scored_by_a_measure_and_offers_nothing(self, changes, field):
        with pytest.raises(RecipeError) as caught:
            replace(self.RECIPE, **changes)
        assert caught.value.where.endswith(field)


class Uneven(SingleTones):
    """Three loud tones and two soft ones."""

    operation = "tones.uneven/1"

    def draft(self, supply):
        wanted = {label: supply.wanted(label) for label in self.labels}
        drafts = super().draft(supply)
        return [
            draft
            for draft in drafts
            if sum(d.label == draft.label for d in drafts[: drafts.index(draft)]) < wanted[draft.label]
        ]


def test_a_published_set_may_be_uneven_and_a_limit_bounds_each_label():
    recipe = tones_recipe(construction=Uneven(), counts=(("loud", 3), ("soft", 2)))
    assert plan(recipe, None, seed=1).counts() == {"loud": 3, "soft": 2}
    assert plan(recipe, None, seed=1).notes == ()
    limited = plan(recipe, None, seed=1, per_label=1)
    assert limited.counts() == {"loud": 1, "soft": 1}
    assert limited.notes == ("1 item of loud; the published set has 3", "1 item of soft; the published set has 2")


@pytest.mark.parametrize(
    "counts",
    [(("loud", 3),), (("soft", 3), ("loud", 2)), (("loud", 0), ("soft", 2)), (("loud", "3"), ("soft", 2)), ["x"]],
)
def test_counts_name_every_option_in_order_with_a_number(counts):
    with pytest.raises(RecipeError, match="counts"):
        tones_recipe(counts=counts)


def test_more_than_the_published_count_is_the_builders_mistake():
    with pytest.raises(RecipeError, match="at most"):
        plan(tones_recipe(construction=SingleTones(), counts=(("loud", 2), ("soft", 3))), None, seed=1)


def test_clips_of_a_further_corpus_are_asked_for_by_name(tmp_path):
    from builders.engine.supply import Supply

    def index(name, clip):
        corpus = corpus_named(name)
        row = {column.name: "" for column in index_schema(corpus)}
        row |= {"id": clip, "path": f"{clip}.wav", "sha256": clip, "start_frame": 0, "frames": 20_000, "age": None}
        row |= {"sampling_rate": 16_000, "channels": 1}
        return CorpusIndex(corpus=corpus, root=tmp_path, table=pa.Table.from_pylist([row], schema=index_schema(corpus)))

    supply = Supply(
        recipe="two", seed=1, per_label=1, allow_short=False, index=index("ljspeech", "a"), others=(index("demo", "b"),)
    )
    assert [clip.ref.item for clip in supply.clips(min_duration_s=0.5)] == ["a"]
    assert [clip.ref.item for clip in supply.clips(min_duration_s=0.5, corpus="demo")] == ["b"]
    with pytest.raises(PlanError, match="clips of vctk, but no such corpus"):
        supply.clips(min_duration_s=0.5, corpus="vctk")
