"""inspect-ai runs every recipe, and scores it as we do outside of it."""

import random

import pytest

from evaluation.replies.joining import join
from evaluation.replies.opening import open_replies
from evaluation.scoring.card import score_replies
from recipes.catalogue.registry import recipes
from tests.evaluation.harness.mocking import evaluate as evaluated
from tests.evaluation.harness.mocking import metrics, mock
from tests.evaluation.models.chat_server import chat_server, louder_ear

EARS = "binaural-effect-perception"


def evaluate(small_level2, model, name=EARS, **settings):
    """Evaluate the task of this name; give its log."""
    return evaluated(small_level2 / name, model, **settings)


def test_every_recipe_is_a_task():
    from inspect_ai._util.registry import registry_lookup

    import evaluation.harness.tasks  # noqa: F401

    assert recipes()
    for recipe in recipes().values():
        assert registry_lookup("task", f"soundprobe/{recipe.name}") is not None


def test_the_entry_point_leads_there():
    from importlib.metadata import entry_points

    (point,) = (each for each in entry_points(group="inspect_ai") if each.name == "soundprobe")
    assert point.value == "evaluation.harness.tasks"


def test_perfect_first_random_and_silent_models_get_what_they_must(small_level2, asked):
    labels = {question.id: question.label for question in asked[EARS].questions}
    draw = random.Random(0)
    by_text = {question.text: question.options[0] for question in asked[EARS].questions}

    def text_of(messages):
        return messages[-1].content[-1].text

    log = evaluate(small_level2, mock(lambda messages: by_text[text_of(messages)]))
    assert metrics(log)["accuracy"] == 0.5
    assert {sample.id for sample in log.samples} == set(labels)

    log = evaluate(small_level2, mock(lambda _: draw.choice(["left", "right"])))
    assert abs(metrics(log)["accuracy"] - 0.5) < 2.6 * (0.25 / 80) ** 0.5

    log = evaluate(small_level2, mock(lambda _: ""))
    assert metrics(log)["accuracy"] == 0.0
    assert {sample.scores["choice"].value for sample in log.samples} == {"N"}
    assert {sample.scores["choice"].metadata["outcome"] for sample in log.samples} == {"unparsable"}


def test_over_http_with_both_ears_and_with_one(small_level2, asked):
    from inspect_ai.model import get_model

    with chat_server(louder_ear) as server:
        model = get_model("openai/ears-1", base_url=server.url, responses_api=False, memoize=False)
        log = evaluate(small_level2, model)
        assert metrics(log) == {"accuracy": 1.0, "stderr": 0.0}
        (part, _) = server.requests[0]["body"]["messages"][0]["content"]
        assert part["input_audio"]["format"] == "wav"

        log = evaluate(small_level2, model, control="mono")
        assert metrics(log)["accuracy"] == 0.5  # it says left to everything
        assert metrics(log)["stderr"] < 0.01  # by pairs: each has one left and one right


def test_a_log_is_scored_as_a_file_of_replies(small_level2, asked, tmp_path):
    log = evaluate(small_level2, mock(lambda _: "the left ear"))
    questions = asked[EARS]
    from pathlib import Path

    path = Path(log.location)
    assert join(questions.questions, open_replies(path)).fits
    card = score_replies(questions, path, model="mock")
    assert card.value.value == 0.5
    assert card.holds


def test_a_wrong_control_or_folder_is_told(small_level2):
    from inspect_ai import eval as inspect_eval

    from manifests.errors import SoundprobeError

    for settings in ({"control": "loud"}, {"dataset": "/nowhere/at/all"}):
        arguments = {"dataset": str(small_level2 / EARS), **settings}
        with pytest.raises(SoundprobeError, match=r"to do:"):
            inspect_eval(f"soundprobe/{EARS}", model=mock(lambda _: ""), task_args=arguments)
