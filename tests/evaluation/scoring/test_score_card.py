"""A file of replies is scored by declared rules, and nothing is dropped in silence."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.asked import Question
from evaluation.errors import ReplyError
from evaluation.replies.joining import join
from evaluation.replies.reading import Reply
from evaluation.scoring.card import score_replies
from evaluation.scoring.measures import Scoring, measure_for, scoring
from evaluation.scoring.unit_scores import unit_scores
from evaluation.sets.question_set import open_questions
from evaluation.verdicts import Outcome

VOLUME = "volume-perception"


def write(path, replies):
    path.write_text("".join(json.dumps({"id": name, "reply": text}) + "\n" for name, text in replies.items()))
    return path


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def labels(asked):
    return {question.id: question.label for question in asked[VOLUME].questions}


def card_of(asked, replies, tmp_path, **more):
    return score_replies(asked[VOLUME], write(tmp_path / "replies.jsonl", replies), model="mine", **more)


def test_perfect_first_random_and_silent(asked, labels, tmp_path):
    perfect = card_of(asked, {name: f"It is {label}." for name, label in labels.items()}, tmp_path)
    assert perfect.value.value == 1.0
    assert perfect.value.low > 0.8
    assert perfect.breakdown.positions.preferred is None

    firsts = {question.id: question.options[0] for question in asked[VOLUME].questions}
    first = card_of(asked, firsts, tmp_path)
    assert first.value.value == first.tally.chance.first == 0.5
    assert first.breakdown.positions.preferred == 1

    draw = np.random.default_rng(0)
    guessed = card_of(asked, {name: str(draw.choice(["increasing", "decreasing"])) for name in labels}, tmp_path)
    assert guessed.value.holds(0.5)
    assert not guessed.tally.beats_chance

    silent = card_of(asked, dict.fromkeys(labels, ""), tmp_path)
    assert silent.value.value == 0.0
    assert silent.tally.not_applicable_rate == 1.0
    assert silent.tally.outcomes[Outcome.UNPARSABLE] == len(labels)


def test_synonyms_of_the_recipe_count(asked, labels, tmp_path):
    words = {"increasing": "It gets louder.", "decreasing": "音量逐渐减小。"}
    assert card_of(asked, {name: words[label] for name, label in labels.items()}, tmp_path).value.value == 1.0


def test_controls_tell_a_model_that_does_not_listen(asked, labels, tmp_path):
    draw = np.random.default_rng(1)
    deaf = {name: str(draw.choice(["increasing", "decreasing"])) for name in labels}
    path = write(tmp_path / "deaf.jsonl", deaf)
    card = card_of(asked, deaf, tmp_path, controls=[("blind", path)])
    assert card.hearings[0].is_flagged
    hears = card_of(asked, labels, tmp_path, controls=[("blind", path)])
    assert not hears.hearings[0].is_flagged


def test_missing_repeated_and_unknown_are_named_and_the_exit_code_is_1(small_level2, labels, tmp_path):
    ids = sorted(labels)
    path = tmp_path / "replies.jsonl"
    given = [(ids[0], labels[ids[0]]), (ids[0], "neither"), ("stranger", "increasing")]
    path.write_text("".join(json.dumps({"id": name, "reply": text}) + "\n" for name, text in given))
    result = command("score", small_level2 / VOLUME, path)
    assert result.exit_code == 1
    assert "no reply to 47 questions" in result.output
    assert f"several replies to 1 questions, the first counts: {ids[0]}" in result.output
    assert "that are no question's: stranger" in result.output
    assert "1 right, 47 missing" in result.output


def test_json_has_a_line_for_each_question(small_level2, labels, tmp_path):
    path = write(tmp_path / "replies.jsonl", labels)
    out = tmp_path / "scores" / "mine.json"
    result = command("score", small_level2 / VOLUME, path, "--json", "--out", out, "--model", "mine")
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told == json.loads(out.read_text())
    assert (told["dataset"], told["model"], told["level"], told["measure"]) == (VOLUME, "mine", 2, "choice")
    assert {item["id"]: item["chosen"] for item in told["items"]} == labels
    assert {item["outcome"] for item in told["items"]} == {"right"}


def test_the_model_is_named_as_the_run_recorded_it(small_level2, labels, tmp_path):
    path = write(tmp_path / "first-try.jsonl", labels)
    (tmp_path / "first-try.run.json").write_text(json.dumps({"model": "openai:ears-1", "set": VOLUME}))
    assert json.loads(command("score", small_level2 / VOLUME, path, "--json").output)["model"] == "openai:ears-1"
    named = command("score", small_level2 / VOLUME, path, "--json", "--model", "mine")
    assert json.loads(named.output)["model"] == "mine"
    (tmp_path / "first-try.run.json").unlink()
    assert json.loads(command("score", small_level2 / VOLUME, path, "--json").output)["model"] == "first-try"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "{set}", "{replies}", "--measure", "rating:misspelt"], "one of rating:sagi_emotion_translation"),
        (
            ["score", "{set}", "{replies}", "--measure", "rating:sagi_english_couch", "--judge", "nobody:judges"],
            "did you mean rating:sagi_english_coach?",
        ),
        (["score", "{set}", "nowhere.jsonl"], "no such file"),
        (["score", "/nowhere/at/all", "nowhere.jsonl"], "to do:"),
        (["score", "{set}", "{replies}", "--measure", "WRE"], "did you mean WER"),
        (["run", "{set}", "--model", "baseline:sginal"], "did you mean baseline:signal"),
        (["run", "{set}", "--model", "openai:x", "--max-usd", "1"], "--prices"),
        (["compare", "{set}", "{replies}", "nowhere.jsonl"], "no such file"),
        (["humans", "{set}", "nowhere.csv"], "to do:"),
    ],
)
def test_wrong_input_is_told_in_plain_words(small_level2, labels, tmp_path, arguments, said):
    path = write(tmp_path / "replies.jsonl", labels)
    result = command(*(each.format(set=small_level2 / VOLUME, replies=path) for each in arguments))
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output


def test_two_models_are_compared(small_level2, labels, tmp_path):
    one = write(tmp_path / "one.jsonl", labels)
    other = write(tmp_path / "other.jsonl", dict.fromkeys(labels, "increasing"))
    result = command("compare", small_level2 / VOLUME, one, other, "--json")
    told = json.loads(result.output)
    assert told["difference"]["value"] == 0.5
    assert told["p_value"] < 0.001
    assert "one alone is right in 24" in command("compare", small_level2 / VOLUME, one, other).output


def test_votes_are_scored(small_level2, labels, tmp_path):
    lines = [f"{rater},{name},{label}" for rater in "abcd" for name, label in labels.items()]
    path = tmp_path / "votes.csv"
    path.write_text("rater,id,answer\n" + "\n".join(lines) + "\n")
    result = command("humans", small_level2 / VOLUME, path)
    assert result.exit_code == 0, result.output
    assert "right: 100.0 %" in result.output
    path.write_text(path.read_text() + "a,stranger,increasing\n")
    result = command("humans", small_level2 / VOLUME, path)
    assert result.exit_code == 1
    assert "stranger" in result.output


def questions_of(references):
    return [Question(id=str(number), text="Transcribe.", label=label) for number, label in enumerate(references)]


def joined(questions, texts):
    given = zip(questions, texts, strict=True)
    return join(questions, [Reply(id=each.id, text=text, line=1) for each, text in given if text is not None])


def test_open_questions_need_a_measure():
    with pytest.raises(ReplyError, match="--measure WER"):
        measure_for(questions_of(["a", "b"]), "")


def test_a_measure_of_the_tables(tmp_path):
    questions = questions_of(["the cat sat", "on the mat", "all day long", "it did"])
    made = scoring(questions, joined(questions, ["the cat sat", "on a mat", None, "it did"]), measure="wer")
    assert made.measure == "WER"
    assert made.value.value == pytest.approx(1 / 8)
    assert made.na_rate == 0.25
    assert [verdict.outcome.value for verdict in made.verdicts] == ["right", "wrong", "missing", "right"]


def test_transcripts_as_the_paper_scores_them():
    questions = questions_of(["I am here", "hello there my friend", "one two three"])
    replies = ["The person says: I'm here.", "hello there", "a b c d e f"]
    made = scoring(questions, joined(questions, replies), measure="sagi-wer")
    assert made.value.value == pytest.approx(0.25)  # of those that are completed, 0 and 0.5
    assert made.details["completed"]["value"] == pytest.approx(2 / 3)
    assert made.details["lacks_asr"] is False


def test_terms_count_wherever_they_stand_and_not_inside_longer_ones():
    questions = questions_of(["甲状腺", "甲状腺软骨", "小脑", "小脑"])
    replies = ["这个人说:甲状腺软骨受伤了。", "他伤了甲状腺软骨", "是小 脑", None]
    made = scoring(questions, joined(questions, replies), measure="sagi-terms")
    assert [verdict.outcome.value for verdict in made.verdicts] == ["wrong", "right", "right", "missing"]
    assert made.value.value == pytest.approx(2 / 3)
    assert made.na_rate == 0.25


_WITHOUT_EXTRA = """
import sys
from pathlib import Path

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"inspect_ai", "jiwer", "krippendorff", "openai", "pyannote", "sacrebleu",
                                      "whisper_normalizer", "torch", "torchaudio"}:
            raise ImportError(f"{name} is not installed")

sys.meta_path.insert(0, Blocked())
from evaluation.__main__ import main
main(sys.argv[1:])
"""


def without_extra(*arguments):
    command = [sys.executable, "-c", _WITHOUT_EXTRA, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_closed_questions_are_scored_without_the_extra(small_level2, labels, tmp_path):
    path = write(tmp_path / "replies.jsonl", labels)
    done = without_extra("score", small_level2 / VOLUME, path)
    assert done.returncode == 0, done.stderr
    assert "choice: 100.0 %" in done.stdout
    done = without_extra("run", small_level2 / VOLUME, "--model", "baseline:first", "--out", tmp_path / "r.jsonl")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments", [["score", "{set}", "{replies}", "--measure", "WER"], ["run", "{set}", "--model", "openai:x"]]
)
def test_what_needs_the_extra_says_how_to_get_it(small_level2, labels, tmp_path, arguments):
    path = write(tmp_path / "replies.jsonl", labels)
    done = without_extra(*(each.format(set=small_level2 / VOLUME, replies=path) for each in arguments))
    assert done.returncode == 2
    assert "pip install 'soundprobe[eval]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_torch(small_level2):
    program = "import evaluation.__main__, evaluation.scoring.card, evaluation.harness.tasks, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert not {"torch", "torchaudio", "tensorflow", "jax"} & {name.partition(".")[0] for name in done.stdout.split()}


def test_a_model_that_only_notices_silence_does_not_hear(asked, labels, tmp_path):
    draw = np.random.default_rng(2)
    deaf = {name: str(draw.choice(["increasing", "decreasing"])) for name in labels}
    silence = write(tmp_path / "silence.jsonl", dict.fromkeys(labels, "I cannot hear anything: it is silent."))
    card = card_of(asked, deaf, tmp_path, controls=[("blind", silence)])
    assert card.hearings[0].with_control.value == 0.5
    assert card.hearings[0].is_flagged
    hears = card_of(asked, labels, tmp_path, controls=[("blind", silence)])
    assert not hears.hearings[0].is_flagged


def spoken(tmp_path, name, count=60):
    """A foreign set of transcripts: each clip is the same, for nobody listens here."""
    folder = tmp_path / name
    (folder / "audio").mkdir(parents=True)
    rows = [f"c{n}.wav,c{n},What is said?,item the cat sat on a mat for hours" for n in range(count)]
    for number in range(count):
        sf.write(folder / "audio" / f"c{number}.wav", np.linspace(-0.5, 0.5, 1600), 16_000)
    text = "\n".join(f"audio/{row}" for row in rows)
    (folder / "metadata.csv").write_text(f"file_name,id,question,answer\n{text}\n")
    return folder


@pytest.mark.parametrize("measure", ["WER", "sagi-wer"])
def test_a_recogniser_with_errors_hears(tmp_path, measure):
    questions = open_questions(spoken(tmp_path, "spoken"))
    said = {each.id: each.label.replace("cat", "cap") for each in questions.questions}
    blind = write(tmp_path / "blind.jsonl", dict.fromkeys(said, ""))
    path = write(tmp_path / "replies.jsonl", said)
    card = score_replies(questions, path, model="mine", measure=measure, controls=[("blind", blind)])
    assert card.value.value == pytest.approx(1 / 9)
    assert card.hearings[0].with_audio.value == pytest.approx(8 / 9)
    assert card.hearings[0].with_control.value == 0.0
    assert not card.hearings[0].is_flagged


def test_a_measure_without_a_scale_has_no_control():
    with pytest.raises(ReplyError, match="score the control's replies by themselves"):
        unit_scores(Scoring(measure="MSE", verdicts=(), unit="reference's, squared"))


def test_of_two_recognisers_the_one_with_fewer_errors_is_better(tmp_path):
    folder = spoken(tmp_path, "spoken", count=12)
    labels = {each.id: each.label for each in open_questions(folder).questions}
    good = write(tmp_path / "good.jsonl", labels)
    bad = write(tmp_path / "bad.jsonl", {name: label.replace("on a", "") for name, label in labels.items()})
    result = command("compare", folder, good, bad, "--measure", "WER")
    assert result.exit_code == 0, result.output
    assert "WER is better for good in 12, for bad in 0" in " ".join(result.output.split())


def test_replies_that_do_not_fit_are_named_for_each_file(small_level2, labels, tmp_path):
    one = write(tmp_path / "one.jsonl", labels)
    two = write(tmp_path / "two.jsonl", {**labels, "stranger": "left"})
    result = command("compare", small_level2 / VOLUME, one, two)
    assert result.exit_code == 1
    assert "two.jsonl: replies to 1 ids that are no question's: stranger" in " ".join(result.output.split())
    result = command("score", small_level2 / VOLUME, one, "--blind", two)
    assert result.exit_code == 1
    assert "blind: replies to 1 ids that are no question's: stranger" in " ".join(result.output.split())
    other = write(tmp_path / "other.jsonl", {"x": "left"})
    result = command("compare", small_level2 / VOLUME, one, other)
    assert result.exit_code == 2
    assert "no question with a score in both" in result.output


def test_ids_of_strangers_are_printed_as_texts(small_level2, labels, tmp_path):
    path = tmp_path / "replies.jsonl"
    strange = ['"\\ud800"', '"\\u001b]0;title\\u0007"', json.dumps("x" * 100_000)]
    path.write_text("".join('{"id": %s, "reply": "left"}\n' % name for name in strange))  # noqa: UP031
    out = tmp_path / "out.json"
    result = command("score", small_level2 / VOLUME, path, "--out", out)
    assert result.exit_code == 1, result.output
    assert "\x1b" not in result.output
    assert len(result.output) < 2_000
    assert json.loads(out.read_text())["replies"]["unknown"][0] == "\ud800"
    assert command("score", small_level2 / VOLUME, path, "--json").exit_code == 1


def run_file(path, replies, **facts):
    path.with_name(f"{path.stem}.run.json").write_text(json.dumps(facts))
    return write(path, replies)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"model": "two", "control": "blind", "set": VOLUME}, "replies of the model two"),
        ({"model": "one", "control": "none", "set": VOLUME}, "replies of the control none"),
        ({"model": "one", "control": "blind", "set": "pitch"}, "replies of the set pitch"),
    ],
)
def test_a_control_of_another_run_is_refused(small_level2, labels, tmp_path, facts, said):
    one = run_file(tmp_path / "one.jsonl", labels, model="one", control="none", set=VOLUME)
    blind = run_file(tmp_path / "blind.jsonl", labels, **facts)
    result = command("score", small_level2 / VOLUME, one, "--blind", blind)
    assert result.exit_code == 2
    assert said in result.output


def test_replies_under_a_control_are_told_to_be(small_level2, labels, tmp_path):
    mono = run_file(tmp_path / "mono.jsonl", labels, model="one", control="mono", set=VOLUME)
    result = command("score", small_level2 / VOLUME, mono)
    assert result.exit_code == 0
    assert "replies under the control mono" in result.output


def test_replies_to_another_set_are_not_scored(small_level2, labels, tmp_path):
    path = run_file(tmp_path / "one.jsonl", labels, model="one", control="none", set="pitch-perception")
    result = command("score", small_level2 / VOLUME, path)
    assert result.exit_code == 2
    assert "replies to the set pitch-perception" in result.output


@pytest.mark.parametrize(
    ("measure", "said"), [("rating:sagi_voice_detective", "add --judge"), ("accuracy", "--measure choice")]
)
def test_a_measure_that_leads_nowhere_says_what_to_take(small_level2, labels, tmp_path, measure, said):
    result = command("score", small_level2 / VOLUME, write(tmp_path / "r.jsonl", labels), "--measure", measure)
    assert result.exit_code == 2
    assert said in result.output


def test_the_function_of_the_page_answers_by_ear(small_level2, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[3].joinpath("docs/evaluation.md").read_text(encoding="utf-8")
    (tmp_path / "my_ears_of_the_page.py").write_text(page.split("```python\n")[1].split("```")[0])
    ears = small_level2 / "binaural-effect-perception"
    ran = ("run", ears, "--model", "my_ears_of_the_page.py:answer", "--out", "r.jsonl")
    assert command(*ran).exit_code == 0
    assert "choice: 100.0 %" in command("score", ears, "r.jsonl").output
    assert "80 kept" in command(*ran).output
    (tmp_path / "my_ears_of_the_page.py").write_text("def answer(prompt):\n    return 'left'\n")
    result = command(*ran)
    assert result.exit_code == 2
    assert "code_sha256" in result.output
