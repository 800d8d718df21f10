"""What a recipe says when a part of its corpus, its texts or its voices cannot serve."""

from collections import Counter

import pytest

from builders.engine.planning import plan
from corpora.demo import CROSSED_SPEAKERS
from corpora.synthesis.script import SPEAKERS
from manifests.errors import PlanError
from recipes.catalogue.registry import find
from tests.builders import fabricated
from tests.builders.speaking import clip_row, index_of, let_clips_sound


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


@pytest.mark.parametrize(
    ("name", "channel", "archive"),
    [
        ("cappella-emotion", "speech", "Audio_Song_Actors_01-24.zip"),
        ("singing-detection", "song", "Audio_Speech_Actors_01-24.zip"),
        ("speech-emotion", "song", "Audio_Speech_Actors_01-24.zip"),
    ],
)
def test_the_part_that_lacks_is_named(name, channel, archive, tmp_path):
    rows = [row for row in fabricated.ravdess_rows() if row["channel"] == channel]
    with pytest.raises(PlanError) as caught:
        plan(recipe_named(name), fabricated.index_of("ravdess", rows, tmp_path), seed=1)
    assert caught.value.where.startswith(f"recipe sagi/{name} ")
    assert caught.value.remedy.startswith(f"unpack {archive} beside what is here")


def test_of_a_whole_corpus_no_part_is_said_to_lack(tmp_path):
    index = fabricated.index_of("ravdess", fabricated.ravdess_rows(), tmp_path)
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speech-emotion"), index, seed=1, per_label=5_000)
    assert "5,000" in caught.value.wanted
    assert "unpack" not in caught.value.remedy


def librispeech(*, split="test-clean", texts=6, others=0):
    rows = [
        clip_row(
            f"{split}-{number}",
            text="one two three four five six" if number < texts else "",
            speaker=str(number % 3),
            split=split,
            chapter="1",
        )
        for number in range(texts + others)
    ]
    return index_of("librispeech", rows)


def test_a_split_that_lacks_is_named(monkeypatch):
    let_clips_sound(monkeypatch, {})
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speech-recognition"), librispeech(), seed=1)
    assert "unpack test-other.tar.gz beside what is here" in caught.value.remedy
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speech-recognition"), librispeech(split="dev-clean"), seed=1)
    assert "unpack test-clean.tar.gz and test-other.tar.gz beside what is here" in caught.value.remedy


def test_recordings_without_any_transcript_are_counted_not_listed():
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speech-recognition"), librispeech(texts=0, others=36), seed=1)
    assert caught.value.found == "36 recordings, none with a transcript"
    assert "SPEAKER-CHAPTER.trans.txt, beside the FLAC files" in caught.value.wanted


def test_many_without_a_transcript_are_told_in_one(monkeypatch):
    let_clips_sound(monkeypatch, {})
    with pytest.raises(PlanError) as caught:
        plan(recipe_named("speech-recognition"), librispeech(texts=6, others=1_200), seed=1)
    assert "1,200 recordings (no text: " in caught.value.found
    assert caught.value.found.count("no text") == 1


def test_those_who_sound_like_the_other_sex_are_not_asked_about(demo_index):
    made = plan(recipe_named("speaker-gender"), demo_index, seed=1, allow_short=True)
    assert made.counts() == {"male": 20, "female": 20}
    used = Counter(item.sources[0].speaker for item in made.items)
    assert used.keys().isdisjoint(CROSSED_SPEAKERS)
    note = "not used, since the voice contradicts the sex that the corpus states: s07, s08 (8 in all)"
    assert note in made.notes


def test_only_the_sex_is_contradicted(demo_index):
    made = plan(recipe_named("language-identification"), demo_index, seed=1, allow_short=True)
    assert set(CROSSED_SPEAKERS) <= {item.sources[0].speaker for item in made.items}


def test_the_crossed_speakers_are_those_whose_pitch_is_the_other_sex_s():
    highest_man = max(
        each.median_f0_hz for each in SPEAKERS if each.sex == "male" and each.name not in CROSSED_SPEAKERS
    )
    crossed = {each.name for each in SPEAKERS if (each.median_f0_hz > highest_man + 40.0) == (each.sex == "male")}
    assert crossed == set(CROSSED_SPEAKERS)
