"""The charts' numbers, places and words."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.findings import Finding
from verification.listening.facts import FEATURES
from verification.pages.answers import label_bars, labels_drawn, plotted_labels
from verification.pages.durations import duration_histogram
from verification.pages.measures import shortcuts, survivors, untried
from verification.pages.rows import item_table
from verification.pages.rule_titles import title_of
from verification.pages.scales import Scale
from verification.pages.strips import feature_plots
from verification.pages.verdict import headline, rule_groups
from verification.pages.wording import number, p_value, title_and_unit

FINITE = st.floats(-1e6, 1e6, allow_nan=False)


@given(FINITE, FINITE)
def test_axes_hold_their_range_and_their_ticks(one, other):
    scale = Scale.over(min(one, other), max(one, other))
    assert scale.low < min(one, other)
    assert scale.high > max(one, other)
    assert 0 <= scale.place(one) <= 100
    ticks = scale.ticks()
    assert 1 <= len(ticks) <= 6
    assert all(0 <= tick.place <= 100 for tick in ticks)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12_345.6, "12,346"),
        (999.6, "1,000"),
        (123.4, "123"),
        (12.34, "12.3"),
        (1.234, "1.23"),
        (-0.01234, "−0.0123"),
        (0.0, "0"),
        (1e-9, "0"),
        (-1e-9, "0"),
        (100.0, "100"),
        (None, "–"),
        (float("nan"), "–"),
        (float("inf"), "–"),
    ],
)
def test_numbers_have_the_digits_that_count(value, text):
    assert number(value) == text


@given(st.floats(0.01, 999, allow_nan=False))
def test_numbers_read_back_within_half_a_per_cent(value):
    assert float(number(value).replace(",", "")) == pytest.approx(value, rel=0.005)


def test_features_have_titles_and_units():
    assert title_and_unit("noise_floor_dbfs") == ("Noise floor", "dBFS")
    assert title_and_unit("tilt_db_per_octave") == ("Spectral tilt", "dB per octave")
    assert title_and_unit("median_f0_hz") == ("Median F0", "Hz")
    assert title_and_unit("t60_s") == ("T60", "s")
    assert title_and_unit("band_63_hz_db") == ("Octave at 63 Hz", "dB")
    assert all("_" not in title_and_unit(name)[0] for name in FEATURES)


def test_small_p_values_are_bounded():
    assert [p_value(value) for value in (0.0004, 0.0123, 0.5)] == ["< 0.001", "0.012", "0.50"]


def durations(audited, *seconds):
    return [replace(audited.items[0], number=index, duration_s=value) for index, value in enumerate(seconds)]


def test_thirty_seconds_exactly_are_not_longer_than_thirty(audited):
    histogram = duration_histogram(durations(audited, 30.0, 30.0, 30.01, 5.0))
    assert "1 clip of 4 (25.00 %) last longer" in histogram.summary.replace("lasts", "last")
    assert [column.beyond for column in histogram.columns] == [False, False, True]
    assert all(column.left >= histogram.limit - 0.01 for column in histogram.columns if column.beyond)


def test_an_hour_does_not_flatten_the_rest(audited):
    histogram = duration_histogram(durations(audited, 3600.0, *[5.0] * 50, None, float("nan")))
    assert histogram.highest == 50
    assert max(column.left + column.width for column in histogram.columns) <= 100
    assert "120 s and more" in histogram.summary
    assert histogram.columns[0].left > 3


def test_the_headline_says_that_shortcuts_were_not_tried(audited):
    clean = replace(audited, findings=(), shortcuts=(), notes=("Shortcuts were not tried: 3 rows have a label.",))
    assert headline(clean).endswith(" rules; whether it can be answered without the property was not tried.")
    assert headline(replace(clean, notes=())).endswith(" rules.")
    assert headline(replace(clean, shortcuts=audited.shortcuts)).endswith(" rules.")


@given(st.lists(st.floats(0.01, 500), min_size=1, max_size=50))
def test_every_clip_stands_in_one_bar(audited, seconds):
    histogram = duration_histogram(durations(audited, *seconds))
    counted = sum(column.height * histogram.highest / 100 for column in histogram.columns)
    assert counted == pytest.approx(len(seconds), abs=0.3)


def test_bars_of_many_labels():
    bars = label_bars({f"label {index}": 1 + index for index in range(40)})
    assert len(bars.bars) == 16
    assert (bars.bars[0].length, bars.bars[0].count) == (100, 40)
    assert (bars.others, bars.other_rows) == (24, sum(range(1, 25)))
    assert label_bars({}).bars == ()


def test_transcripts_are_no_labels_to_compare():
    assert plotted_labels({f"sentence {index}": 1 for index in range(100)}) == ()
    assert plotted_labels({"up": 50, "down": 50}) == ("down", "up")
    assert plotted_labels({"a": 1, "b": 1}) == ("a", "b")
    assert len(plotted_labels({str(index): 10 for index in range(30)})) == 10


def test_it_is_told_which_answers_are_not_drawn():
    assert labels_drawn({str(index): 10 for index in range(12)}) == "Only the 10 most frequent of 12 answers are drawn."
    assert labels_drawn({str(index): 10 for index in range(10)}) == ""
    assert labels_drawn({"only": 3}) == labels_drawn({}) == ""
    assert "hardly one of 100 answers stands twice" in labels_drawn({f"sentence {index}": 1 for index in range(100)})


@pytest.mark.parametrize(("low", "high"), [(1234.1, 1235.9), (0.10001, 0.10003), (-55.52, -55.49), (0.0, 30.0)])
def test_no_tick_says_what_its_neighbour_says(low, high):
    texts = [tick.text for tick in Scale.over(low, high).ticks()]
    assert len(texts) == len(set(texts)) > 1


def test_ticks_of_long_numbers_stand_apart(audited):
    items = tuple(
        replace(item, features={**item.features, "bytes_per_s": 32_020.0 + item.number / 10}) for item in audited.items
    )
    plots = {plot.title: plot for plot in feature_plots(replace(audited, items=items))}
    ticks = plots["Bytes per second"].ticks
    assert 1 <= len(ticks) <= 3
    assert sum(len(tick.text) for tick in ticks) <= 20


def test_strips_show_the_quartiles_of_each_answer(audited):
    plots = {plot.title: plot for plot in feature_plots(audited)}
    assert list(plots)[:6] == ["Duration", "Level", "Peak", "Noise floor", "Bandwidth", "Spectral centroid"]
    peaks = {label: [item.peak_dbfs for item in audited.items if item.label == label] for label in audited.labels}
    assert plots["Peak"].leaks
    assert not plots["Level"].leaks
    assert "80" in plots["Peak"].alone
    for strip in plots["Peak"].strips:
        assert f"median {number(float(np.median(peaks[strip.label])))} dBFS" in strip.alt
        assert strip.low_quartile < strip.median < strip.high_quartile


def test_a_feature_without_values_or_spread(audited):
    items = tuple(
        replace(item, features={"bandwidth_hz": 4000.0}, duration_s=None, rms_dbfs=None, peak_dbfs=None)
        for item in audited.items
    )
    (plot,) = feature_plots(replace(audited, items=items))
    assert (plot.constant, plot.strips) == ("4,000 Hz", ())


def test_the_worst_shortcut_first_and_the_property_last(audited):
    listed = shortcuts(audited.shortcuts)
    assert (listed[0].family, listed[0].standing) == ("Peak", "leaks")
    assert (listed[-1].family, listed[-1].standing) == ("Edges", "inherent")
    assert listed[-1].note
    assert {each.standing for each in listed[1:-1]} == {"holds"}
    assert listed[0].interval.low < listed[0].interval.value < listed[0].interval.high
    assert listed[0].interval.line == 50


def test_what_was_not_tried_has_no_score(audited):
    (form,) = untried(audited.shortcuts)
    assert (form.families, form.reason) == (("Form",), "the same for all rows")
    tried = [each.family for each in shortcuts(audited.shortcuts)]
    assert "Form" not in tried
    assert len(tried) == len(audited.shortcuts) - 1
    (plot,) = [plot for plot in feature_plots(audited) if plot.title == "Duration"]
    assert plot.alone
    (score,) = [score for score in audited.shortcuts if score.family == "duration"]
    still = replace(score, balanced_accuracy=0.5, low=0.5, high=0.5, p_value=1.0, note="the same for all rows")
    (plot,) = [plot for plot in feature_plots(replace(audited, shortcuts=(still,))) if plot.title == "Duration"]
    assert plot.alone == ""


def test_a_guess_that_is_worse_than_chance_was_tried(audited):
    score = replace(audited.shortcuts[0], balanced_accuracy=0.1, low=0.0, high=0.3, p_value=1.0, p_family=1.0)
    for note in ("", "each group has one of its own"):
        assert [each.accuracy for each in shortcuts([replace(score, note=note)])] == ["10\N{NO-BREAK SPACE}%"]
        assert untried([replace(score, note=note)]) == []


def test_features_that_are_the_property_for_one_reason_are_one_row(audited):
    crest, *octaves = [
        replace(audited.shortcuts[0], family=family, balanced_accuracy=score, inherent=reason)
        for family, score, reason in (
            ("crest_db", 0.75, "fewer pulses"),
            ("band_63_hz_db", 0.92, "F0"),
            ("band_125_hz_db", 1.0, "F0"),
        )
    ]
    listed = shortcuts([crest, *octaves])
    assert [(each.family, each.more, each.p) for each in listed] == [
        ("Octave at 125 Hz", (("Octave at 63 Hz", "92\N{NO-BREAK SPACE}%"),), ""),
        ("Crest factor", (), ""),
    ]


def test_a_set_with_splits_leaves_room_for_them(audited):
    items = tuple(replace(item, split=("test", "train")[item.number % 2]) for item in audited.items)
    measured = [
        [column.key for column in item_table(report, {}).columns if column.key.startswith("measured.")]
        for report in (audited, replace(audited, items=items))
    ]
    assert [len(keys) for keys in measured] == [2, 1]


def test_verdicts_have_a_shape_each(audited):
    marks = {row.verdict: row.mark for row in survivors(audited.survival)}
    assert marks == {"answerable": "full", "weakened": "half", "unanswerable": "empty"}


def test_findings_are_grouped_errors_first_with_rows_to_look_at(audited):
    groups = rule_groups(audited)
    assert [group.severity for group in groups] == sorted(group.severity for group in groups)
    assert sum(group.count for group in groups) == len(audited.findings)
    label = next(group for group in groups if group.rule == "truth.label")
    assert (label.count, label.applied, label.more, len(label.examples)) == (7, 200, 1, 6)
    assert audited.items[label.examples[0].number].name == label.examples[0].name
    peak = next(group for group in groups if group.rule == "shortcut.peak")
    assert peak.about_set
    assert peak.examples == ()


def test_a_rule_may_be_an_error_here_and_a_doubt_there(audited):
    findings = (Finding("a", "audio.clipped", "1", "0", "warning"), Finding("b", "audio.clipped", "9", "0", "error"))
    groups = rule_groups(replace(audited, findings=findings))
    assert [(group.severity, group.count) for group in groups] == [("error", 1), ("warning", 1)]
    assert groups[0].examples[0].number is None
    assert headline(replace(audited, findings=findings)).startswith("1 error by 1 rule and 1 warning by 1 rule, in ")


def test_the_table_begins_with_the_most_harm(audited):
    table = item_table(audited, {3: [0]})
    rows = [table.data["items"][place] for place in table.order]
    assert rows[0]["rules"] == ["audio.clipped", "truth.weak"]
    assert [bool(row["rules"]) for row in rows] == sorted((bool(row["rules"]) for row in rows), reverse=True)
    assert all(len(row["cells"]) == len(row["keys"]) == len(table.columns) for row in rows)
    assert [row["number"] for row in rows if row["clips"]] == [3]
    assert table.labels == ("decreasing", "increasing")


def test_long_names_are_told_apart_by_their_ends(audited):
    items = [
        replace(audited.items[0], number=n, name=f"Actor_01/03-01-02-01-01-02-{n:02}.wav", label="") for n in (1, 2)
    ]
    table = item_table(replace(audited, items=tuple(items)), {})
    assert [row["cells"][0] for row in table.data["items"]] == [f"…-02-01-01-02-{n:02}.wav" for n in (1, 2)]
    assert [row["name"] for row in table.data["items"]] == [item.name for item in items]
    assert "label" not in {column.key for column in table.columns}


def test_rules_without_a_sentence_are_read_from_their_names():
    assert title_of("shortcut.noise_floor") == "The answer can be guessed from the noise floor"
    assert title_of("pitch.other_tracker") == "Pitch: other tracker"
    assert title_of("odd") == "odd"
