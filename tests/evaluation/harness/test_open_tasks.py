"""Inside inspect-ai an open task is scored by the measure that its recipe declares, as it is outside."""

import json
from pathlib import Path

import pytest

from evaluation.harness.tasks import question_task
from evaluation.scoring.card import score_replies
from evaluation.sets.question_set import open_questions
from tests.builders.running import built
from tests.builders.sagi import spoken_tree
from tests.evaluation.harness.mocking import evaluate, in_turn, metrics

NAMES = ("speech-recognition", "legal-terms", "language-identification")


@pytest.fixture(scope="module")
def small_level1(tmp_path_factory, demo_index):
    """Transcripts, terms and a closed task, made of the demo corpus and of espeak-ng."""
    assert demo_index.table.num_rows == 48
    out = tmp_path_factory.mktemp("level1")
    built("build", *NAMES, "--limit", 4, "--out", out, "--workers", 1)
    return out


def labels(folder):
    return [question.label for question in open_questions(folder).questions]


def test_transcripts_have_their_error_rates_and_both_means(small_level1):
    folder = small_level1 / "speech-recognition"
    texts = labels(folder)
    half = " ".join(texts[1].split()[: len(texts[1].split()) // 2])
    replies = [f"The person says: {texts[0]}", half, "", *texts[3:]]
    log = evaluate(folder, in_turn(replies))
    (scored,) = log.results.scores
    assert scored.name == "sagi-wer"
    rates = [sample.scores["sagi-wer"].value for sample in log.samples]
    lost = 1 - len(half.split()) / len(texts[1].split())
    assert rates == pytest.approx([0.0, lost, 1.0, 0.0])
    found = metrics(log)
    assert found["mean"] == pytest.approx(sum(rates) / 4)
    assert found["completed"] == 0.75
    assert found["mean_of_completed"] == pytest.approx(lost / 3)
    card = score_replies(open_questions(folder), Path(log.location), model="mock")
    assert card.value.value == pytest.approx(found["mean_of_completed"])
    assert card.scoring.details["completed"]["value"] == found["completed"]


def test_nothing_transcribed_is_an_error_rate_of_1(small_level1):
    found = metrics(evaluate(small_level1 / "speech-recognition", in_turn([""] * 4)))
    assert (found["mean"], found["completed"], found["mean_of_completed"]) == (1.0, 0.0, 1.0)


def test_terms_are_right_or_wrong(small_level1):
    folder = small_level1 / "legal-terms"
    texts = labels(folder)
    log = evaluate(folder, in_turn([f"这个人说：{texts[0]}。", texts[1], "我听不清。", ""]))
    assert [sample.scores["sagi-terms"].value for sample in log.samples] == ["C", "C", "I", "I"]
    assert metrics(log)["accuracy"] == 0.5
    assert score_replies(open_questions(folder), Path(log.location), model="mock").value.value == 0.5


def test_closed_tasks_are_scored_by_choice_as_ever(small_level1):
    folder = small_level1 / "language-identification"
    log = evaluate(folder, in_turn([f"It is {label}." for label in labels(folder)]))
    assert log.results.scores[0].name == "choice"
    assert metrics(log) == {"accuracy": 1.0, "stderr": 0.0}


def test_another_measure_can_be_named_and_what_is_in_another_format_is_not_scored(small_level1):
    folder = small_level1 / "speech-recognition"
    found = evaluate(folder, in_turn(labels(folder)), measure="CER")
    assert (found.results.scores[0].name, metrics(found)["mean"]) == ("CER", 0.0)


def test_points_are_left_to_a_judge_and_the_log_says_how(tmp_path, monkeypatch, caplog):
    from recipes.catalogue.registry import find

    (recipe,) = find("emotion-translation")
    (tmp_path / "tree").mkdir()
    tree = spoken_tree(recipe, tmp_path / "tree")
    built("build", recipe.name, "--corpus", f"synthesised={tree}", "--limit", 2, "--out", tmp_path, "--workers", 1)
    folder = tmp_path / recipe.name
    with caplog.at_level("WARNING", logger="evaluation.harness.tasks"):
        made = question_task(str(folder), name=recipe.name)
    assert made.scorer is None
    command = f"soundprobe evaluate score {folder} LOG.eval --measure rating:sagi_emotion_translation --judge"
    assert made.metadata["scored_by"].startswith(command)
    assert command in caplog.text
    log = evaluate(folder, in_turn(["你好", "再见"]))
    assert log.results is None or not log.results.scores
    assert log.eval.metadata["scored_by"] == made.metadata["scored_by"]

    (tmp_path / "two_points.py").write_text(
        'def judge(prompt):\n    return \'{"reason": "so", "score": 2}\'\n', "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    from click.testing import CliRunner

    from evaluation.__main__ import main

    arguments = ["score", str(folder), log.location, "--judge", "two_points:judge", "--json"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["value"]["value"] == 2.0


def test_an_open_set_of_others_is_asked_and_scored_afterwards(tmp_path, small_level1):
    import pyarrow.parquet as pq

    (tmp_path / "mine").mkdir()
    for shard in (small_level1 / "speech-recognition" / "data").glob("*.parquet"):
        pq.write_table(pq.read_table(shard), tmp_path / "mine" / shard.name)
    made = question_task(str(tmp_path / "mine"), name="mine")
    assert made.scorer is None
    assert made.metadata["scored_by"] == f"soundprobe evaluate score {tmp_path / 'mine'} LOG.eval --measure WER"
    assert question_task(str(tmp_path / "mine"), name="mine", measure="WER").scorer is not None
