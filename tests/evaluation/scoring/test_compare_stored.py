"""`compare` takes scores that were kept in place of replies: where a judge gave them, it must."""

import json

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.sets.question_set import open_questions
from tests.builders.running import built
from tests.builders.sagi import spoken_tree

JUDGES = 'def generous(prompt):\n    return \'{{"reason": "so", "score": {0}}}\'\n'


@pytest.fixture(scope="module")
def translation(tmp_path_factory):
    """A set that is rated from 0 to 4."""
    from recipes.catalogue.registry import find

    (recipe,) = find("emotion-translation")
    out = tmp_path_factory.mktemp("rated")
    (out / "tree").mkdir()
    tree = spoken_tree(recipe, out / "tree")
    built("build", recipe.name, "--corpus", f"synthesised={tree}", "--limit", 6, "--out", out, "--workers", 1)
    return out / recipe.name


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def words(result):
    return " ".join(result.output.split())


def rated(folder, tmp_path, monkeypatch, name, points):
    (tmp_path / f"judge_{name}.py").write_text(JUDGES.format(points), "utf-8")
    monkeypatch.chdir(tmp_path)
    replies = tmp_path / f"{name}.jsonl"
    ids = [question.id for question in open_questions(folder).questions]
    replies.write_text("".join(json.dumps({"id": each, "reply": "你好"}) + "\n" for each in ids), "utf-8")
    out = tmp_path / f"{name}.json"
    result = command("score", folder, replies, "--judge", f"judge_{name}:generous", "--out", out)
    assert result.exit_code == 0, result.output
    return replies, out


def test_points_of_two_models_are_compared(translation, tmp_path, monkeypatch):
    (_, one), (_, two) = (rated(translation, tmp_path, monkeypatch, *each) for each in (("one", 3), ("two", 1)))
    result = command("compare", translation, one, two)
    assert result.exit_code == 0, result.output
    assert "one: 3" in result.output
    assert "rating:sagi_emotion_translation is better for one in 6, for two in 0" in words(result)
    told = json.loads(command("compare", translation, one, two, "--json").output)
    assert (told["measure"], told["difference"]["value"]) == ("rating:sagi_emotion_translation", 2.0)


def test_replies_that_a_judge_must_score_are_refused_with_what_to_do(translation, tmp_path, monkeypatch):
    (one, kept), (two, _) = (rated(translation, tmp_path, monkeypatch, *each) for each in (("one", 3), ("two", 1)))
    for first, second in ((one, two), (kept, two)):
        result = command("compare", translation, first, second)
        assert result.exit_code == 2
        assert "score both files with `soundprobe evaluate score SET REPLIES --judge NAME --out FILE`" in words(result)


def test_kept_scores_stand_beside_replies_where_rules_score(small_level2, tmp_path):
    folder = small_level2 / "volume-perception"
    asked = open_questions(folder).questions
    paths = {}
    for name, wrong in (("good", 0), ("bad", 12)):
        lines = [
            {"id": each.id, "reply": next(o for o in each.options if (o == each.label) != (place < wrong))}
            for place, each in enumerate(asked)
        ]
        paths[name] = tmp_path / f"{name}.jsonl"
        paths[name].write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    kept = tmp_path / "kept.json"
    assert command("score", folder, paths["good"], "--out", kept).exit_code == 0
    result = command("compare", folder, kept, paths["bad"])
    assert result.exit_code == 0, result.output
    assert "kept alone is right in 12, bad alone in 0" in words(result)
    other = command("compare", small_level2 / "pitch-perception", kept, paths["bad"])
    assert (other.exit_code, "scores on the set volume-perception" in words(other)) == (2, True)
    clash = command("compare", folder, kept, paths["bad"], "--measure", "ACC")
    assert (clash.exit_code, "scores by choice" in words(clash) or "leave --measure out" in words(clash)) == (2, True)
    kept.write_text(kept.read_text("utf-8").replace('"measure"', '"measures"'), "utf-8")
    broken = command("compare", folder, kept, paths["bad"])
    assert (broken.exit_code, "Traceback" in broken.output) == (2, False)


@pytest.mark.parametrize("name", ["first", "random", "signal"])
def test_a_baseline_that_names_options_is_refused_where_there_are_none(name, translation, tmp_path):
    result = command("run", translation, "--model", f"baseline:{name}", "--out", tmp_path / "r.jsonl")
    assert result.exit_code == 2
    assert "take baseline:silent" in words(result)
    assert not (tmp_path / "r.jsonl").exists()


def test_silence_gets_no_points_and_no_judge_is_asked(translation, tmp_path, monkeypatch):
    (tmp_path / "judge_never.py").write_text("def never(prompt):\n    raise SystemError('asked')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert command("run", translation, "--model", "baseline:silent", "--out", tmp_path / "r.jsonl").exit_code == 0
    result = command("score", translation, tmp_path / "r.jsonl", "--judge", "judge_never:never", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["value"]["value"] == 0.0
