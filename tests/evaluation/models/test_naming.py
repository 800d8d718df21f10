"""Models are found by name, and a wrong name is told from a right one."""

import io
import sys

import numpy as np
import pytest
import soundfile as sf

from evaluation.errors import ModelError
from evaluation.models.protocol import Clip, Prompt, joined
from evaluation.models.registry import model_named

PROMPT = Prompt(id="q1", text="left or right?", options=("left", "right"))


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def write(text, name="my_model_of_tests"):
        (tmp_path / f"{name}.py").write_text(text)
        sys.modules.pop(name, None)
        return name

    return write


def test_a_function_of_the_working_directory(module):
    name = module("def answer(prompt):\n    return prompt.options[1]\n")
    assert model_named(f"{name}:answer").answer(PROMPT).text == "right"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("signal", "no colon"),
        ("baseline:sginal", "did you mean baseline:signal"),
        ("baseline:signal", "--task"),
        ("no_such_module_at_all:answer", "ModuleNotFoundError"),
        ("json:nothing", "no function 'nothing' in json; it has"),
    ],
)
def test_a_wrong_name_is_told_from_a_right_one(name, said):
    with pytest.raises(ModelError, match=said):
        model_named(name)


def test_a_set_of_ours_that_no_measurement_answers_says_what_to_take():
    with pytest.raises(ModelError) as caught:
        model_named("baseline:signal", title="Speech Emotion Recognition")
    assert caught.value.found == "'Speech Emotion Recognition', which no measurement answers"
    assert "level-direction" in caught.value.wanted
    assert caught.value.remedy == "take baseline:first or baseline:random"


def test_a_module_that_breaks_off_is_named_with_its_line(module):
    name = module("import json\n\nbroken = 1 / 0\n", "my_broken_model")
    with pytest.raises(ModelError, match=r"ZeroDivisionError: division by zero \(my_broken_model.py, line 3\)"):
        model_named(f"{name}:answer")


def test_a_module_that_leaves_is_named_and_does_not_end_us(module):
    name = module("import sys\n\nsys.exit(3)\n", "my_leaving_model")
    with pytest.raises(ModelError, match=r"SystemExit: 3 \(my_leaving_model.py, line 3\)"):
        model_named(f"{name}:answer")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return {}[prompt.id]", r"question q1.*KeyError.*line 2"),
        ("return 3", "a value of the kind int"),
        ("raise SystemExit(7)", r"question q1.*SystemExit: 7 .*line 2"),
        ("import evaluation.models.protocol as p; return p.Answer(text=[])", "an Answer with a text of the kind list"),
    ],
)
def test_a_function_that_fails_is_named_with_the_question(module, body, said):
    name = module(f"def answer(prompt):\n    {body}\n", f"my_failing_model_{len(body)}")
    with pytest.raises(ModelError, match=f"(?s){said}"):
        model_named(f"{name}:answer").answer(PROMPT)


def test_clips_are_joined_with_half_a_second_between_them():
    tone = np.ones((1600, 1), np.float32) * 0.25
    clips = tuple(Clip(name=name, samples=tone, sampling_rate=16_000) for name in "ab")
    made = joined(clips)
    assert len(made.samples) == 1600 + 8000 + 1600
    assert not made.samples[1600:9600].any()
    with pytest.raises(ValueError, match=r"8000, 16000"):
        joined((clips[0], Clip(name="c", samples=tone, sampling_rate=8_000)))


def test_a_wav_has_the_channels_and_the_samples():
    pcm = (np.arange(-500, 500, dtype=np.int16) * 60).reshape(-1, 2)
    clip = Clip(name="c", samples=(pcm / 32768).astype(np.float32), sampling_rate=16_000)
    read, rate = sf.read(io.BytesIO(clip.wav()), dtype="int16")
    assert rate == 16_000
    np.testing.assert_array_equal(read, pcm)
