"""The rules of the coach find answers, scores and sounds that were altered."""

import json

import numpy as np
import pytest

from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.corpora.trees.speechocean762 import small
from tests.verification.rebuilt import Rebuilt
from verification.clip import Clip, Row, RowValueError
from verification.coach import Rules, meant
from verification.findings import Ledger


@pytest.fixture(scope="module")
def built_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coach")
    where = ("--corpus", f"speechocean762={small(folder)}", "--allow-short", "--out", folder / "out", "--workers", 1)
    built("build", "spoken-english-coach", *where)
    return DatasetPaths(folder / "out", "spoken-english-coach")


@pytest.fixture
def coach(built_set, tmp_path):
    return Rebuilt(built_set, tmp_path / "coach")


def own(rules):
    return {rule for rule in rules if rule.startswith("coach.")}


def saying(one, column, **changes):
    return one.saying(**{column: {**getattr(one.item, column), **changes}})


def place(coach, holds):
    return next(number for number, one in enumerate(coach.shipped) if holds(one.item))


def chosen_for(step):
    return lambda item: item.parameters["chosen_for"] == step


def test_a_set_as_built_holds_and_has_every_kind_of_answer(coach):
    assert own(coach.release(coach.shipped).rules()) == set()
    labels = [one.item.label for one in coach.shipped]
    for part in (
        "Mispronounced words: ",
        "No word is mispronounced.",
        "Words with wrong stress: ",
        "No word has wrong",
    ):
        assert any(part in label for label in labels)


@pytest.mark.parametrize("aspect", ["accuracy", "fluency", "prosody"])
def test_an_answer_that_says_another_score_of_the_sentence_is_found(aspect, coach):
    number = place(coach, chosen_for("accuracy 10"))
    score = coach.shipped[number].item.parameters[aspect]
    right, wrong = meant(f"sentence {aspect}", score), meant(f"sentence {aspect}", 3.0)
    found = coach.one(number, lambda one: one.saying(label=one.item.label.replace(right, wrong))).rules()
    assert "coach.sentence" in found


@pytest.mark.parametrize("aspect", ["accuracy", "fluency", "prosody"])
def test_a_score_that_is_altered_is_found(aspect, coach):
    number = place(coach, chosen_for("accuracy 10"))
    assert "coach.sentence" in coach.one(number, lambda one: saying(one, "parameters", **{aspect: 2.0})).rules()


def test_a_word_that_is_left_out_is_found(coach):
    number = place(coach, lambda item: "Mispronounced words: " in item.label)

    def leave_out(one):
        begin, _, rest = one.item.label.partition("Mispronounced words: ")
        return one.saying(label=f"{begin}No word is mispronounced.{rest[rest.index(').') + 2 :]}")

    assert "coach.words" in coach.one(number, leave_out).rules()


def test_a_word_that_is_called_wrong_though_it_is_right_is_found(coach):
    number = place(coach, lambda item: "No word is mispronounced." in item.label)
    false = 'Mispronounced words: "WE" (hard to make out).'
    found = coach.one(
        number, lambda one: one.saying(label=one.item.label.replace("No word is mispronounced.", false))
    ).rules()
    assert "coach.words" in found


def test_a_word_that_is_more_wrong_than_the_answer_says_is_found(coach):
    number = place(coach, lambda item: "less than 30 %" in item.label)
    found = coach.one(
        number, lambda one: one.saying(label=one.item.label.replace("less than 30 %", "more than 30 %", 1))
    ).rules()
    assert "coach.words" in found


def test_a_wrong_stress_that_is_left_out_is_found(coach):
    number = place(coach, chosen_for("stress"))

    def leave_out(one):
        return one.saying(label=one.item.label.partition("Words with wrong stress: ")[0] + "No word has wrong stress.")

    assert "coach.stress" in coach.one(number, leave_out).rules()


def test_what_is_added_at_the_end_is_found(coach):
    assert "coach.stress" in coach.one(0, lambda one: one.saying(label=f"{one.item.label} Well done!")).rules()


@pytest.mark.parametrize("step", ["stress", "completeness", "fluency", "prosody", "accuracy", "accuracy 7", "luck", ""])
def test_a_step_that_does_not_take_the_sentence_is_found(step, coach):
    number = place(coach, chosen_for("accuracy 10"))
    assert own(coach.one(number, lambda one: saying(one, "parameters", chosen_for=step)).rules()) == {"coach.step"}


def test_words_of_another_text_are_found(coach):
    assert "coach.text" in coach.one(0, lambda one: saying(one, "parameters", text="HELLO WORLD")).rules()


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"words_per_s": 99.0}, "coach.rate"),
        ({"longest_pause_s": 0.2}, "coach.pause"),
        ({"sounding_s": 0.3}, "coach.sounding"),
    ],
)
def test_altered_measurements_are_found(changes, rule, coach):
    assert own(coach.one(0, lambda one: saying(one, "measurements", **changes)).rules()) == {rule}


def test_another_sound_is_found(coach):
    pcm = np.zeros(32_000, np.int16)
    pcm[:1_600] = pcm[-1_600:] = 5_000
    assert {"coach.sounding", "coach.pause", "coach.rate"} <= own(coach.one(0, lambda one: one.remade(pcm)).rules())


def clip_of(one, **parameters):
    row = saying(one, "parameters", **parameters).row()
    return Clip(row=Row.of(row, shard="test", number=0), samples=one.pcm.reshape(-1, 1), sampling_rate=16_000)


@pytest.mark.parametrize("words", ["", "no JSON", '[["WE", 10]]', '[["WE", "much", 10]]', "7"])
def test_words_that_cannot_be_read_are_named(words, coach):
    with pytest.raises(RowValueError, match="words"):
        Rules().check_clip(clip_of(coach.shipped[0], words=words), Ledger())


def test_of_a_word_that_stands_twice_it_is_told_which(coach):
    one = coach.shipped[place(coach, lambda item: "No word is mispronounced. No word has" in item.label)]
    words = [["THE", 10, 10], ["ELEPHANT", 9, 10], ["THE", 5, 10]]
    ledger = Ledger()
    label = one.item.label.replace(
        "No word is mispronounced.", 'Mispronounced words: "THE (2)" (less than 30 % of the sounds are wrong).'
    )
    clip = clip_of(one.saying(label=label), words=json.dumps(words), text="THE ELEPHANT THE")
    Rules().check_clip(clip, ledger)
    assert not {"coach.words", "coach.stress", "coach.text"} & {finding.rule for finding in ledger.findings}


def test_a_summary_tells_how_the_fluent_read_and_the_others(coach):
    rules = Rules()
    measured = [rules.check_clip(clip_of(one), Ledger()) for one in coach.shipped]
    counts, fluent, others = rules.summary(measured)
    many = sum(values["fluency"] >= 8.0 for values in measured)
    assert counts == f"fluent (8 of 10 or more): {many}; not fluent: {len(measured) - many}"
    assert fluent.startswith("fluent, medians: ")
    assert others.startswith("not fluent, medians: ")
