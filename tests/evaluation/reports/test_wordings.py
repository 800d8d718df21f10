"""Sets that share clips and ids: a row an instruction, and the question in writing against the question aloud."""

import json

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.wording_tables import short_instruction
from evaluation.sets.variant import Variant, variant_of
from recipes.catalogue.registry import find
from tests.evaluation.reports.cards import card, questions, replied, write

SCENE = "acoustic-scene"
ASKED = "What is it? Choose from ['[option]', '[option]']."


def scored(folder, dataset, right, *, model="mine", spoken=False, instruction=ASKED, seed=0, pairs=40, missing=0.0):
    asked = questions(pairs)
    made = card(
        asked,
        replied(asked, right, seed=seed, missing=missing),
        model=model,
        dataset=dataset,
        title="Acoustic Scene Classification" + dataset.removeprefix(SCENE).replace("-", " "),
        level=3,
    )
    told = {**made.to_json(), "variant": Variant(base=SCENE, instruction=instruction, spoken=spoken).to_json()}
    return write(folder / f"{model}-{dataset}.json", told)


@pytest.fixture
def paths(tmp_path):
    """Three wordings, of which the third is understood less, and the first one aloud; and a model of one wording."""
    return [
        scored(tmp_path, SCENE, 0.9),
        scored(tmp_path, f"{SCENE}-variation-1", 0.9, instruction="Say what: [option] or [option]?", missing=0.05),
        scored(tmp_path, f"{SCENE}-variation-2", 0.5, instruction="Hm, [option] or [option]?", seed=3),
        scored(tmp_path, f"{SCENE}-spoken", 0.5, spoken=True, seed=4),
        scored(tmp_path, SCENE, 0.8, model="partly"),
    ]


def test_a_row_an_instruction_with_spread_and_test(paths):
    (found,) = make_report(read_scores(paths)).wordings
    assert [row.dataset for row in found.rows] == [SCENE, f"{SCENE}-variation-1", f"{SCENE}-variation-2"]
    assert (list(found.models), found.partly) == (["mine"], ("partly",))
    made = found.models["mine"]
    missing = made.left_out
    assert made.mean.items == 80 - missing
    assert missing > 0
    assert made.means[SCENE].value == pytest.approx(0.9, abs=0.1)
    assert made.spread == pytest.approx(0.4, abs=0.15)
    assert made.is_sensitive


def test_in_writing_and_aloud_are_compared_by_id(paths):
    (found,) = make_report(read_scores(paths)).aloud
    assert (found.title, found.model, found.pair.better) == ("Acoustic Scene Classification", "mine", "mine")
    made = found.pair.made
    assert made.items == 80
    assert made.difference.value == pytest.approx(0.4, abs=0.15)
    assert found.pair.p_holm == made.p_value < 0.01


def test_reworded_sets_are_in_no_mean_and_are_named(paths):
    levels = make_report(read_scores(paths)).levels
    assert levels.scored[3] == ("Acoustic Scene Classification",)
    (reason,) = levels.left_out_by_reason
    assert reason == "the clips of acoustic-scene, asked otherwise"
    assert len(levels.left_out_by_reason[reason]) == 3


def test_every_form_of_the_report_has_the_table(paths, tmp_path):
    outs = [tmp_path / name for name in ("r.html", "r.md", "r.json")]
    options = ["--html", outs[0], "--markdown", outs[1], "--json", outs[2]]
    result = CliRunner().invoke(main, ["report", *map(str, (*paths, *options))])
    assert result.exit_code == 0, result.output
    page, text, told = (out.read_text("utf-8") for out in outs)
    for words in (
        "What is it? Choose from",
        "highest less lowest",
        "In writing and aloud",
        "not scored in all of them",
    ):
        assert words in page
    lines = text.splitlines()
    start = lines.index("## Wordings")
    table = [line for line in lines[start:] if line.startswith("|")]
    assert "Choose from \\[options\\]" in table[2]
    assert table[3].count("%") == 1
    assert "yes, p" in next(line for line in table if line.startswith("| wording matters"))
    assert "## Asked aloud" in lines
    (wordings,) = json.loads(told)["wordings"]
    assert wordings["models"]["mine"]["is_sensitive"] is True
    assert json.loads(told)["aloud"][0]["spoken"] == f"{SCENE}-spoken"


def test_one_wording_is_no_table(tmp_path):
    made = make_report(read_scores([scored(tmp_path, SCENE, 0.9)]))
    assert made.wordings == made.aloud == ()


def test_scores_of_an_earlier_version_are_in_no_wording(tmp_path):
    asked = questions(10)
    told = card(asked, replied(asked, 1.0)).to_json()
    del told["variant"]
    assert make_report(read_scores([write(tmp_path / "a.json", told)])).wordings == ()


def test_what_the_recipes_ask():
    (scene,) = find(SCENE)
    assert variant_of(scene).base == variant_of(scene.varied(1)).base == variant_of(scene.aloud()).base == SCENE
    assert variant_of(scene.aloud()).instruction == variant_of(scene).instruction
    assert variant_of(scene.varied(2).aloud()).instruction == variant_of(scene.varied(2)).instruction
    told = short_instruction(variant_of(scene).instruction)
    assert told == "What is the ambient noise of this audio segment? Please choose from the [options] options?"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Choose from [option], [option] and [option].", "Choose from [options]."),
        ("Is it [option] or [option]?", "Is it [options]?"),
        ("Is the [option] louder?", "Is the [option] louder?"),
        ("Nothing.", "Nothing."),
    ],
)
def test_lists_of_options_are_told_short(text, short):
    assert short_instruction(text) == short
