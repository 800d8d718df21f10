"""Copies of a recording: one is used, and none where a corpus says two things of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builders.choosing.copies import once_each
from builders.engine.supply import Supply
from builders.selection import Selected
from builders.transcript import Transcribed
from manifests.errors import PlanError
from tests.builders.speaking import clip_row, index_of, let_clips_sound


def row(name, *, of="", **own):
    made = clip_row(name, **{"text": "one two three", "speaker": name, **own})
    return made | {"sha256": of or name}


def supply_of(*rows, corpus="librispeech", **fields):
    index = index_of(corpus, rows)
    defaults = {"recipe": "r", "seed": 1, "per_label": 1, "allow_short": True, "index": index}
    return Supply(**{**defaults, **fields})


def kept(supply, says):
    return [clip.ref.item for clip in once_each(supply, supply.clips(min_duration_s=0.1, duplicates=True), says)]


def test_of_copies_that_agree_the_first_with_a_label_is_taken():
    supply = supply_of(row("a"), row("b", of="a"), row("c"), row("d", of="c"), row("e"))
    assert kept(supply, lambda clip: {"a": None, "b": "x", "c": "y", "d": "y"}[clip.ref.item]) == ["b", "c", "e"]
    assert supply.notes == []


def test_copies_that_disagree_are_all_left_out_and_named():
    rows = [
        row("a"),
        row("b", of="a"),
        row("c", of="a"),
        *(row(f"{n}{half}", of=f"{n}") for n in range(7) for half in "xy"),
    ]
    supply = supply_of(*rows, row("z"))
    assert kept(supply, lambda clip: None if clip.ref.item == "c" else clip.ref.item) == ["z"]
    (note,) = supply.notes
    assert note.startswith(
        "8 recordings left out, as there are copies of each under different labels: librispeech/0x = "
    )
    assert note.endswith("; and 3 more")


def test_another_stretch_of_the_file_is_no_copy():
    supply = supply_of(row("a"), row("b", of="a") | {"start_frame": 5})
    assert kept(supply, lambda clip: clip.ref.item) == ["a", "b"]


def test_nothing_but_copies_that_disagree_is_refused():
    supply = supply_of(row("a"), row("b", of="a"))
    with pytest.raises(PlanError, match="librispeech/a = librispeech/b"):
        kept(supply, lambda clip: clip.ref.item)


BY_SEX = (("male", ("male",)), ("female", ("female",)))


def test_a_selection_uses_no_recording_of_two_labels_even_across_corpora():
    own = [row("a", sex="male"), row("b", sex="female"), row("c", of="b", sex="male"), row("d", sex="female")]
    other = [
        row("k", of="a", sex="female"),
        row("m", sex="male"),
        row("n", sex="female"),
        row("o", of="d", sex="female"),
    ]
    supply = supply_of(*own, others=(index_of("vctk", other),), per_label=1)
    both = Selected(column="sex", labels=BY_SEX, shares=("librispeech", "vctk"))
    drafts = both.draft(replace(supply, notes=(notes := [])))
    assert {draft.key: draft.label for draft in drafts} == {"vctk/m": "male", "vctk/n": "female"}
    assert any("librispeech/a = vctk/k; librispeech/b = librispeech/c" in note for note in notes)


def test_a_transcript_is_of_no_recording_with_two_texts(monkeypatch):
    let_clips_sound(monkeypatch, {})
    rows = [row("a"), row("b", of="a", text="four five"), row("c"), row("d", of="c", text="One, two; THREE!")]
    supply = supply_of(*rows, per_label=2)
    assert [draft.sources[0].item for draft in Transcribed().draft(supply)] == ["c"]
    assert any("librispeech/a = librispeech/b" in note for note in supply.notes)


def test_a_copy_with_another_header_is_a_copy():
    rows = [row("a") | {"pcm_sha256": "one"}, row("b") | {"pcm_sha256": "one"}, row("c") | {"pcm_sha256": "two"}]
    supply = supply_of(*rows)
    assert [clip.ref.item for clip in supply.clips(min_duration_s=0.1)] == ["a", "c"]
    labels = {"a": "wet", "b": "dry", "c": "wet"}
    clips = supply.clips(min_duration_s=0.1, duplicates=True)
    assert [clip.ref.item for clip in once_each(supply, clips, lambda clip: labels[clip.ref.item])] == ["c"]
    assert any("librispeech/a = librispeech/b" in note for note in supply.notes)
