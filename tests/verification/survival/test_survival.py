"""Which tasks survive what."""

import numpy as np
import pytest

from tests.verification.survival.survival_clips import (
    Pitch,
    Side,
    Slope,
    Unknowable,
    ears,
    pitches,
    ramps,
    row,
    voice,
)  # fmt: skip
from verification.listening.facts import Sound
from verification.opening.entry import AudioRef, Entry
from verification.survival import measuring
from verification.survival.measuring import survive
from verification.survival.registry import treatments
from verification.survival.table import sentence
from verification.survival.treatment import Treatment


def verdicts(rows):
    return {each.treatment: each.verdict for each in rows}


def test_an_ear_is_lost_by_averaging_and_by_nothing_that_keeps_channels():
    rows = survive(ears(6), Side(), workers=1)
    assert tuple(verdicts(rows)) == tuple(treatments())
    found = verdicts(rows)
    for name in ("mono", "datasets-reader", "telephone", "log-mel"):
        assert found[name] == "unanswerable"
    for name in ("loudness", "peak", "rms-gain", "mp3-64k", "opus-24k", "cut-30s", "first-10s"):
        assert found[name] == "answerable"
    mono = rows[0]
    assert (mono.items, mono.holds, mono.share, mono.untreated, mono.chance) == (12, 6, 0.5, 1.0, 0.5)
    assert mono.note == "12 of 12 clips had several channels, 0 of 12 clips another rate"


def test_a_ramp_survives_all_but_a_running_gain():
    found = verdicts(survive(ramps(5), Slope(), workers=1))
    assert found.pop("rms-gain") in {"weakened", "unanswerable"}
    assert set(found.values()) == {"answerable"}


def test_pitch_survives_the_telephone():
    found = verdicts(survive(pitches(5), Pitch(), workers=1, treatments=["telephone", "opus-24k", "mono"]))
    assert list(found.items()) == [(name, "answerable") for name in ("mono", "opus-24k", "telephone")]


def test_what_comes_after_10_s_is_lost():
    def late(number, label):
        clip = np.zeros(8000 * 14, np.float32)
        loud = voice(2.0, rate=8000, seed=number)
        clip[: len(loud)] = loud * (0.1 if label == "rising" else 1)
        clip[-len(loud) :] = loud * (1 if label == "rising" else 0.1)
        return row(number, label, clip, rate=8000)

    class Ends(Slope):
        def measure(self, sound):
            ends = sound.mono[:16_000], sound.mono[-16_000:]
            first, last = (10 * np.log10(np.mean(np.square(end)) + 1e-10) for end in ends)
            return {"slope_db": float(last - first) if last > -90 else 0.0}

    rows = [late(number, ("rising", "falling")[number % 2]) for number in range(10)]
    found = verdicts(survive(rows, Ends(), workers=1, treatments=["cut-30s", "first-10s"]))
    assert found == {"cut-30s": "answerable", "first-10s": "unanswerable"}


def test_workers_change_nothing():
    entries = ramps(4, seconds=0.5)
    names = ["mono", "peak", "mp3-64k", "opus-24k"]
    alone = survive(entries, Slope(), workers=1, treatments=names)
    assert survive(entries, Slope(), workers=2, treatments=names) == alone


def test_clips_that_cannot_be_heard_are_left_out_and_said():
    broken = Entry(number=90, id="broken", label="rising", audio=(AudioRef(name="x.wav", data=b"no sound"),))
    silent_of_label = Entry(number=91, id="no-label", audio=(AudioRef(name="y.wav", data=b""),))
    empty = row(92, "falling", voice(1.0)[:0])
    (peak,) = survive([*ramps(4, seconds=0.5), broken, silent_of_label, empty], Slope(), workers=1, treatments=["peak"])
    assert (peak.items, peak.verdict) == (8, "answerable")
    assert "2 clips left out" in peak.note
    assert survive([broken], Slope(), workers=1, treatments=["peak"]) == ()
    assert survive([], Slope(), workers=1) == ()


def test_a_property_that_cannot_be_measured_blames_no_treatment():
    rows = survive(ramps(3, seconds=0.3), Unknowable(), workers=1, treatments=["peak", "mono"])
    assert {each.verdict for each in rows} == {"unanswerable"}
    assert all("says nothing about the treatment" in each.note for each in rows)
    assert all("decides nothing for 6 of 6 clips" in each.note for each in rows)
    assert "cannot be measured on these clips even untreated (0 % hold)" in sentence(rows)


def test_always_the_most_frequent_label_is_no_answer():
    class Stubborn(Slope):
        def answer(self, values):
            return "rising"

    entries = [entry for entry in ramps(8, seconds=0.3) if entry.label == "rising" or entry.number < 4]
    (peak,) = survive(entries, Stubborn(), workers=1, treatments=["peak"])
    assert (peak.holds, peak.items, peak.verdict) == (8, 10, "unanswerable")
    assert peak.low > 0.45
    assert "says nothing about the treatment" in peak.note


def test_a_treatment_without_remarks_has_no_note(monkeypatch):
    class Upside(Treatment):
        name, title, order = "upside-down", "turning it upside down", 1

        def apply(self, sound):
            return Sound(samples=-sound.samples, sampling_rate=sound.sampling_rate)

    monkeypatch.setattr(measuring, "treatments_named", lambda names: {"upside-down": Upside()})
    (flipped,) = survive(ramps(4, seconds=0.5), Slope(), workers=1, treatments=["upside-down"])
    assert (flipped.share, flipped.note) == (1.0, "")


@pytest.mark.parametrize("most_items", [1, 7, 8])
def test_no_more_items_than_asked_for(most_items):
    rows = survive(ramps(6, seconds=0.3), Slope(), workers=1, treatments=["peak"], most_items=most_items)
    assert rows[0].items <= most_items
    assert rows[0].items >= most_items - 1
