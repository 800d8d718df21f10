"""What the rules for emotion translation find: other answers, other languages, what nobody says, silence."""

from dataclasses import replace

import numpy as np
import pytest

from builders.translation import EmotionTranslation, TranslationMeasurements, TranslationParameters
from manifests.layout import DatasetPaths
from recipes.catalogue.registry import find
from tests.builders.actors import Actor
from tests.builders.running import built
from tests.verification.planting import common_measurements
from tests.verification.rebuilt import Rebuilt
from tests.verification.sounds import RATE, voice
from tests.verification.speaking import found_in, row_of
from verification.check import check_dataset
from verification.clip import RowValueError
from verification.translation import Rules

NAME = "emotion-translation"
SENTENCE, REFERENCE = "You kept the letter all this time.", "那封信你就这么一直扣着！"


@pytest.fixture(scope="module")
def speech():
    """Give 2 s of a voice: 3.5 words a second."""
    return voice(150.0, 2 * RATE)[0]


def row(label=REFERENCE, *, rate=3.5, **parameters):
    own = {"emotion": "angry", "sentence": SENTENCE, "reference": REFERENCE, "voice": "v", "engine": "e"}
    measured = {"words_per_s": rate, "median_f0_hz": 150.0}
    return row_of(label, parameters=own | parameters, measurements=measured)


def test_a_clip_as_it_was_built_holds(speech):
    assert found_in(Rules(), row(), speech) == set()


def test_a_label_that_is_not_the_reference_is_found(speech):
    assert found_in(Rules(), row("原来这封信，你一直都留着啊……"), speech) == {"translation.label"}
    assert {"translation.label", "translation.language"} <= found_in(Rules(), row("", reference=""), speech)


@pytest.mark.parametrize("label", [SENTENCE, "Du hast den Brief behalten!", "……", "ずっと"])
def test_a_translation_that_is_not_chinese_is_found(label, speech):
    assert found_in(Rules(), row(label, reference=label), speech) == {"translation.language"}


def test_an_item_without_emotion_is_found(speech):
    assert found_in(Rules(), row(emotion=""), speech) == {"translation.emotion"}
    assert found_in(Rules(), row(emotion=None), speech) == {"translation.emotion"}


def test_another_sentence_is_found_by_its_rate(speech):
    assert found_in(Rules(), row(sentence="He left without saying goodbye."), speech) == {"translation.rate"}
    assert found_in(Rules(), row(rate=3.4), speech) == {"translation.rate"}


@pytest.mark.parametrize("words", [0, 20])
def test_what_cannot_be_said_in_the_time_is_found_though_the_record_agrees(words, speech):
    made = row(sentence=" ".join(["word"] * words), rate=words / 2.0)
    assert found_in(Rules(), made, speech) == {"translation.speech"}


def test_silence_and_hiss_are_no_voice(speech):
    hiss = np.random.default_rng(0).normal(0, 2_000, 2 * RATE).astype(np.int16)
    for pcm in (np.zeros(2 * RATE, np.int16), hiss):
        assert found_in(Rules(), row(), pcm) == {"translation.voice"}


def test_a_missing_measurement_is_told(speech):
    with pytest.raises(RowValueError, match=r"measurements\.words_per_s"):
        found_in(Rules(), replace(row(), measurements={}), speech)


def test_rates_and_pitches_are_summed_up():
    measured = [
        {"words_per_s": 2.0, "median_f0_hz": 120.0, "off_hz": -1.0},
        {"words_per_s": 4.0, "median_f0_hz": 240.0, "off_hz": 3.0},
        {},
    ]
    assert Rules().summary(measured) == [
        "3.0 words per second (median; 2.0 to 4.0)",
        "median F0 from 120 to 240 Hz; a second tracker (swift-f0) differs by 2.0 Hz (median)",
    ]
    assert Rules().summary([{}]) == []


@pytest.fixture(scope="module")
def acted(tmp_path_factory):
    """Build two sentences with three emotions each."""
    out = tmp_path_factory.mktemp("acted") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corpora.synthesis.engines.registry.engine_named", lambda _: Actor())
        built("build", NAME, "--limit", 6, "--out", out, "--workers", 1)
    return DatasetPaths(out, NAME)


@pytest.fixture
def copy(acted, tmp_path):
    return Rebuilt(acted, tmp_path / "copy")


def told(shipped, **changes):
    """Say it as the builder would have."""
    shipped = shipped.saying(**changes)
    names = ("words_per_s", "median_f0_hz")
    parameters = TranslationParameters(**shipped.item.parameters)
    measured = TranslationMeasurements(**{name: shipped.item.measurements[name] for name in names})
    return shipped.saying(explanation=construction().explain(parameters, measured))


def construction() -> EmotionTranslation:
    (recipe,) = find(f"sagi/{NAME}")
    return recipe.construction


def test_a_set_as_it_was_built_holds(acted):
    report = check_dataset(acted)
    assert report.findings == ()
    assert report.checks["translation.voice"] == 6
    assert len(report.summary) == 2


def test_a_reference_in_another_language_is_found_though_the_record_agrees(copy):
    def english(shipped):
        said = shipped.item.parameters["sentence"]
        return told(shipped, label=said, parameters={**shipped.item.parameters, "reference": said})

    assert copy.one(0, english).rules() == {"translation.language"}


def test_a_silent_clip_is_found_though_the_record_agrees(copy):
    def hushed(shipped):
        pcm = np.zeros_like(shipped.pcm)
        values = {**shipped.item.measurements, **common_measurements(pcm), "median_f0_hz": 0.0}
        return told(shipped.remade(pcm), measurements=values)

    assert {"translation.voice", "audio.silent"} <= copy.one(0, hushed).rules()


def test_another_sentence_and_another_emotion_are_found_where_the_explanation_stays(copy):
    def changed(**parameters):
        return lambda shipped: shipped.saying(parameters={**shipped.item.parameters, **parameters})

    assert "recipe.explanation" in copy.one(0, changed(emotion="calm")).rules()
    assert {"recipe.explanation", "translation.rate"} <= copy.one(1, changed(sentence="Go.")).rules()


def test_a_label_that_is_swapped_in_the_rows_and_the_record_is_found(copy):
    one, other = [shipped.item.label for shipped in copy.shipped[:2]]
    assert one != other
    assert "translation.label" in copy.one(0, lambda shipped: shipped.saying(label=other)).rules()
