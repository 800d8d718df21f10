"""`soundprobe release diff`: what two releases differ in, item by item."""

import json

import pytest

from tests.publishing.releases.life import build, dataset, edit_header, edit_item, items_of, release, sign_again

VOLUME, BINAURAL = "volume-perception", "binaural-effect-perception"


def test_a_release_and_its_record_do_not_differ(made):
    result = release("diff", made.release, made.record)
    assert result.exit_code == 0
    assert "no difference" in result.output


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("relabelled", lambda item: item.update(label="right" if item["label"] == "left" else "left")),
        ("rerendered", lambda item: item.update(pcm_sha256="0" * 64)),
        ("reparameterised", lambda item: item["parameters"].update(level_dbfs=-20.25)),
        ("reworded", lambda item: item.update(instruction="Which?")),
        ("remeasured", lambda item: item["measurements"].update(gain=0.5)),
    ],
)
def test_an_item_is_told_by_what_differs(made, kind, change):
    name = edit_item(made.record, BINAURAL, 2, change)
    sign_again(made.record, BINAURAL)
    result = release("diff", made.release, made.record, "--json")
    assert result.exit_code == 1
    diff = json.loads(result.output)
    (found,) = diff["datasets"]
    assert found[kind] == [name]
    assert {key for key, value in found.items() if value} == {"recipe", kind}
    text = release("diff", made.release, made.record)
    assert text.exit_code == 1
    assert name in text.output


def test_more_items_another_seed_and_another_task_are_told(made, tmp_path):
    other = tmp_path / "other"
    built = build(other, "--limit", 4, "--version", "1.1.0", targets=(BINAURAL, "pitch-perception"))
    assert built.exit_code == 0, built.output
    result = release("diff", made.record, other / "records" / "small-1.1.0", "--json")
    diff = json.loads(result.output)
    assert (diff["before"], diff["after"]) == ("small-1.0.0", "small-1.1.0")
    assert (diff["added"], diff["removed"]) == (["pitch-perception"], [VOLUME])
    (found,) = diff["datasets"]
    ids = [
        {item["id"] for item in items_of(record, BINAURAL)} for record in (made.record, other / "records/small-1.1.0")
    ]
    assert set(found["added"]) == ids[1] - ids[0]
    assert len(found["added"]) == 2
    assert not found["removed"]
    assert {name for name, *_ in found["header"]} >= {"counts", "plan_sha256", "notes"}


def test_recipes_packages_and_terms_are_told(made):
    def change(header):
        header["packages"]["numpy"] = "9.9"
        header["licence"]["commercial_use"] = False
        dataset(header, BINAURAL)["recipe_sha256"] = "0" * 64
        dataset(header, BINAURAL)["question"] = "{0} or {1}?"

    edit_header(made.record, change)
    result = release("diff", made.release, made.record)
    assert result.exit_code == 1
    for told in ("numpy", "-> 9.9", "licence: ", "recipe_sha256: ", "question: "):
        assert told in result.output


def test_what_is_no_record_is_trouble(made, tmp_path):
    assert release("diff", made.record, tmp_path / "nowhere").exit_code == 2


def test_what_a_header_alone_tells_is_compared(made):
    def change(header):
        dataset(header, BINAURAL).update(level=5, suite="other")
        dataset(header, BINAURAL)["shards"][0].update(sha256="0" * 64)

    edit_header(made.record, change)
    result = release("diff", made.release, made.record)
    assert result.exit_code == 1
    assert "    suite: sagi -> other\n    level: 2 -> 5\n" in result.output
    assert f'"sha256":"{"0" * 64}"' in result.output


def rewrite_lines(record, recipe, change):
    path = record / f"{recipe}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(change(lines)), encoding="utf-8")


def test_items_in_another_order_are_told(made):
    rewrite_lines(made.record, BINAURAL, lambda lines: lines[::-1])
    sign_again(made.record, BINAURAL)
    result = release("diff", made.release, made.record)
    assert result.exit_code == 1
    assert f"  {BINAURAL}\n    the items in another order\n" in result.output
    assert json.loads(release("diff", made.release, made.record, "--json").output)["datasets"][0]["reordered"] is True


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_line_that_stands_twice_and_a_count_that_is_wrong_are_told(made, place):
    rewrite_lines(made.record, BINAURAL, lambda lines: [*lines, lines[1]])
    sign_again(made.record, BINAURAL)
    name = items_of(made.record, BINAURAL)[1]["id"]
    both = (made.release, made.record) if place == "after" else (made.record, made.release)
    result = release("diff", *both)
    assert result.exit_code == 1
    assert f"1 on more than one line: {name}" in result.output
    assert f"{BINAURAL}.jsonl: 7 items; 6, as its release.json says" in result.output


def test_a_record_that_is_not_what_its_header_says_is_told(made):
    rewrite_lines(made.record, BINAURAL, lambda lines: [line.replace('":', '": ', 1) for line in lines])
    result = release("diff", made.release, made.record)
    assert result.exit_code == 1, "no value differs, and the file is none that its header vouches for"
    assert f"{made.record / BINAURAL}.jsonl: edited (sha256 " in result.output


def test_what_a_record_holds_does_not_steer_the_terminal(made):
    forged = "1\x1b]0;P\x07\nsmall-1.0.0 and small-1.0.0: no difference\u202e"

    def change(header):
        header["packages"].update({"a" + forged: forged})
        dataset(header, BINAURAL).update(title=forged, notes=[forged * 1000])

    edit_header(made.record, change)
    for more in ((), ("--json",)):
        result = release("diff", made.release, made.record, *more)
        assert result.exit_code == 1
        assert "\nsmall-1.0.0 and small-1.0.0: no difference" not in result.output
        assert all(line.isprintable() for line in result.output.splitlines())
    text = release("diff", made.release, made.record).output
    assert "    title: Binaural" in text
    assert r"-> 1\x1b]0;P\x07\nsmall-1.0.0" in text
    assert len(text) < 3000
