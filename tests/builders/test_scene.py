"""Scenes: every speech in every noise at one ratio, the ratios true, the level one, and what cannot be used named."""

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

import numpy as np
import pyarrow as pa
import pytest
import soundfile as sf

from builders.engine.planning import plan
from builders.engine.rendering import render_item
from builders.engine.sources import SourceReader
from builders.engine.supply import Supply
from builders.scene import SceneMeasurements, SceneMix, SceneParameters
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from manifests.errors import PlanError, RecipeError
from recipes.catalogue.registry import find
from tests.builders.speaking import RATE, clip_row, index_of
from tests.corpora.trees import ms_snsd
from tests.corpora.trees.ms_snsd import NOISE_TEST

RATIOS_DB = (0.0, 5.0, 10.0, 15.0, 20.0)
FRAMES = 10 * RATE


def recipe_of(**changes):
    (recipe,) = find("sagi/acoustic-scene")
    return replace(recipe, **changes)


LABELS = recipe_of().options


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Index the small tree: three sentences of 0.9 s, noises of 1.5 s."""
    return build_index(corpus_named("ms_snsd"), ms_snsd.small(tmp_path_factory.mktemp("small")))


@pytest.fixture(scope="module")
def planned(small):
    return plan(recipe_of(), small, seed=1, per_label=10)


def parts_of(item, index):
    """Render an item's speech alone and its noise alone, each with its gain."""
    reader = SourceReader({index.corpus.name: index.root}, ())
    sources = [reader.read(ref) for ref in item.sources]
    parameters = SceneParameters(**item.parameters)
    alone = ({"noise_gain": 0.0}, {"speech_gain": 0.0})
    mix = recipe_of().construction
    return [mix.render(replace(parameters, **gains), sources).astype(np.float64) for gains in alone]


def decibels(power):
    return 10.0 * np.log10(power)


def rendered(item, index):
    reader = SourceReader({index.corpus.name: index.root}, ())
    return render_item(item, recipe_of().construction, channels=1, reader=reader).record


@pytest.mark.parametrize("corpus", ["small", "scenes_index"])
def test_ratios_levels_and_lengths_are_what_they_say(corpus, request):
    index = request.getfixturevalue(corpus)
    made = plan(recipe_of(), index, seed=1, per_label=5)
    assert made.counts() == dict.fromkeys(LABELS, 5)
    for item in made.items:
        speech, noise = parts_of(item, index)
        assert len(speech) == len(noise) == FRAMES
        ratio_db = decibels(np.mean(speech**2)) - decibels(np.mean(noise**2))
        assert ratio_db == pytest.approx(item.parameters["snr_db"], abs=0.01)
        both = np.mean(speech**2) + np.mean(noise**2)
        assert decibels(both) == pytest.approx(-26.0, abs=0.01)
        record = rendered(item, index)
        measured = record.measurements
        assert record.frames == FRAMES
        # What is left is how far the two are correlated, in 10 s.
        assert measured["rms_dbfs"] - 20.0 * np.log10(measured["gain"]) == pytest.approx(-26.0, abs=0.1)
        assert measured["gain"] == 1.0 or measured["peak_dbfs"] == pytest.approx(0.0, abs=0.01)
        assert f"a noise of the kind {item.label}" in record.explanation
        assert f"ratio of {item.parameters['snr_db']:g} dB" in record.explanation
        assert f"{measured['quiet_rms_dbfs']:.1f} dBFS" in record.explanation


def test_a_mix_that_would_clip_is_turned_down_and_says_so(small):
    loud = replace(recipe_of().construction, level_dbfs=-12.0)
    made = plan(recipe_of(construction=loud), small, seed=1, per_label=2)
    reader = SourceReader({"ms_snsd": small.root}, ())
    records = [render_item(item, loud, channels=1, reader=reader).record for item in made.items]
    turned_down = [record.measurements for record in records if record.measurements["gain"] < 1.0]
    assert turned_down
    for measured in turned_down:
        assert measured["rms_dbfs"] - 20.0 * np.log10(measured["gain"]) == pytest.approx(-12.0, abs=0.1)


def test_a_noise_shorter_than_the_clip_goes_on_from_its_beginning(planned, small):
    for item in planned.items[:9]:
        _, noise = parts_of(item, small)
        own = item.sources[-1].frames
        assert own == 24_000
        assert np.array_equal(noise[own:], noise[:-own])
        assert noise[:own].any()


def test_speech_is_long_enough_and_its_pauses_are_silent(planned, small):
    for item in planned.items[:9]:
        *sentences, _ = item.sources
        assert all(ref.path.startswith("clean_train/") for ref in sentences)
        frames = [ref.frames * RATE // ref.sampling_rate for ref in sentences]
        pause = round(item.parameters["pause_s"] * RATE)
        begins = item.parameters["speech_start_frame"]
        assert sum(frames) + pause * (len(frames) - 1) >= begins + FRAMES
        speech, _ = parts_of(item, small)
        first = frames[0] - begins
        if 0 < first < FRAMES - pause:
            assert not speech[first : first + pause].any()
        assert np.abs(speech[-pause - 1 :]).max() > 0.0


def fabricated(noises=NOISE_TEST, clean=1_100):
    """Index a corpus of full size that is on no disk."""
    speech = [
        clip_row(f"clean_test/clnsp{n}", text="", speaker="", seconds=4.0 + n % 9, kind="clean", split="test")
        for n in range(clean)
    ]
    rustle = [
        clip_row(f"noise_test/{kind}_{n}", text="", speaker="", seconds=12.0, kind="noise", split="test", noise=kind)
        for kind, numbers in noises.items()
        for n in numbers
    ]
    return index_of("ms_snsd", [{"noise": "", "number": "", **row} for row in [*speech, *rustle]])


@pytest.fixture
def _all_loud(monkeypatch):
    def measure(self, analysis, requests, *, doing):
        return [{"power": 0.01} for _ in requests]

    monkeypatch.setattr(Supply, "measure", measure)


@pytest.mark.usefixtures("_all_loud")
def test_every_speech_is_heard_in_every_noise_at_one_ratio():
    made = plan(recipe_of(), fabricated(), seed=1)
    assert made.counts() == dict.fromkeys(LABELS, 300)
    assert made.notes == ()
    groups = defaultdict(list)
    for item in made.items:
        groups[item.group].append(item)
    assert len(groups) == 300
    for items in groups.values():
        assert sorted(item.label for item in items) == sorted(LABELS)
        assert len({(item.sources[:-1], item.parameters["speech_start_frame"]) for item in items}) == 1
        assert len({item.parameters["snr_db"] for item in items}) == 1
    first_sentences = Counter(items[0].sources[0].item for items in groups.values())
    assert set(first_sentences.values()) == {1}


@pytest.mark.usefixtures("_all_loud")
def test_each_ratio_and_each_noise_comes_equally_often():
    made = plan(recipe_of(), fabricated(), seed=1)
    ratios = Counter((item.label, item.parameters["snr_db"]) for item in made.items)
    assert ratios == {(label, ratio): 60 for label in LABELS for ratio in RATIOS_DB}
    for label, numbers in NOISE_TEST.items():
        own = [item for item in made.items if item.label == label]
        noises = Counter(item.sources[-1].item for item in own)
        assert len(noises) == len(numbers)
        assert max(noises.values()) - min(noises.values()) <= 1
        met = Counter((item.sources[-1].item, item.parameters["snr_db"]) for item in own)
        assert len(met) == len(numbers) * len(RATIOS_DB)  # which file it is tells nothing of the ratio
        assert max(met.values()) - min(met.values()) <= 1


@pytest.mark.usefixtures("_all_loud")
def test_as_released_has_the_published_counts():
    made = plan(recipe_of().released(), fabricated(), seed=1)
    assert list(made.counts().values()) == [310, 310, 310, 315, 305, 300, 310, 305, 310]
    assert max(Counter(item.sources for item in made.items).values()) == 1
    for label, count in made.counts().items():
        ratios = Counter(item.parameters["snr_db"] for item in made.items if item.label == label)
        assert ratios == dict.fromkeys(RATIOS_DB, count // 5)


@pytest.mark.usefixtures("_all_loud")
def test_noises_begin_anywhere():
    starts = [item.parameters["noise_start_frame"] for item in plan(recipe_of(), fabricated(), seed=1).items]
    spread = np.histogram(starts, bins=4, range=(0, 12 * RATE))[0] / len(starts)
    assert spread == pytest.approx(np.full(4, 0.25), abs=0.04)


def test_nothing_depends_on_processes_or_on_the_order_of_rows(small, tmp_path, monkeypatch):
    found = []
    order = Random(0).sample(range(small.table.num_rows), small.table.num_rows)
    shuffled = replace(small, table=small.table.take(pa.array(order)))
    for number, (index, workers) in enumerate([(small, 1), (small, 2), (shuffled, 1)]):
        monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / f"{number}"))
        found.append(plan(recipe_of(), index, seed=1, per_label=3, workers=workers).items)
    assert found[0] == found[1] == found[2]
    assert plan(recipe_of(), small, seed=2, per_label=3).items != found[0]


def test_a_stand_in_gives_two_items_at_each_ratio_at_most(scenes_index):
    made = plan(recipe_of(), scenes_index, seed=1)
    assert made.counts() == dict.fromkeys(LABELS, 10)
    for item in made.items:
        assert len({ref.speaker for ref in item.sources[:-1]}) == 1
        assert item.sources[-1].item.startswith(f"noise/{item.label}_")


@pytest.fixture
def tree(tmp_path):
    return ms_snsd.small(tmp_path)


def planned_over(tree, **options):
    return plan(recipe_of(), build_index(corpus_named("ms_snsd"), tree), seed=1, per_label=2, **options)


def test_a_silent_noise_is_left_out_with_a_note(tree):
    sf.write(tree / "noise_test/Babble_2.wav", np.full(24_000, 3, np.int16), RATE)  # -80 dBFS
    made = planned_over(tree)
    assert "noises that are silent, left out: noise_test/Babble_2" in made.notes
    used = {item.sources[-1].item for item in made.items if item.label == "Babble"}
    assert used == {"noise_test/Babble_1", "noise_test/Babble_3"}


def test_a_noise_that_is_mostly_silent_is_used_where_it_sounds(tree):
    door = np.zeros(20 * RATE, np.int16)
    door[-RATE:] = np.random.default_rng(0).normal(0, 3_000, RATE)
    for number in (1, 2, 3):
        sf.write(tree / f"noise_test/ShuttingDoor_{number}.wav", np.roll(door, number), RATE)
    made = planned_over(tree)
    for item in made.items:
        if item.label == "ShuttingDoor":
            _, noise = parts_of(item, build_index(corpus_named("ms_snsd"), tree))
            assert np.abs(noise).max() > 0.01


def test_a_noise_that_sounds_too_rarely_is_named(tree):
    click = np.zeros(29 * RATE, np.int16)
    click[:2] = 32_000  # over the whole file -54 dBFS, in all but half a second of it nothing
    for number in (1, 2):
        sf.write(tree / f"noise_test/Typing_{number}.wav", np.roll(click, number), RATE)
    short = replace(recipe_of().construction, duration_s=0.5)
    index = build_index(corpus_named("ms_snsd"), tree)
    with pytest.raises(PlanError) as caught:
        plan(recipe_of(construction=short), index, seed=1, per_label=20)
    assert "next to nothing but silence in noise_test/Typing_" in caught.value.found
    assert "--without" in caught.value.remedy


def test_speech_of_the_test_split_serves_where_there_is_no_other(tree):
    assert {ref.item.split("/")[0] for item in planned_over(tree).items for ref in item.sources[:-1]} == {"clean_train"}
    for path in tree.glob("clean_train/*.wav"):
        path.unlink()
    assert {ref.item.split("/")[0] for item in planned_over(tree).items for ref in item.sources[:-1]} == {"clean_test"}


def test_speech_that_is_silent_is_named(tree):
    for number in range(3):
        sf.write(tree / f"clean_train/p234_{number + 1:03}.wav", np.full(24_000 + number, 1, np.int16), RATE)
    with pytest.raises(PlanError) as caught:
        planned_over(tree)
    assert "next to nothing but silence in clean_train/p234_001, clean_train/p234_002" in caught.value.found
    assert "--without" in caught.value.remedy


def test_a_label_without_noises_is_an_error_that_names_it(tree):
    for path in (tree / "noise_test").glob("Typing_*"):
        path.unlink()
    with pytest.raises(PlanError) as caught:
        planned_over(tree, allow_short=True)
    assert caught.value.found == "no noise of the kind Typing (Typing)"
    (tree / "noise_test/VacuumCleaner_1.wav").unlink()
    with pytest.raises(PlanError, match="no noise of the kind Typing"):
        planned_over(tree)


def test_no_clean_speech_is_an_error(tree):
    for path in tree.glob("clean_*/*.wav"):
        path.unlink()
    with pytest.raises(PlanError, match="no clean speech"):
        planned_over(tree)


def test_recordings_can_be_left_out(tree):
    made = planned_over(tree, without=frozenset({"noise_test/Babble_1", "clean_train/p234_001"}))
    used = {ref.item for item in made.items for ref in item.sources}
    assert {"noise_test/Babble_1", "clean_train/p234_001"}.isdisjoint(used)
    assert "left out on request: clean_train/p234_001, noise_test/Babble_1" in made.notes


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"duration_s": 31.0}, "duration_s"),
        ({"duration_s": 0.1}, "duration_s"),
        ({"pause_s": -0.1}, "pause_s"),
        ({"level_dbfs": 0.0}, "level_dbfs"),
        ({"snrs_db": ()}, "snrs_db"),
        ({"scenes": (("Babble", ("Babble",)),)}, "scenes"),
    ],
)
def test_what_cannot_be_meant_is_refused(fields, named):
    with pytest.raises(RecipeError) as caught:
        replace(recipe_of().construction, **fields)
    assert caught.value.where == f"scene.mix/1: {named}"


def test_a_kind_that_is_no_label_is_none():
    mix = recipe_of().construction
    parameters = SceneParameters(
        noise="Car", snr_db=0.0, speech_start_frame=0, noise_start_frame=0, frames=10, pause_s=0.2,
        speech_gain=1.0, noise_gain=1.0,
    )  # fmt: skip
    measured = SceneMeasurements(quiet_rms_dbfs=-50.0, loud_over_quiet_db=20.0)
    assert mix.label_of(parameters, measured) == "none"
    assert mix.label_of(replace(parameters, noise="Typing"), measured) == "Typing"


def test_the_level_between_the_words_is_measured():
    noise = np.random.default_rng(0).normal(0.0, 327.68, FRAMES)  # -40 dBFS
    speech = np.where(np.arange(FRAMES) % (2 * RATE) < RATE, 20.0 * noise, noise).astype(np.int16)
    measured = SceneMix(scenes=(("A", ("A",)), ("B", ("B",)))).measure(None, speech)
    assert measured.quiet_rms_dbfs == pytest.approx(-40.2, abs=0.5)
    assert measured.loud_over_quiet_db == pytest.approx(20.0 * np.log10(20.0), abs=1.0)
