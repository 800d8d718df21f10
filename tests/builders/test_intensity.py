"""Halves: every sentence once with each label, a gap of exact silence, levels as they were recorded."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
import soundfile as sf

from builders.engine.planning import plan
from builders.engine.rendering import render_item
from builders.engine.sources import SourceReader
from builders.intensity import HalvesMeasurements, HalvesParameters, StrongerHalf
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from manifests.errors import PlanError, RecipeError
from probe_signal.quantise import to_pcm16
from recipes.catalogue.registry import find
from tests.builders.speaking import RATE, clip_row, index_of
from tests.corpora.trees import ravdess

EMOTIONS = {"05": "angry", "06": "fearful", "07": "disgust", "03": "happy"}
GAP = 8_000
# No two recordings of a sentence are equally long: their samples need not be read to tell them apart.
SECONDS = {("01", "01"): 4.0, ("02", "01"): 4.25, ("01", "02"): 4.5, ("02", "02"): 4.75}


def recipe_of(**changes):
    (recipe,) = find("sagi/emotional-intensity")
    return replace(recipe, **changes)


def row(*fields):
    channel, emotion, intensity, statement, repetition, actor = fields
    name = f"03-{channel}-{emotion}-{intensity}-{statement}-{repetition}-{actor:02}"
    return clip_row(
        name,
        text="",
        speaker=f"{actor:02}",
        seconds=SECONDS[intensity, repetition],
        channel={"01": "speech", "02": "song"}[channel],
        emotion=EMOTIONS[emotion],
        intensity={"01": "normal", "02": "strong"}[intensity],
        statement=statement[1],
        repetition=repetition[1],
        actor=f"{actor:02}",
    )


@pytest.fixture(scope="module")
def rows():
    """What RAVDESS holds of four emotions: spoken and sung, each sentence twice."""
    return [row(*fields) for fields in product(("01", "02"), EMOTIONS, *[("01", "02")] * 3, range(1, 25))]


def planned(rows, **options):
    return plan(recipe_of(), index_of("ravdess", rows), seed=1, **options)


@pytest.fixture(scope="module")
def whole(rows):
    return planned(rows)


def test_all_288_pairs_are_taken_half_with_each_label(whole):
    assert whole.counts() == {"former": 144, "latter": 144}
    assert whole.notes == ()
    used = Counter(ref.item for item in whole.items for ref in item.sources)
    assert len(used) == 24 * 3 * 2 * 2 * 2
    assert set(used.values()) == {1}
    assert all(name.startswith("03-01-") and name.split("-")[2] != "03" for name in used)
    assert len({item.group for item in whole.items}) == 24


def test_labels_are_balanced_within_every_actor_emotion_and_sentence(whole):
    def sentence(item):
        return item.sources[0].speaker, item.parameters["emotion"], item.parameters["statement"]

    counts = Counter((sentence(item), item.label) for item in whole.items)
    assert counts == dict.fromkeys(product({sentence(item) for item in whole.items}, ("former", "latter")), 1)
    strong_first = Counter(item.label for item in whole.items if item.parameters["repetition"] == "1")
    assert strong_first["former"] == pytest.approx(72, abs=20)  # which repetition it is tells nothing


def test_halves_differ_in_intensity_alone_and_the_label_names_the_strong_one(whole):
    for item in whole.items:
        first, second = (ref.item.split("-") for ref in item.sources)
        assert [*first[:3], *first[4:]] == [*second[:3], *second[4:]]
        assert (first[3], second[3]) == (("02", "01") if item.label == "former" else ("01", "02"))
        names = {"01": "normal", "02": "strong"}
        assert (item.parameters["first_intensity"], item.parameters["second_intensity"]) == (
            names[first[3]],
            names[second[3]],
        )
        assert item.parameters["first_frames"] == SECONDS[first[3], first[5]] * RATE


def test_neither_the_listing_nor_another_actor_moves_a_choice(rows, whole):
    assert planned(rows).items == whole.items
    assert planned(Random(0).sample(rows, len(rows))).items == whole.items
    halves = {item.id: item.label for item in whole.items}
    fewer = planned([one for one in rows if one["speaker"] != "06"], allow_short=True)
    assert len(fewer.items) == 276
    assert {item.id: item.label for item in fewer.items}.items() <= halves.items()
    assert plan(recipe_of(), index_of("ravdess", rows), seed=2).items != whole.items


def test_a_sentence_without_both_repetitions_is_left_out(rows):
    gone = "03-01-05-02-01-02-07"
    fewer = [one for one in rows if one["id"] != gone]
    with pytest.raises(PlanError) as caught:
        planned(fewer)
    assert caught.value.found.startswith("143 sentences that one actor says twice")
    assert "--allow-short" in caught.value.remedy
    made = planned(fewer, allow_short=True)
    assert made.counts() == {"former": 143, "latter": 143}
    of_it = [i for i in made.items if i.sources[0].speaker == "07" and i.parameters["emotion"] == "angry"]
    assert {item.parameters["statement"] for item in of_it} == {"2"}
    assert planned(rows, without=frozenset({gone}), allow_short=True).items == made.items


def test_a_recording_that_stands_there_twice_is_no_second_repetition(rows):
    copied = [dict(one) for one in rows]
    twice = next(one for one in copied if one["id"] == "03-01-06-01-01-02-03")
    twice |= {"sha256": "content of 03-01-06-01-01-01-03", "frames": 4 * RATE}
    assert planned(copied, allow_short=True).counts() == {"former": 143, "latter": 143}


def test_nothing_to_pair_is_an_error(rows):
    once = [one for one in rows if one["repetition"] == "1"]
    with pytest.raises(PlanError, match="found 0 sentences that one actor says twice both normally and strongly"):
        planned(once, allow_short=True)


@pytest.mark.parametrize(("left", "room"), [(15.0, True), (15.01, False)])
def test_halves_that_are_too_long_together_are_left_out(rows, left, room):
    changed = [dict(one) for one in rows]
    for one in changed:
        if one["id"] == "03-01-05-01-01-01-03":
            one["frames"] = round(left * RATE)
        if one["id"] == "03-01-05-02-01-01-03":
            one["frames"] = round(14.5 * RATE)
    made = planned(changed, allow_short=True)
    assert made.counts() == dict.fromkeys(("former", "latter"), 144 if room else 143)
    told = [note for note in made.notes if "longer than 30 s together" in note]
    assert len(told) == (not room)
    assert room or "03-01-05-01-01-01-03" in told[0]


@pytest.mark.parametrize("pair", [("01-01", "02-01"), ("02-01", "02-02")])
def test_recordings_that_are_one_but_for_the_header_are_left_out_and_named(pair, tmp_path):
    root = ravdess.small(tmp_path)
    one, other = (f"03-01-05-{end.replace('-', '-01-')}-01" for end in pair)
    folder = root / f"{ravdess.SPEECH}/Actor_01"
    samples, rate = sf.read(folder / f"{one}.wav", dtype="int16")
    sf.write(folder / f"{other}.wav", samples, rate, subtype="PCM_24")
    made = plan(recipe_of(), build_index(corpus_named("ravdess"), root), seed=1, allow_short=True)
    assert made.counts() == {"former": 11, "latter": 11}
    assert not {one, other} & {ref.item for item in made.items for ref in item.sources}
    (note,) = [note for note in made.notes if "sample for sample" in note]
    assert note.startswith("1 sentence left out")
    assert one in note
    assert other in note


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Index the small tree with one recording in stereo."""
    root = ravdess.small(tmp_path_factory.mktemp("small"))
    path = root / f"{ravdess.SPEECH}/Actor_01/03-01-05-01-01-01-01.wav"
    samples, rate = sf.read(path, dtype="float32")
    sf.write(path, np.column_stack([samples, 0.5 * samples]), rate, subtype="PCM_16")
    return build_index(corpus_named("ravdess"), root)


def test_halves_stand_as_recorded_about_a_silent_gap(small):
    made = plan(recipe_of(), small, seed=1, allow_short=True)
    assert made.counts() == {"former": 12, "latter": 12}
    stereo = 0
    reader = SourceReader({"ravdess": small.root}, ())
    for item in made.items:
        record = render_item(item, recipe_of().construction, channels=1, reader=reader).record
        sources = [reader.read(ref) for ref in item.sources]
        joined = recipe_of().construction.render(HalvesParameters(**item.parameters), sources)
        first, second = sources
        begins = item.parameters["first_frames"]
        assert begins == len(first)
        assert np.array_equal(joined[:begins], first)
        assert not joined[begins : begins + GAP].any()
        assert np.array_equal(joined[begins + GAP :], second)
        assert record.frames == len(first) + GAP + len(second)
        levels = [20.0 * np.log10(np.sqrt(np.mean(np.square(half, dtype=np.float64)))) for half in sources]
        assert record.measurements["first_rms_dbfs"] == pytest.approx(levels[0], abs=0.01)
        assert record.measurements["second_rms_dbfs"] == pytest.approx(levels[1], abs=0.01)
        over_db = record.measurements["second_over_first_db"]
        assert over_db == pytest.approx(levels[1] - levels[0], abs=0.01)
        assert f"in the {item.label} half" in record.explanation
        assert f"emotion {item.parameters['emotion']}" in record.explanation
        told = f"the second half is {abs(over_db):.1f} dB {'louder' if over_db > 0 else 'quieter'}."
        assert record.explanation.endswith(told)
        stereo += any(ref.item == "03-01-05-01-01-01-01" for ref in item.sources)
    assert stereo == 1


def test_a_stereo_recording_is_the_mean_of_its_channels(small):
    made = plan(recipe_of(), small, seed=1, allow_short=True)
    name = "03-01-05-01-01-01-01"
    (item,) = [one for one in made.items if name in {ref.item for ref in one.sources}]
    (ref,) = [one for one in item.sources if one.item == name]
    samples, _ = sf.read(small.root / ref.path)
    heard = SourceReader({"ravdess": small.root}, ()).read(ref)
    assert samples.shape == (ref.frames, 2)
    assert np.sqrt(np.mean(heard**2)) == pytest.approx(np.sqrt(np.mean(samples.mean(axis=1) ** 2)), rel=0.01)


HALVES = HalvesParameters(
    emotion="angry", statement="1", repetition="1", first_intensity="normal", second_intensity="strong", gap_s=0.5,
    first_frames=RATE,
)  # fmt: skip


def test_levels_are_those_of_the_halves_without_the_gap():
    tone = np.sin(np.arange(RATE) * 0.3)
    pcm, _ = to_pcm16(np.concatenate([0.1 * tone, np.zeros(GAP), 0.4 * tone]).astype(np.float32))
    measured = StrongerHalf().measure(HALVES, pcm)
    assert measured.first_rms_dbfs == pytest.approx(-23.01, abs=0.02)
    assert measured.second_over_first_db == pytest.approx(12.04, abs=0.02)
    cut = StrongerHalf().measure(HALVES, pcm[:RATE])
    assert cut.second_rms_dbfs == -96.0


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        ("strong", "normal", "former"),
        ("normal", "strong", "latter"),
        ("normal", "normal", "none"),
        ("", "strong", "none"),
    ],
)
def test_the_label_is_the_place_of_the_strong_half(first, second, label):
    parameters = replace(HALVES, first_intensity=first, second_intensity=second)
    measured = HalvesMeasurements(first_rms_dbfs=-30.0, second_rms_dbfs=-20.0, second_over_first_db=10.0)
    assert StrongerHalf().label_of(parameters, measured) == label


@pytest.mark.parametrize("gap_s", [0.0, 6.0])
def test_a_gap_that_nobody_would_hear_or_sit_through_is_refused(gap_s):
    with pytest.raises(RecipeError) as caught:
        StrongerHalf(gap_s=gap_s)
    assert caught.value.where == "intensity.joined/1: gap_s"
