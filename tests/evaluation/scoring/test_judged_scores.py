"""A judge decides, gives points or reads numbers; what it costs and where it fails is told."""

import json

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.answer import Answer
from evaluation.asked import Question
from evaluation.errors import JudgeError
from evaluation.judging.judge import CalledJudge
from evaluation.judging.metered import MeteredJudge
from evaluation.replies.joining import join
from evaluation.replies.reading import Reply
from evaluation.scoring.judged import judged_scoring
from evaluation.verdicts import Outcome

OPTIONS = ("left", "right")


def ears(count=20):
    return [
        Question(
            id=f"q{number}", text="Left or right?", options=OPTIONS, label=OPTIONS[number % 2], group=str(number // 2)
        )
        for number in range(count)
    ]


def replied(questions, say):
    return join(questions, [Reply(id=each.id, text=say(each), line=1) for each in questions if say(each) is not None])


def metered(function, **caps):
    return MeteredJudge(CalledJudge("mine", function, most_usd_a_call=0.01), **caps)


def honest(prompt):
    """Say yes if the reply, which stands fenced in the prompt, has the right word."""
    label = "left" if "Answer: left" in prompt else "right"
    fenced = prompt.split("Answer: ")[-1]
    return Answer(text=f"Result: {'YES' if f'the {label} ear' in fenced else 'NO'}", cost_usd=0.01)


def test_a_judge_decides_and_its_agreement_with_the_rules_is_told():
    questions = ears()
    joined = replied(questions, lambda each: f"It is in the {each.label if int(each.id[1:]) % 4 else 'left'} ear.")
    made = judged_scoring(questions, joined, metered(honest), measure="choice")
    right = {verdict.id for verdict in made.verdicts if verdict.is_right}
    assert len(right) == 20  # every fourth has the label left anyhow
    assert made.details["agreement_with_rules"]["same"]["value"] == 1.0
    assert made.details["prompt"]["name"] == "dynamic_superb_classification"
    assert "calls" in made.details["calls"].lower()


def test_a_judge_that_says_nothing_usable_leaves_replies_unjudged():
    questions = ears(4)
    made = judged_scoring(questions, replied(questions, lambda _: "left"), metered(lambda _: "Hm."), measure="choice")
    assert {verdict.outcome for verdict in made.verdicts} == {Outcome.UNJUDGED}
    assert "agreement_with_rules" not in made.details


def test_a_cap_leaves_the_rest_unjudged_and_named():
    questions = ears(20)
    joined = replied(questions, lambda each: f"the {each.label} ear of {each.id}")
    judge = metered(honest, cap_usd=0.05)
    made = judged_scoring(questions, joined, judge, measure="choice")
    left = [verdict.id for verdict in made.verdicts if verdict.outcome is Outcome.UNJUDGED]
    assert len(left) == len(made.details["not_asked"]) == 15
    assert judge.spending.cost_usd <= 0.05 + 1e-9


def test_points_have_a_mean_with_an_interval():
    questions = [Question(id=f"q{n}", text="Who speaks?", label="A woman of 30 from Spain.") for n in range(10)]
    joined = replied(questions, lambda each: None if each.id == "q9" else f"said by {each.id}")

    def points(prompt):
        score = 4 if "said by q1" in prompt else 9 if "said by q2" in prompt else 1
        return json.dumps({"reason": "so", "score": score})

    made = judged_scoring(questions, joined, metered(points), measure="rating:sagi_voice_detective")
    assert made.value.value == pytest.approx((4 + 4 + 7 * 1) / 9)
    assert made.details["ratings"]["clamped"] == 1
    assert made.na_rate == pytest.approx(0.1)
    assert made.verdicts[9].outcome is Outcome.MISSING


def test_numbers_are_read_out_of_replies():
    questions = [Question(id=f"q{n}", text="How long?", label=str(n)) for n in range(4)]
    joined = replied(questions, lambda each: f"about {each.label} seconds and a half")
    made = judged_scoring(questions, joined, metered(lambda _: "2.0"), measure="MSE")
    assert made.measure == "MSE"
    assert made.value.value == pytest.approx((4 + 1 + 0 + 1) / 4)
    assert made.details["prompt"]["name"] == "dynamic_superb_regression"


def test_a_prompt_that_is_not_there():
    with pytest.raises(JudgeError, match="sagi_voice_detective"):
        judged_scoring(ears(2), replied(ears(2), lambda _: "left"), metered(honest), measure="rating:sagi")


def test_the_command_asks_the_judge_once(small_level2, asked_labels, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judge_of_tests.py").write_text(
        "from pathlib import Path\n\ndef judge(prompt):\n"
        "    with Path('asked.txt').open('a') as sink:\n        sink.write('x')\n"
        "    return 'Result: YES'\n"
    )
    replies = tmp_path / "replies.jsonl"
    replies.write_text("".join(json.dumps({"id": n, "reply": f"{t} {n}"}) + "\n" for n, t in asked_labels.items()))
    arguments = ["score", str(small_level2 / "volume-perception"), str(replies), "--cache", "cache.jsonl"]
    for _ in range(2):
        result = CliRunner().invoke(main, [*arguments, "--judge", "judge_of_tests:judge"])
        assert result.exit_code == 0, result.output
        assert "agrees with the rules on 100.0 % of 48" in result.output
    assert len((tmp_path / "asked.txt").read_text()) == 48
    result = CliRunner().invoke(main, [*arguments, "--judge", "judge_of_tests:jugde"])
    assert result.exit_code == 2
    assert "no function 'jugde'" in result.output


@pytest.fixture
def asked_labels(asked):
    return {question.id: question.label for question in asked["volume-perception"].questions}


def test_what_is_not_judged_is_named_and_the_exit_code_is_1(small_level2, asked_labels, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mute_judge_of_tests.py").write_text("def judge(prompt):\n    return 'dunno'\n")
    replies = tmp_path / "replies.jsonl"
    replies.write_text("".join(json.dumps({"id": n, "reply": t}) + "\n" for n, t in asked_labels.items()))
    folder = str(small_level2 / "volume-perception")
    result = CliRunner().invoke(main, ["score", folder, str(replies), "--judge", "mute_judge_of_tests:judge"])
    assert result.exit_code == 1
    said = " ".join(result.output.split())
    assert "not judged, and counted as not right: 48 (the judge gave no result" in said
    assert next(iter(asked_labels)) in said
