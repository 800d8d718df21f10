"""Coach: which sentences its steps take, and what the answer says of their scores."""

import json
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from random import Random

import numpy as np
import pyarrow as pa
import pytest

from builders.coach import PAPER_STEPS, ReadingMeasurements, SpokenCoach
from builders.describing.rubric import read_rubric
from builders.engine.planning import plan
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema
from manifests.errors import CorpusError, PlanError
from recipes.catalogue.registry import find

SPEECHOCEAN = corpus_named("speechocean762")
RUBRIC = read_rubric(files("recipes").joinpath("data/speechocean762_rubric.tsv"))
COACH = SpokenCoach(rubric=RUBRIC)
STEPS = tuple(replace(step, count=count) for step, count in zip(PAPER_STEPS, (3, 1, 4, 2, 2), strict=True))
SMALL = SpokenCoach(rubric=RUBRIC, steps=STEPS, per_level=2)  # 12 with faults, 10 of higher levels


def word(text="WE", accuracy=10, stress=10, phones=(2.0, 1.8)):
    return {"text": text, "accuracy": accuracy, "stress": stress, "phones-accuracy": list(phones)}


def row(name, *words, accuracy=8, completeness=10, fluency=9, prosodic=9, **changes):
    words = words or (word(),)
    return {
        "id": name,
        "path": f"{name}.WAV",
        "sha256": name,
        "start_frame": 0,
        "frames": 32_000,
        "channels": 1,
        "sampling_rate": 16_000,
        "speaker": f"s{name[-1]}",
        "sex": "male",
        "age": 6.0,
        "licence": "CC-BY-4.0",
        "text": " ".join(each["text"] for each in words),
        "split": "train",
        "total": "8",
        "accuracy": f"{accuracy}",
        "completeness": f"{completeness}",
        "fluency": f"{fluency}",
        "prosodic": f"{prosodic}",
        "words": json.dumps(words),
        **changes,
    }


def planned(rows, folder, construction=SMALL, *, items=22, **options):
    (recipe,) = find("sagi/spoken-english-coach")
    table = pa.Table.from_pylist(list(rows), schema=index_schema(SPEECHOCEAN))
    index = CorpusIndex(corpus=SPEECHOCEAN, root=folder, table=table)
    return plan(replace(recipe, construction=construction, per_label=items), index, seed=1, **options)


def steps_of(made):
    return Counter(item.parameters["chosen_for"] for item in made.items)


def corpus(*, stress=3, completeness=1, fluency=4, prosody=2, accuracy=2, each_level=4):
    """Fabricate sentences that have the faults of their step and all that come after it."""
    later = {"fluency": 5, "prosodic": 4, "accuracy": 3}
    rows = [row(f"st{number}", word(stress=5), completeness=9, **later) for number in range(stress)]
    rows += [row(f"co{number}", completeness=9.5, **later) for number in range(completeness)]
    rows += [row(f"fl{number}", **later) for number in range(fluency)]
    rows += [row(f"pr{number}", prosodic=5, accuracy=5) for number in range(prosody)]
    rows += [row(f"ac{number}", accuracy=5) for number in range(accuracy)]
    return rows + [row(f"l{level}{number}", accuracy=level) for level in range(6, 11) for number in range(each_level)]


PAPER = {"stress": 3, "completeness": 1, "fluency": 4, "prosody": 2, "accuracy": 2}


def test_each_step_takes_from_what_the_steps_before_have_left(tmp_path):
    made = planned(corpus(), tmp_path)
    assert steps_of(made) == {**PAPER, **{f"accuracy {level}": 2 for level in range(6, 11)}}
    assert {item.sources[0].item[:2] for item in made.items if item.parameters["chosen_for"] == "prosody"} == {"pr"}
    assert not any("step" in note for note in made.notes)


def test_what_a_step_lacks_comes_evenly_from_the_higher_levels_and_is_noted(tmp_path):
    made = planned(corpus(fluency=1), tmp_path)
    assert len(made.items) == 22
    assert steps_of(made)["fluency"] == 1
    assert sorted(steps_of(made)[f"accuracy {level}"] for level in range(6, 11)) == [2, 2, 3, 3, 3]
    assert "step fluency: the recipe takes 4, and the corpus has 1" in made.notes
    assert any(
        note.endswith("here are 3 of accuracy 6, 3 of accuracy 7, 3 of accuracy 8, 2 of accuracy 9, 2 of accuracy 10")
        for note in made.notes
    )


def test_what_a_step_does_not_take_is_left_to_the_next_and_noted(tmp_path):
    made = planned(corpus(stress=5), tmp_path)
    assert {name: steps_of(made)[name] for name in PAPER} == PAPER
    assert "step stress: the recipe takes 3, and the corpus has 5" in made.notes
    faulty = [item for item in made.items if item.sources[0].item.startswith("st")]
    assert len(faulty) >= 3


def test_a_smaller_set_has_its_share_of_every_step(tmp_path):
    assert steps_of(planned(corpus(), tmp_path, items=11)).total() == 11
    assert steps_of(planned(corpus(), tmp_path, items=11))["fluency"] == 2
    for items in range(1, 23):
        assert len(planned(corpus(), tmp_path, items=items).items) == items


def test_the_draw_does_not_hang_on_the_listing(tmp_path):
    rows = corpus(stress=9, each_level=9)
    made = planned(rows, tmp_path)
    Random(3).shuffle(rows)
    assert planned(rows, tmp_path).items == made.items
    assert len({item.group for item in made.items}) == len({item.sources[0].speaker for item in made.items})


def test_too_few_sentences_are_refused(tmp_path):
    with pytest.raises(PlanError, match="21 sentences"):
        planned(corpus(each_level=2)[:-1], tmp_path)
    assert len(planned(corpus(each_level=2)[:-1], tmp_path, allow_short=True).items) == 21


def test_a_recording_that_is_cut_is_not_used(tmp_path):
    rows = [*corpus(), row("long", word(stress=5), frames=31 * 16_000)]
    assert "long" not in {item.sources[0].item for item in planned(rows, tmp_path).items}


@pytest.mark.parametrize(
    "words", ["{}", "[]", "[1]", '[{"text": "WE"}]', '[{"text": "WE", "accuracy": "much"}]', "no JSON"]
)
def test_words_without_scores_are_refused_by_the_name_of_the_recording(words, tmp_path):
    with pytest.raises(CorpusError, match="fl0"):
        planned([*corpus(fluency=0), row("fl0", words=words)], tmp_path)


def label_of(folder, *words, **scores):
    (item,) = planned([row("a", *words, **scores)], folder, allow_short=True).items
    assert COACH.label_of(COACH.Parameters(**item.parameters), None) == item.label
    return item.label


def test_a_good_sentence(tmp_path):
    said = label_of(tmp_path, word("WE"), word("CALL", accuracy=7), accuracy=9, fluency=8, prosodic=7)
    assert said == (
        "The overall pronunciation is excellent: the sounds are accurate, without obvious mistakes. The speech is "
        "fluent, without noticeable pauses or stammering. The intonation is nearly right, at a steady speed; the "
        "speech is almost smooth and coherent, with little stammering and few pauses. No word is mispronounced. "
        "No word has wrong stress."
    )


def test_words_are_named_by_how_wrong_they_are(tmp_path):
    words = (word("THE", 6), word("ELEPHANT", 2, 5), word("DON'T", 1), word("THE"), word("OH", 0))
    said = label_of(tmp_path, *words, accuracy=2, fluency=3, prosodic=3)
    assert said.startswith("The overall pronunciation is extremely poor")
    assert said.endswith(
        'Mispronounced words: "THE (1)" (less than 30 % of the sounds are wrong), "ELEPHANT" (more than 30 % of the '
        'sounds are wrong, or another word is said), "DON\'T" (hard to make out), "OH" (not said). '
        'Words with wrong stress: "ELEPHANT".'
    )


def test_phones_that_are_wrong_are_counted(tmp_path):
    words = (word(phones=(0.0, 0.4, 0.5)), word("IT", phones=(2, 2)))
    (item,) = planned([row("a", *words)], tmp_path, items=1).items
    assert (item.parameters["wrong_phones"], item.parameters["phones"]) == (2, 5)
    told = COACH.explain(COACH.Parameters(**item.parameters), ReadingMeasurements(1.0, 2.0, 0.3))
    assert told.startswith('The text read is "WE IT". The experts')
    assert "2 of 5 phones are wrong or missed. 2.0 words" in told
    assert "the longest pause is 0.30 s" in told


def test_pauses_and_rate_are_measured(tmp_path):
    (item,) = planned([row("a", word("WE"), word("CALL"), word("IT"))], tmp_path, items=1).items
    pcm = np.zeros(32_000, np.int16)
    for start, stop in ((3_200, 9_600), (11_200, 16_000), (24_000, 28_800)):
        pcm[start:stop] = np.random.default_rng(0).normal(0, 3_000, stop - start)
    measured = COACH.measure(COACH.Parameters(**item.parameters), pcm)
    assert measured == ReadingMeasurements(sounding_s=1.0, words_per_s=3.0, longest_pause_s=0.5)


@pytest.mark.parametrize("frames", [0, 100, 16_000])
def test_silence_has_no_rate(frames, tmp_path):
    (item,) = planned([row("a")], tmp_path, items=1).items
    measured = COACH.measure(COACH.Parameters(**item.parameters), np.zeros(frames, np.int16))
    assert (measured.sounding_s, measured.words_per_s, measured.longest_pause_s) == (0.0, 0.0, 0.0)


def test_the_recipe_adds_up():
    (recipe,) = find("sagi/spoken-english-coach")
    coach = recipe.construction
    assert [step.count for step in coach.steps] == [207, 6, 332, 85, 179]
    assert sum(step.count for step in coach.steps) + coach.per_level * len(coach.levels) == recipe.per_label == 1_009
