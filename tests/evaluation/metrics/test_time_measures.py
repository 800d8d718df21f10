"""Spans, events, speakers, beats and directions."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics.angles import angle_difference
from evaluation.metrics.beats import beat_error, miss_time
from evaluation.metrics.diarisation import der
from evaluation.metrics.errors import MetricError
from evaluation.metrics.events import event_f1
from evaluation.metrics.overlaps import iou, span_f1
from evaluation.metrics.spans import Span, spans_of

TICKS = st.integers(0, 40).map(lambda tick: tick / 4)
SPANS = st.lists(st.tuples(TICKS, TICKS, st.sampled_from(["", "dog", "cat"])), max_size=4).map(
    lambda rows: str([[min(one, two), max(one, two), label] for one, two, label in rows])
)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("[0.5, 3.2]", [Span(0.5, 3.2)]),
        ("[[0, 1], [2, 3]]", [Span(0, 1), Span(2, 3)]),
        ("[('Speech', 0.0, 1.2)]", [Span(0, 1.2, "speech")]),
        ("[[0.0, 1.2, 'Dog Bark']]", [Span(0, 1.2, "dog bark")]),
        ('[{"label": "dog", "onset": 0, "offset": 1}]', [Span(0, 1, "dog")]),
        ("{'A': [[0, 1], [2, 3]], 'B': [1, 2]}", [Span(0, 1, "a"), Span(2, 3, "a"), Span(1, 2, "b")]),
        ("dog: 0.5-1.2; Alarm_bell: 2.0 – 3.1 s", [Span(0.5, 1.2, "dog"), Span(2.0, 3.1, "alarm_bell")]),
        ("speaker 1: 0.0-1.5, speaker 2: 1.5-3.0", [Span(0, 1.5, "speaker 1"), Span(1.5, 3, "speaker 2")]),
        ("0.5 - 1.2: dog\n2 - 3: cat", [Span(0.5, 1.2, "dog"), Span(2, 3, "cat")]),
        ("1:05 to 1:10.5", [Span(65, 70.5)]),
        ("[]", []),
        ("[3, 1]", None),
        ("[1, 2, 3]", None),
        ("a dog barks", None),
        ("the dog: 1-2 I think", None),
        ("[[1, 2], 'x']", None),
        ("[" * 5_000, None),
        ("{" * 50, None),
        ("[1e999, 2]", None),
        (str([[0, 1]] * 1_001), None),
        ("", None),
    ],
)
def test_spans_are_read(text, spans):
    assert spans_of(text) == (None if spans is None else tuple(spans))


@pytest.mark.parametrize(
    ("reference", "reply", "value"),
    [
        ("[1, 3]", "[2, 4]", 1 / 3),
        ("[1, 3]", "[4, 5]", 0.0),
        ("[[0, 1], [2, 3]]", "[0, 3]", 2 / 3),
        ("[[0, 2], [1, 3]]", "[0, 3]", 1.0),
        ("dog: 0-1", "cat: 0-1", 0.0),
        ("dog: 0-1; cat: 1-2", "dog: 0-1", 1 / 2),
        ("[]", "[]", 1.0),
        ("[1, 1]", "[1, 1]", 1.0),
        ("['a', 'b', 'c']", "B, c, d", 2 / 4),
        ("['a']", "none", 0.0),
        ("org: EU, place: Paris", "place: paris", 1 / 2),
    ],
)
def test_iou_by_hand(reference, reply, value):
    assert iou([reference], [reply]).value == pytest.approx(value)


def test_a_set_of_lists_is_not_read_as_times_because_one_looks_like_it():
    assert iou(["[1, 5]", "[2, 3, 7]"], ["[1, 5]", "[2, 3]"]).per_item == (1.0, pytest.approx(2 / 3))
    assert iou(["[1, 5]"], ["[1, 3]"]).value == pytest.approx(1 / 2)


@settings(max_examples=80, deadline=None)
@given(SPANS, SPANS)
def test_agreement_of_spans_is_symmetric_and_bounded(one, other):
    for measure in (iou, span_f1, event_f1):
        value = measure([one], [other]).value
        mirrored = measure([other], [one]).value
        if measure is not event_f1:  # the offset's tolerance hangs on the reference's length
            assert value == (mirrored if mirrored is None else pytest.approx(mirrored))
        assert value is None or 0 <= value <= 1
    assert iou([one], [one]).value == 1.0
    assert event_f1([one], [one]).value in (None, 1.0)


def test_span_f1_pools_time():
    measured = span_f1(["[[0, 2]]", "[[0, 1]]", "[]"], ["[[1, 3]]", None, "[]"])
    assert measured.value == pytest.approx(2 * 1 / (2 + 2))
    assert measured.per_item == (0.5, None, None)
    assert span_f1(["[]"], ["[]"]).reason == "neither the references nor the replies hold any time"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("dog: 1.2-3.2", 1.0),  # both ends at the collar
        ("dog: 1.21-3.0", 0.0),
        ("dog: 1.0-3.4", 1.0),  # 20 % of 2 s
        ("dog: 1.0-3.41", 0.0),
        ("cat: 1.0-3.0", 0.0),
        ("dog: 1.0-3.0; dog: 1.1-3.1", 2 / 3),  # matched once
        ("[]", 0.0),
    ],
)
def test_event_f1_by_hand(reply, value):
    assert event_f1(["dog: 1.0-3.0"], [reply]).value == pytest.approx(value)


def test_events_are_matched_as_many_as_can_be():
    # The first reply suits both events, the second only the first: greedy matching would find one.
    assert event_f1(["dog: 1.0-3.0; dog: 1.3-3.3"], ["dog: 1.15-3.2; dog: 0.85-2.9"]).value == 1.0


def test_event_f1_pools_events():
    measured = event_f1(["dog: 0-1", "cat: 0-1; cat: 2-3", "[]"], ["dog: 0-1", "cat: 5-6", "what?"])
    assert measured.value == pytest.approx(2 / 5)
    assert measured.per_item == (1.0, 0.0, None)
    assert measured.at([0, 0]) == 1.0


def test_der_by_hand():
    reference = "A: 0-4; B: 4-8"
    replies = ["x: 4-8; y: 0-4", "x: 0-8", "x: 0-4", "x: 0-4; y: 4-10", "[]", "someone"]
    measured = der([reference] * 6, replies)
    assert measured.per_item == pytest.approx((0.0, 0.5, 0.5, 0.25, 1.0, None))
    assert measured.value == pytest.approx((0 + 4 + 4 + 2 + 8) / 40)
    assert measured.na_rate == pytest.approx(1 / 6)


def test_der_of_silence():
    measured = der(["[]", "[]"], ["[]", "A: 0-1"])
    assert (measured.value, measured.reason) == (None, "the references hold no speech")
    assert der(["[]", "A: 0-2"], ["A: 0-1", "A: 0-2"]).value == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("reply", "angle"),
    [
        ("[1, 0, 0]", 0.0),
        ("(2, 0, 0)", 0.0),
        ("0 1 0", math.pi / 2),
        ("-1, 0, 0", math.pi),
        ("[1, 1e-9, 0]", 1e-9),
        ("[1e300, 1e300, 0]", math.pi / 4),
        ("[0, 0, 0]", None),
        ("[1, 0]", None),
        ("left", None),
    ],
)
def test_angles_by_hand(reply, angle):
    assert angle_difference(["[1, 0, 0]"], [reply]).per_item == (
        angle if angle is None else pytest.approx(angle, rel=1e-6),
    )


@settings(max_examples=40, deadline=None)
@given(*[st.lists(st.integers(-9, 9), min_size=3, max_size=3).filter(any)] * 2)
def test_angles_are_symmetric_and_bounded(one, other):
    angle = angle_difference([str(one)], [str(other)]).value
    assert 0 <= angle <= math.pi + 1e-12
    assert angle == pytest.approx(angle_difference([str(other)], [str(one)]).value)


def test_beats_by_hand():
    references, replies = ["[1, 2, 4]", "[1]", "[1]"], ["[1, 2.5]", "[]", "soon"]
    assert miss_time(references, replies).value == pytest.approx(0 + 0.5 + 1.5)
    assert beat_error(references, replies).value == pytest.approx((0.25 + 2.25) / 3)
    assert miss_time(references, replies).na_rate == pytest.approx(2 / 3)


@pytest.mark.parametrize("measure", [span_f1, event_f1, der, angle_difference, miss_time])
def test_references_of_another_kind_are_refused(measure):
    with pytest.raises(MetricError, match="reference 1 of 1"):
        measure(["a dog"], ["a dog"])
