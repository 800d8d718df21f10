"""Ids to leave out that no corpus has: noted in a level, refused where one recipe is built and none is known."""

import pytest

from builders.engine.planning import plan
from manifests.errors import PlanError
from recipes.catalogue.registry import find
from tests.builders.running import built, header_of, refused
from tests.corpora.trees import synthesised


def planned(demo_index, *without):
    (recipe,) = find("speaker-gender")
    return plan(recipe, demo_index, seed=1, per_label=2, allow_short=True, without=frozenset(without))


def test_an_unknown_id_among_known_ones_is_noted(demo_index):
    notes = planned(demo_index, "s01_1", "s02_1", "nosuch").notes
    assert "left out on request: s01_1, s02_1" in notes
    assert "of 3 ids to leave out, 1 is in no corpus used here: nosuch" in notes


def test_of_many_unknown_ids_a_few_are_named(demo_index):
    notes = planned(demo_index, *(f"x{number:04}" for number in range(1_200))).notes
    (note,) = (note for note in notes if "x0000" in note)
    assert note.startswith("of 1,200 ids to leave out, 1,200 are in no corpus used here: x0000, x0001,")
    assert note.endswith("x0004 and 1,195 more")


def test_known_ids_alone_make_no_such_note(demo_index):
    assert not any("no corpus used here" in note for note in planned(demo_index, "s01_1").notes)


def test_one_recipe_whose_corpus_has_none_of_them_is_refused(tmp_path):
    listed = tmp_path / "screened.txt"
    listed.write_text("nosuch\nnor-this quiet\n")
    for command in ("build", "plan"):
        said = refused(command, "speech-recognition", "--screened", listed)
        assert "found 2 ids, none of which is in soundprobe demo corpus: nosuch, nor-this" in said
        assert "as s01_1" in said


def test_a_recipe_without_a_corpus_has_nothing_to_leave_out():
    said = refused("plan", "binaural-effect-perception", "--without", "nosuch")
    assert "no ids: no recordings are used" in said


def test_in_a_level_it_is_noted_on_screen_and_in_the_record(tmp_path):
    said = built(
        "build", "speaker-gender", "binaural-effect-perception", "--limit", 1, "--without", "nosuch", "--out", tmp_path
    ).output
    note = "of 1 id to leave out, 1 is in no corpus used here: nosuch"
    assert said.count(note) == 1  # the other has no corpus
    assert note in header_of(tmp_path, "speaker-gender")["notes"]
    assert note in (tmp_path / "speaker-gender/README.md").read_text(encoding="utf-8")
    assert "nosuch" not in " ".join(header_of(tmp_path, "binaural-effect-perception")["notes"])


def test_ids_of_speech_count_too(tmp_path):
    root = synthesised.small(tmp_path)
    said = built(
        "plan", "legal-terms", "--corpus", f"synthesised={root}", "--without", "legal-01-1", "--allow-short"
    ).output
    assert "left out on request: legal-01-1" in said


def test_the_error_is_a_plan_error(demo_index):
    from builders.commands.making import PlanOptions, make_plan
    from builders.commands.options import SourceOptions
    from builders.commands.sources import Sources

    (recipe,) = find("speaker-gender")
    options = SourceOptions(
        given={"demo": demo_index.root},
        below=None,
        source="demo",
        allow_damaged=False,
        allow_short=True,
        without=("nosuch",),
    )
    plans = PlanOptions(seed=1, limit=1, as_released=False, workers=1)
    with pytest.raises(PlanError):
        make_plan(recipe, Sources(options, workers=1), plans, alone=True)
    assert make_plan(recipe, Sources(options, workers=1), plans).items
