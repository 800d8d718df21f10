"""Every task of SAGI, built small: all right is all there is to have, silence is nothing, nothing breaks off."""

import json

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.sets.question_set import open_questions
from recipes.catalogue.registry import find
from tests.builders.running import built
from tests.builders.sagi import COUNTS, spoken_tree, tree_of

pytestmark = pytest.mark.slow
SPEECH = ("language-identification", "speech-recognition", "acoustic-scene")
JUDGE = """def generous(prompt):
    return '{"reason": "as told", "score": 4}'
"""


def command(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    return result


def built_small(recipe, tmp_path, *options):
    where = []
    for corpus in recipe.corpora:
        (tmp_path / corpus).mkdir()
        tree = spoken_tree(recipe, tmp_path / corpus) if corpus == "synthesised" else None
        where += ["--corpus", f"{corpus}={tree or tree_of(corpus, 'small', tmp_path / corpus)}"]
    built("build", recipe.target, *where, *options, "--limit", 4, "--allow-short", "--out", tmp_path, "--workers", 1)
    return tmp_path / (f"{recipe.name}-spoken" if options else recipe.name)


def scored(folder, replies, recipe, tmp_path):
    judge = ["--judge", "letters:generous"] if recipe.measure.startswith("rating:") else []
    out = tmp_path / "scores.json"
    result = command("score", folder, replies, "--out", out, *judge)
    assert result.exit_code == 0, result.output
    told = json.loads(out.read_text("utf-8"))
    assert told["measure"] == (recipe.measure or "choice")
    assert command("report", out).exit_code == 0
    return told


def check_ends(folder, recipe, tmp_path, monkeypatch):
    (tmp_path / "letters.py").write_text(JUDGE, "utf-8")
    monkeypatch.chdir(tmp_path)
    right, silent = tmp_path / "right.jsonl", tmp_path / "silent.jsonl"
    asked = open_questions(folder).questions
    right.write_text("".join(json.dumps({"id": each.id, "reply": each.label}) + "\n" for each in asked), "utf-8")
    best = scored(folder, right, recipe, tmp_path)
    assert command("run", folder, "--model", "baseline:silent", "--out", silent).exit_code == 0
    worst = scored(folder, silent, recipe, tmp_path)
    assert best["tally"]["outcomes"]["right"] == len(asked)
    assert worst["tally"]["outcomes"]["right"] == 0
    if recipe.measure == "sagi-wer":
        assert best["value"]["value"] == 0.0
        assert (worst["value"]["value"], worst["details"]["corpus"]["value"]) == (None, 1.0)
    else:
        full = 4.0 if recipe.measure.startswith("rating:") else 1.0
        assert (best["value"]["value"], worst["value"]["value"]) == (full, 0.0)


@pytest.mark.parametrize("name", COUNTS)
def test_all_right_and_silence(name, tmp_path, monkeypatch):
    (recipe,) = find(f"sagi/{name}")
    check_ends(built_small(recipe, tmp_path), recipe, tmp_path, monkeypatch)


@pytest.mark.parametrize("name", SPEECH)
def test_all_right_and_silence_where_the_question_is_spoken(name, tmp_path, monkeypatch):
    (recipe,) = find(f"sagi/{name}")
    folder = built_small(recipe, tmp_path, "--spoken")
    texts = {question.text for question in open_questions(folder).questions}
    assert texts == {recipe.aloud().instruction(recipe.options)}
    check_ends(folder, recipe, tmp_path, monkeypatch)
