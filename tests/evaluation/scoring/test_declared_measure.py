"""An open task of ours is scored by what its recipe declares; the user can name another measure."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.asked import Question
from evaluation.replies.joining import join
from evaluation.replies.reading import Reply
from evaluation.scoring.measures import CHOICE, LLM_C, measure_for, scoring
from evaluation.sets.question_set import open_questions
from recipes.catalogue.registry import find
from tests.builders.running import built

OPEN = [Question(id="1", text="What does the person say?", label="the cat sat")]
CLOSED = [Question(id="1", text="Is it a or b?", label="a", options=("a", "b"))]


def recipe_named(name):
    (recipe,) = find(name)
    return recipe


@pytest.fixture(scope="module")
def transcripts(tmp_path_factory, demo_index):
    """The folder of a set of transcripts, made of the demo corpus."""
    assert demo_index.table.num_rows == 48
    out = tmp_path_factory.mktemp("level1")
    built("build", "speech-recognition", "--out", out, "--workers", 1)
    return out / "speech-recognition"


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def replies_to(folder, path, *, cut=0):
    questions = open_questions(folder).questions
    texts = {question.id: " ".join(question.label.split()[cut:]) for question in questions}
    lines = [json.dumps({"id": name, "reply": f"The person says: {text}"}) for name, text in texts.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_set_is_scored_by_the_measure_of_its_recipe(transcripts, tmp_path):
    path = replies_to(transcripts, tmp_path / "mine.jsonl")
    told = json.loads(command("score", transcripts, path, "--json").output)
    assert (told["measure"], told["value"]["value"]) == ("sagi-wer", 0.0)
    named = json.loads(command("score", transcripts, path, "--json", "--measure", "CER").output)
    assert named["measure"] == "CER"


def test_two_models_are_compared_by_the_measure_of_the_recipe(transcripts, tmp_path):
    first, second = (replies_to(transcripts, tmp_path / f"{cut}.jsonl", cut=cut) for cut in (0, 2))
    result = command("compare", transcripts, first, second)
    assert result.exit_code == 0, result.output
    assert "sagi-wer is better for 0 in 16, for 2 in 0" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "nothing was transcribed: by the paper's rule this is no speech recognition"),
        ("what a day it was for us all and for every one", "no transcript is completed, so that there is no mean:"),
    ],
)
def test_silence_has_no_mean_and_the_terminal_says_why(transcripts, tmp_path, said, why):
    path = tmp_path / "silent.jsonl"
    ids = [question.id for question in open_questions(transcripts).questions]
    path.write_text("".join(json.dumps({"id": name, "reply": said}) + "\n" for name in ids))
    told = " ".join(command("score", transcripts, path).output.split())
    assert why in told
    assert "not below 0.8" not in told


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("speech-recognition", "sagi-wer"),
        ("legal-terms", "sagi-terms"),
        ("medical-terms", "sagi-terms"),
        ("lyrics-transcription", "sagi-wer"),
    ],
)
def test_what_the_recipes_declare(name, measure):
    recipe = recipe_named(name)
    assert measure_for(OPEN, "", recipe=recipe) == measure
    assert measure_for(OPEN, "CER", recipe=recipe) == "CER"


def test_a_judge_decides_unless_the_recipe_asks_for_points_or_the_user_for_else():
    transcribed = recipe_named("speech-recognition")
    rated = replace(transcribed, measure="rating:sagi_voice_detective")
    assert measure_for(OPEN, "", recipe=transcribed, judged=True) == LLM_C
    assert measure_for(OPEN, "", recipe=rated, judged=True) == "rating:sagi_voice_detective"
    assert measure_for(OPEN, "MSE", recipe=rated, judged=True) == "MSE"
    assert measure_for(CLOSED, "", recipe=recipe_named("volume-perception")) == CHOICE
    assert measure_for(CLOSED, "", recipe=None, judged=True) == LLM_C


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("Please transcribe the lyrics of this audio segment.", "The lyrics is: the cat sat"),
        ("What does the person say?", "The person says: the cat sat"),
        (
            "Listen to the spoken instruction at the beginning of the audio, and follow it.",
            "The lyrics are: the cat sat",
        ),
        (
            "Listen to the spoken instruction at the beginning of the audio, and follow it.",
            "The person says the cat sat",
        ),
    ],
)
def test_the_words_that_the_question_asks_for_are_taken_off(text, reply):
    questions = [Question(id="1", text=text, label="the cat sat")]
    made = scoring(questions, join(questions, [Reply(id="1", text=reply, line=1)]), measure="sagi-wer")
    assert made.value.value == 0.0


def test_the_words_of_another_question_are_not():
    asked = "What does the person say? Please answer with 'The person says: xxxx'."
    questions = [Question(id="1", text=asked, label="the lyrics are the cat sat down here")]
    said = Reply(id="1", text="The person says: the lyrics are the cat sat down here", line=1)
    assert scoring(questions, join(questions, [said]), measure="sagi-wer").value.value == 0.0


@pytest.mark.parametrize(("measure", "best"), [("sagi-terms", 1.0), ("sagi-wer", 0.0)])
def test_a_few_that_are_all_right_do_not_show_that_all_are(measure, best):
    """With nothing else seen, 6 of 6 is Clopper and Pearson's 54 to 100 %."""
    asked = [Question(id=str(number), text="?", label=f"word {number}") for number in range(6)]
    replies = [Reply(id=each.id, text=each.label, line=1) for each in asked]
    found = scoring(asked, join(asked, replies), measure=measure).value
    assert found.value == best
    assert abs(found.low - found.high) == pytest.approx(1 - 0.025 ** (1 / 6), abs=1e-6)
