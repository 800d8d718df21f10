"""Transcripts: which clips are chosen, how evenly, and which texts are refused."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.describing.wording import spoken_text, word_count
from builders.engine.planning import plan
from builders.transcript import Transcribed, TranscriptParameters
from manifests.errors import PlanError, RecipeError
from recipes.catalogue.registry import find
from tests.builders.running import built, items_of
from tests.builders.speaking import clip_row, index_of, let_clips_sound

SPLITS = {"test-clean": (40, 2_620), "test-other": (33, 2_939)}
WORDS = "one two three four five six seven eight"


@pytest.fixture(autouse=True)
def _all_sound(monkeypatch):
    let_clips_sound(monkeypatch, {})


def librispeech(sizes=SPLITS, **changes):
    rows = [
        clip_row(
            f"{split[5]}{number:04}",
            text=WORDS.upper(),
            speaker=f"{split} {number % speakers}",
            split=split,
            chapter="1",
            **changes,
        )
        for split, (speakers, count) in sizes.items()
        for number in range(count)
    ]
    return index_of("librispeech", rows)


@pytest.fixture(scope="module")
def whole():
    return librispeech()


def recipe_named(name, **changes):
    (recipe,) = find(f"sagi/{name}")
    return replace(recipe, **changes)


def splits_of(made):
    return Counter("test-clean" if item.sources[0].item.startswith("c") else "test-other" for item in made.items)


def test_half_of_each_split_spread_over_its_speakers(whole):
    made = plan(recipe_named("speech-recognition"), whole, seed=1)
    assert splits_of(made) == {"test-clean": 1_396, "test-other": 1_395}
    for split, (speakers, _) in SPLITS.items():
        held = Counter(ref.speaker for item in made.items for ref in item.sources if ref.speaker.startswith(split))
        assert len(held) == speakers
        assert max(held.values()) - min(held.values()) <= 1
    assert made.notes == ()
    assert {item.label for item in made.items} == {WORDS.upper()}
    assert {item.options for item in made.items} == {()}
    assert len({item.group for item in made.items}) == 73


def test_as_released_is_all_of_test_clean_and_the_first_of_test_other(whole):
    made = plan(recipe_named("speech-recognition").released(), whole, seed=1)
    others = sorted(item.sources[0].item for item in made.items if item.sources[0].item.startswith("o"))
    assert splits_of(made) == {"test-clean": 2_620, "test-other": 171}
    assert others == [f"o{number:04}" for number in range(171)]


def test_neither_the_listing_nor_another_clip_moves_a_choice(whole):
    small = recipe_named("speech-recognition", per_label=40)
    rows = whole.rows()
    Random(0).shuffle(rows)
    shuffled = index_of("librispeech", rows)
    first = plan(small, whole, seed=1)
    assert plan(small, shuffled, seed=1).items == first.items
    assert plan(small, whole, seed=2).items != first.items
    gone = first.items[0].sources[0].item
    fewer = plan(small, whole, seed=1, without=frozenset({gone}))
    kept = {item.id for item in fewer.items} & {item.id for item in first.items}
    assert len(kept) == 39


def test_a_text_that_cannot_be_said_in_the_time_is_replaced_and_named(whole, monkeypatch):
    chosen = [item.sources[0].item for item in plan(recipe_named("speech-recognition"), whole, seed=1).items]
    let_clips_sound(monkeypatch, {chosen[0]: 0.98, chosen[1]: 50.0, chosen[2]: 1.0})
    made = plan(recipe_named("speech-recognition"), whole, seed=1)
    assert len(made.items) == 2_791
    assert {chosen[0], chosen[1]}.isdisjoint(item.sources[0].item for item in made.items)
    assert chosen[2] in {item.sources[0].item for item in made.items}
    (note,) = made.notes
    assert f"{chosen[0]} (8 words in 0.98 s of sound)" in note
    assert f"{chosen[1]} (8 words in 50.00 s of sound)" in note
    assert chosen[2] not in note


def test_clips_without_text_or_cut_are_never_used():
    rows = librispeech({"test-clean": (2, 6), "test-other": (2, 6)}).rows()
    rows[0]["text"], rows[1]["text"] = "", " -- \t"
    rows[6]["frames"] = 31 * 16_000
    recipe = recipe_named("speech-recognition", per_label=8)
    made = plan(recipe, index_of("librispeech", rows), seed=1)
    assert {"c0000", "c0001", "o0000"}.isdisjoint(item.sources[0].item for item in made.items)
    (note,) = made.notes
    assert "c0000 (no text), c0001 (no text), o0000 (longer than 30 s)" in note


def test_a_scarce_split_is_an_error_or_makes_both_smaller():
    index = librispeech({"test-clean": (2, 3), "test-other": (2, 30)})
    recipe = recipe_named("speech-recognition", per_label=20)
    with pytest.raises(PlanError) as caught:
        plan(recipe, index, seed=1)
    assert "3 of test-clean" in caught.value.found
    assert "--allow-short" in caught.value.remedy
    assert splits_of(plan(recipe, index, seed=1, allow_short=True)) == {"test-clean": 3, "test-other": 3}


def test_a_split_that_is_not_here_is_named():
    index = librispeech({"test-clean": (2, 30)})
    with pytest.raises(PlanError, match="0 of test-other"):
        plan(recipe_named("speech-recognition", per_label=20), index, seed=1, allow_short=True)
    with pytest.raises(PlanError, match="none with split test-clean or test-other"):
        plan(recipe_named("speech-recognition"), librispeech({"dev-clean": (2, 30)}), seed=1)


def jamendo(count=868, songs=20):
    rows = [
        clip_row(
            f"song{number % songs}_{number}",
            text=f"la la number {number}",
            speaker="one artist",
            seconds=0.45 + number % 90 / 10,
            language="en",
            song=f"song{number % songs}",
            title="",
            line=str(number),
        )
        for number in range(count)
    ]
    foreign = clip_row("lied_0", text="la la", speaker="x", language="de", song="lied", title="", line="0")
    return index_of("jamendo_lyrics", [*rows, foreign])


def test_lyrics_are_every_english_line_in_groups_of_songs():
    made = plan(recipe_named("lyrics-transcription"), jamendo(), seed=1)
    assert len(made.items) == 868
    assert len({item.group for item in made.items}) == 20
    assert "lied_0" not in {item.sources[0].item for item in made.items}
    assert made.notes == ()


def test_lines_that_are_refused_or_left_out_make_the_lyrics_fewer_and_are_named(monkeypatch):
    let_clips_sound(monkeypatch, {"song0_0": 0.2})
    made = plan(recipe_named("lyrics-transcription"), jamendo(), seed=1, without=frozenset({"song1_1"}))
    assert len(made.items) == 866
    assert any("song0_0 (4 words in 0.20 s of sound)" in note for note in made.notes)
    assert "left out on request: song1_1" in made.notes
    assert "866 items; the recipe asks for 868" in made.notes


def test_lyrics_that_are_not_all_there_or_mostly_refused_are_an_error(monkeypatch):
    with pytest.raises(PlanError, match="867 whole clips"):
        plan(recipe_named("lyrics-transcription"), jamendo(867), seed=1, without=frozenset({"lied_0"}))
    let_clips_sound(monkeypatch, {}, otherwise=0.2)
    with pytest.raises(PlanError, match="868 recordings"):
        plan(recipe_named("lyrics-transcription"), jamendo(), seed=1)


def test_the_english_clips_of_the_demo_stand_in(tmp_path, demo_index, monkeypatch):
    monkeypatch.undo()
    monkeypatch.delenv("SOUNDPROBE_CORPORA", raising=False)
    built("build", "speech-recognition", "--out", tmp_path, "--workers", 1)
    texts = {row["id"]: row["text"] for row in demo_index.rows() if row["language"].startswith("en-")}
    items = items_of(tmp_path, "speech-recognition")
    assert {item.sources[0].item: item.label for item in items} == texts
    for item in items:
        words = len(item.label.split())
        assert item.measurements["words"] == words
        assert item.measurements["words_per_s"] == pytest.approx(words / item.measurements["sounding_s"], abs=1e-3)
        assert 0.5 < item.measurements["sounding_s"] < item.measurements["duration_s"]
        assert f"{words} words in {item.measurements['sounding_s']:.2f} s of sound" in item.explanation


@pytest.mark.parametrize(
    ("text", "clean", "words"),
    [
        ("  I'M\tHERE\n NOW ", "I'M HERE NOW", 3),
        ("cafe\u0301 \u2019tis rock\u2019n\u2019roll", "caf\u00e9 \u2019tis rock\u2019n\u2019roll", 3),
        ("well-known, 3 o'clock\x00", "well-known, 3 o'clock", 4),
        ("♪ -- _ ♪", "♪ -- _ ♪", 0),
        (None, "", 0),
        ("\ufeffzero\u200b width \u202eturned\u202c co\u00adop \u200e", "zero width turned coop", 4),
        ("x\u200dy a\u200c e\u200d\u0301", "xy a \u00e9", 3),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", 2),
        ("\u0d9a\u0dca\u200d\u0dba", "\u0d9a\u0dca\u200d\u0dba", 2),
        ("\u0645\u06cc\u200c \u062e", "\u0645\u06cc \u062e", 2),
    ],
)
def test_texts_are_cleaned_and_words_counted(text, clean, words):
    assert spoken_text(text) == clean
    assert word_count(clean) == words


@given(st.text())
def test_a_clean_text_is_clean(text):
    clean = spoken_text(text)
    assert spoken_text(clean) == clean
    assert clean == " ".join(clean.split())


def test_the_label_is_the_text_only_if_it_can_be():
    tone = np.round(8_000 * np.sin(np.arange(16_000) * 0.3)).astype(np.int16)
    transcribed = Transcribed()
    for text, label in ((WORDS, WORDS), (f"{WORDS} nine", "none")):
        parameters = TranscriptParameters(text=text)
        assert transcribed.label_of(parameters, transcribed.measure(parameters, tone)) == label


@pytest.mark.parametrize("fields", [{"order": "random"}, {"min_words_per_s": 9.0}, {"min_words_per_s": -1.0}])
def test_what_cannot_be_meant_is_refused(fields):
    with pytest.raises(RecipeError, match="two rates of which the second is higher"):
        Transcribed(**fields)
