"""eSpeak NG as an engine: the same utterance gives the same samples, whatever was said before."""

from __future__ import annotations

import numpy as np
import pytest

from corpora.synthesis.engines.espeak import EspeakNg
from corpora.synthesis.utterance import Utterance
from manifests.errors import CorpusError

SAID = {
    "en": "What does the person say?",
    "de": "Was sagt die Person?",
    "fr": "Que dit la personne ?",
    "es": "¿Qué dice la persona?",
    "it": "Che cosa dice la persona?",
    "zh": "检察机关以诈骗罪对他提起公诉。",
}
SCRIPT = [Utterance(key=language, text=text, language=language) for language, text in SAID.items()]


@pytest.fixture(scope="module")
def spoken():
    return dict(zip(SAID, EspeakNg().speak(SCRIPT), strict=True))


def test_it_speaks_six_languages(spoken):
    for language, clip in spoken.items():
        assert clip.sampling_rate == 22_050
        assert clip.samples.dtype == np.int16
        assert 0.7 < len(clip.samples) / clip.sampling_rate < 5.0, language
        assert np.abs(clip.samples.astype(int)).max() > 3_000


def test_mandarin_is_read_at_a_human_pace(spoken):
    characters = sum("\u4e00" <= letter <= "\u9fff" for letter in SAID["zh"])
    assert 3.3 < characters / (len(spoken["zh"].samples) / 22_050) < 5.0


def test_the_same_whatever_the_order_and_the_batch(spoken):
    backwards = EspeakNg().speak(SCRIPT[::-1])
    for utterance, clip in zip(SCRIPT[::-1], backwards, strict=True):
        assert np.array_equal(clip.samples, spoken[utterance.language].samples)
    (alone,) = EspeakNg().speak([SCRIPT[2]])
    assert np.array_equal(alone.samples, spoken["fr"].samples)


def test_the_key_does_not_matter_but_language_voice_and_text_do(spoken):
    text = SAID["en"]
    same, german, other = EspeakNg().speak(
        [
            Utterance(key="x", text=text),
            Utterance(key="x", text=text, language="de"),
            Utterance(key="x", text=text, voice="gmw/en-US+m3"),
        ]
    )
    assert np.array_equal(same.samples, spoken["en"].samples)
    assert not np.array_equal(german.samples, same.samples)
    assert not np.array_equal(other.samples, same.samples)


@pytest.mark.parametrize(
    ("language", "voice"),
    [("en", "gmw/en-US"), ("en-GB", "gmw/en"), ("zh", "sit/cmn"), ("zh-CN", "sit/cmn"), ("cmn", "sit/cmn")],
)
def test_its_choice_of_a_voice(language, voice):
    assert EspeakNg().voice_of(Utterance(key="a", text="b", language=language)) == voice


def test_a_language_that_it_was_not_tried_with():
    with pytest.raises(CorpusError, match=r"utterance a.*'tlh'") as caught:
        EspeakNg().voice_of(Utterance(key="a", text="b", language="tlh"))
    assert "zh" in caught.value.wanted


def test_a_voice_that_does_not_exist():
    with pytest.raises(CorpusError) as caught:
        list(EspeakNg().speak([Utterance(key="a", text="b", voice="gmw/nosuch")]))
    assert "utterance a" in caught.value.where
    assert "no voice gmw/nosuch" in caught.value.found


def test_a_voice_with_breath_is_refused():
    with pytest.raises(CorpusError, match="breathes"):
        EspeakNg().voice_of(Utterance(key="a", text="b", voice="gmw/en+f2"))


def test_its_record():
    engine = EspeakNg()
    assert engine.name.startswith("espeak-ng (espeakng-loader 0.")
    assert (engine.licence, engine.styles) == ("CC0-1.0", False)
