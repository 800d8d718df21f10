import numpy as np
import pytest

from verification.clip import RowValueError
from verification.pitch import range_of, share_asked_for, share_within


def shifted(pcm, ratio):
    import pyworld

    sound = pcm.astype(np.float64) / 32768
    f0_hz, times_s = pyworld.dio(sound, 16_000, f0_floor=60.0, f0_ceil=400.0)
    f0_hz = pyworld.stonemask(sound, f0_hz, times_s, 16_000)
    envelope = pyworld.cheaptrick(sound, f0_hz, times_s, 16_000)
    aperiodicity = pyworld.d4c(sound, f0_hz, times_s, 16_000)
    moved = pyworld.synthesize(f0_hz * ratio, envelope, aperiodicity, 16_000)
    whole = np.zeros(len(pcm))
    whole[: min(len(pcm), len(moved))] = moved[: len(pcm)]
    return np.round(whole * 32768).clip(-32767, 32767).astype(np.int16)


@pytest.mark.parametrize("number", [0, 2, 4, 7])
@pytest.mark.parametrize("ratio", [1.2, 0.8])
def test_f0_that_is_a_fifth_off_is_found(pitch_set, found, number, ratio):
    report = pitch_set.forged(number, lambda shipped: shipped.remade(shifted(shipped.pcm, ratio)))
    assert (pitch_set.id(number), "pitch.median") in found(report)
    assert {item for item, _ in found(report)} == {pitch_set.id(number)}
    assert report.errors >= 1


@pytest.mark.parametrize("number", [1, 6])
def test_resynthesis_alone_is_no_finding(pitch_set, number):
    assert pitch_set.forged(number, lambda shipped: shipped.remade(shifted(shipped.pcm, 1.0))).findings == ()


def test_two_swapped_labels_are_found_when_the_record_is_forged(pitch_set, found):
    shipped = list(pitch_set.shipped)
    low, high = shipped[0].item, shipped[4].item
    for number, other in ((0, high), (4, low)):
        shipped[number] = shipped[number].saying(
            label=other.label,
            parameters=other.parameters,
            measurements={**other.measurements, **audio(shipped[number])},
        )
    report = pitch_set.release(shipped).check()
    for number in (0, 4):
        own = {rule for item, rule in found(report) if item == pitch_set.id(number)}
        assert own == {"pitch.share", "pitch.median"}


def audio(shipped):
    return {name: shipped.item.measurements[name] for name in ("duration_s", "peak_dbfs", "rms_dbfs", "gain")}


def test_a_swapped_label_in_the_rows_alone_is_found(pitch_set, found):
    report = pitch_set.tampered(0, lambda shipped: shipped.saying(label="(180, 250)"))
    own = {rule for item, rule in found(report) if item == pitch_set.id(0)}
    assert {"record.label", "pitch.label", "pitch.share"} <= own


def test_a_share_between_half_and_the_threshold_is_a_warning_and_fails_nothing(pitch_set):
    """The first three fifths of the clip lie in the range, the rest above it."""

    def join(shipped):
        other = shifted(shipped.pcm, 1.62)
        return shipped.remade(np.concatenate([shipped.pcm[:9600], other[9600:]]))

    report = pitch_set.forged(0, join)
    assert {(finding.rule, finding.severity) for finding in report.findings} == {("pitch.trackers", "warning")}
    assert (report.errors, report.warnings) == (0, 1)


def test_a_clip_without_pitch_is_found(pitch_set, found):
    noise = np.random.default_rng(0).normal(0, 2000, 16_000).astype(np.int16)
    report = pitch_set.forged(0, lambda shipped: shipped.remade(noise))
    assert (pitch_set.id(0), "pitch.voiced") in found(report)


def test_a_recorded_share_below_the_threshold_is_found(pitch_set, found):
    def lower(shipped):
        return shipped.saying(measurements={**shipped.item.measurements, "share_in_low_range": 0.7})

    assert found(pitch_set.forged(0, lower)) == {(pitch_set.id(0), "pitch.recorded_share")}


@pytest.mark.parametrize(("threshold", "holds"), [(0.5, False), (0.69, False), (0.7, True), (0.72, True)])
def test_a_threshold_is_the_share_that_the_question_names_or_stricter(pitch_set, found, threshold, holds):
    def change(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "threshold": threshold})

    expected = set() if holds else {(pitch_set.id(0), "pitch.threshold")}
    assert found(pitch_set.forged(0, change)) == expected


def test_a_question_without_a_share_is_found(pitch_set):
    texts = [one.item.instruction.replace("for more than 70%", "mostly") for one in pitch_set.shipped]
    report = pitch_set.release(
        [one.saying(instruction=text) for one, text in zip(pitch_set.shipped, texts, strict=True)]
    ).check()
    assert {finding.rule for finding in report.findings} == {"pitch.threshold"}
    assert len(report.findings) == 8


def test_the_share_of_a_question():
    assert share_asked_for("does more than 70% of it") == 0.7
    assert share_asked_for("more than 62.5 % of it") == 0.625
    assert share_asked_for("most of it") is None


def test_a_missing_value_is_a_finding_and_no_traceback(pitch_set, found):
    def forget(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "threshold": None})

    report = pitch_set.forged(0, forget)
    assert found(report) == {(pitch_set.id(0), "record.values")}
    assert "parameters.threshold is None" in report.findings[0].found


def test_the_disagreement_of_the_trackers_is_summed_up(pitch_set):
    (line,) = pitch_set.check().summary
    assert "swift-f0" in line
    assert line.endswith("the same label to 8 of 8 clips")


def test_a_matched_pair_must_have_one_length_level_and_content(matched_set, found):
    clean = list(matched_set.shipped)

    def reverse(shipped):
        return shipped.remade(np.roll(shipped.pcm, 3200))

    def turn_down(shipped):
        return shipped.remade(np.round(shipped.pcm * 0.95).astype(np.int16))

    def shorten(shipped):
        return shipped.remade(shipped.pcm[:-160])

    rules = {
        (0, "pitch_matched.content"): reverse,
        (0, "pitch_matched.level"): turn_down,
        (1, "pair.frames"): shorten,
    }
    for (number, rule), change in rules.items():
        matched_set.release(clean)
        assert (matched_set.id(number), rule) in found(matched_set.forged(1, change))


def test_a_matched_clip_must_meet_its_target(matched_set, found):
    def aim(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "target_median_hz": 130.0})

    assert found(matched_set.forged(0, aim)) == {(matched_set.id(0), "pitch_matched.target")}


def test_a_matched_clip_that_is_a_fifth_off_is_found(matched_set, found):
    report = matched_set.forged(0, lambda shipped: shipped.remade(shifted(shipped.pcm, 1.2)))
    assert (matched_set.id(0), "pitch.median") in found(report)


def test_ranges_are_read_from_the_options():
    assert range_of("(80, 150)") == (80.0, 150.0)
    assert range_of(" ( 80.5 ,150 ) ") == (80.5, 150.0)
    with pytest.raises(RowValueError, match="names no range"):
        range_of("low")


def test_a_closed_range_holds_its_ends():
    f0_hz = np.array([80.0, 100.0, 150.0, 151.0])
    assert share_within(f0_hz, 80, 150, closed=True) == 0.75
    assert share_within(f0_hz, 80, 150, closed=False) == 0.25
