"""Slot filling as SUPERB scores it."""

import pytest

from evaluation.metrics.slots import slot_type_f1, slot_value_cer, slots_of

MARKED = "play B-artist the beatles E-artist at B-time noon E-time"


@pytest.mark.parametrize(
    "text",
    [
        MARKED,
        "{'artist': 'the beatles', 'time': 'noon'}",
        '[{"artist": "the beatles"}, {"time": "noon"}]',
        "[('artist', 'the beatles'), ('time', 'noon')]",
        "artist: the beatles; Time: noon",
        "artist = the beatles\ntime = noon",
    ],
)
def test_slots_are_read(text):
    assert slots_of(text) == {"artist": ["the beatles"], "time": ["noon"]}


@pytest.mark.parametrize(
    ("text", "slots"), [("{}", {}), ("none", {}), ("I hear music", None), ("", None), ("[1]", None)]
)
def test_no_slots(text, slots):
    assert slots_of(text) == slots


@pytest.mark.parametrize(
    ("reply", "f1", "rate"),
    [
        (MARKED, 1.0, 0.0),
        ("artist: the beetles", 2 / 3, (1 + 4) / 14),  # one of 10 letters, and noon lost
        ("artist: the beatles; time: noon; place: rome", 4 / 5, 0.0),
        ("{}", 0.0, 1.0),
        ("{'artist': ['the beatles', 'abba'], 'time': 'moon'}", 1.0, 1 / 14),
    ],
)
def test_by_hand(reply, f1, rate):
    assert slot_type_f1([MARKED], [reply]).value == pytest.approx(f1)
    assert slot_value_cer([MARKED], [reply]).value == pytest.approx(rate)


def test_references_without_slots():
    assert slot_type_f1(["{}"], ["{}"]).value == 1.0
    assert slot_value_cer(["{}"], ["city: rome"]).reason == "the references hold no slot values"


def test_replies_without_slots_are_na():
    measured = slot_type_f1([MARKED, MARKED], ["I hear music", MARKED])
    assert (measured.value, measured.na_rate) == (1.0, 0.5)
