"""The picture of an item: the stretches that it shades, the words above it, the letters that it can draw."""

import warnings

import numpy as np
import pytest

from builders.commands import plot_words
from builders.commands.plot import plot_item
from builders.commands.plot_words import fonts_for, heading
from builders.commands.stretches import Stretch, stretches_of
from manifests.rows import ItemRecord
from tests.builders.running import built, items_of

RATE = 16_000
HALVES = {"first_frames": 16_000, "gap_s": 0.5, "first_intensity": "strong", "second_intensity": "normal"}


def record(**fields):
    return ItemRecord(
        **{
            "id": "0123456789abcdef",
            "group": "g",
            "label": "yes",
            "instruction": "Is it?",
            "options": ("yes", "no"),
            "operation": "a.b/1",
            "sources": (),
            "parameters": {},
            "frames": 4 * RATE,
            **fields,
        }
    )


def test_a_clip_that_is_all_one_has_no_stretches():
    assert stretches_of(record(), sampling_rate=RATE) == []


def test_a_question_ends_where_the_gap_begins():
    asked = record(parameters={"spoken_gap_s": 0.5}, measurements={"spoken_frames": 24_000})
    assert stretches_of(asked, sampling_rate=RATE) == [
        Stretch(name="question", start_s=0.0, end_s=1.0),
        Stretch(name="clip", start_s=1.5, end_s=4.0),
    ]


def test_the_halves_of_a_pair():
    assert stretches_of(record(parameters=HALVES), sampling_rate=RATE) == [
        Stretch(name="first half: strong", start_s=0.0, end_s=1.0),
        Stretch(name="second half: normal", start_s=1.5, end_s=4.0),
    ]


def test_halves_after_a_question_are_counted_from_the_clip():
    asked = record(parameters={**HALVES, "spoken_gap_s": 0.5}, measurements={"spoken_frames": 16_000})
    assert [(each.start_s, each.end_s) for each in stretches_of(asked, sampling_rate=RATE)] == [
        (0.0, 0.5),
        (1.0, 2.0),
        (2.5, 4.0),
    ]


def test_a_long_label_is_wrapped_and_shortened():
    lines = heading(record(label="Your reading is clear. " * 60), without=frozenset()).split("\n")
    assert len(lines) == 3
    assert max(map(len, lines)) <= 96
    assert lines[1].endswith("…")
    assert lines[2] == "Is it?"


def test_a_label_that_cannot_be_drawn_is_left_out():
    told = heading(record(label="假冒注册商标罪"), without=frozenset("假"))
    assert "假" not in told
    assert told.startswith("0123456789abcdef (the label is in letters that no font here has)")
    assert heading(record(label="yes"), without=frozenset("假")).startswith("0123456789abcdef: yes")


def test_a_dollar_is_no_formula():
    assert heading(record(label="$5 or $6"), without=frozenset()).startswith(r"0123456789abcdef: \$5 or \$6")


def test_a_font_with_chinese_letters_is_taken_if_there_is_one(monkeypatch):
    here = {"DejaVu Sans": frozenset("abc"), "WenQuanYi Micro Hei": frozenset("罪商")}
    monkeypatch.setattr(plot_words, "_letters", lambda font: here.get(font, frozenset()))
    assert fonts_for("abc") == (["DejaVu Sans"], frozenset())
    assert fonts_for("a罪") == (["DejaVu Sans", "WenQuanYi Micro Hei"], frozenset())
    assert fonts_for("a罪标") == (["DejaVu Sans", "WenQuanYi Micro Hei"], frozenset("标"))
    assert fonts_for("ж") == (["DejaVu Sans"], frozenset("ж"))


def test_the_plain_font_has_what_it_is_said_to_have():
    assert fonts_for("Fünf à la carte: 5 × 6 …") == (["DejaVu Sans"], frozenset())


@pytest.mark.parametrize("label", ["假冒注册商标罪", "a\x07b", "$5 or $", "word " * 300])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_label_is_drawn_without_a_warning(label, channels, tmp_path):
    wave = np.round(8_000 * np.sin(np.arange(4 * RATE) * 0.08)).astype(np.int16)
    pcm = wave if channels == 1 else np.stack([wave, 0 * wave], axis=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plot_item(tmp_path / "item.png", pcm, record(label=label, parameters=HALVES), sampling_rate=RATE)
    assert (tmp_path / "item.png").read_bytes().startswith(b"\x89PNG")


def test_silence_is_drawn(tmp_path):
    plot_item(tmp_path / "item.png", np.zeros(RATE, dtype=np.int16), record(), sampling_rate=RATE)
    assert (tmp_path / "item.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A set of free answers, and one whose clips use a recording several times."""
    out = tmp_path_factory.mktemp("shown")
    built("build", "legal-terms", "acoustic-scene", "--limit", 1, "--out", out, "--workers", 1)
    return out


def test_an_item_without_options_asks_for_a_free_answer(shown, tmp_path):
    (item,) = items_of(shown, "legal-terms")
    said = built("show", item.id, "--in", shown, "--to", tmp_path).output
    assert "options:     none: a free answer" in said
    assert item.label in said
    assert "Warning" not in said


def test_a_source_that_is_used_often_is_shown_once(shown, tmp_path):
    most = max(items_of(shown, "acoustic-scene"), key=lambda item: len(item.sources) - len(set(item.sources)))
    often = max(most.sources.count(ref) for ref in most.sources)
    said = built("show", most.id, "--in", shown, "--to", tmp_path).output
    assert said.count("source (") == len(set(most.sources))
    assert often == 1 or f"source (demo_scenes, {often} times)" in said
