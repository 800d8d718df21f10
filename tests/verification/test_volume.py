import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.volume import active_level_change_db, gain_changes_db, law_error_db, line_change_db


def source_of(planted, number):
    """Give the source of a pair, of which each clip is the part that its ramp leaves."""
    parts = [
        shipped.pcm / max(shipped.item.parameters[name] for name in ("start_gain", "stop_gain"))
        for shipped in planted.shipped[number : number + 2]
    ]
    return parts[0] + parts[1]


def rules(report):
    return {finding.rule for finding in report.findings}


def test_two_swapped_labels_are_found_in_the_rows(volume_set, found):
    shipped = list(volume_set.shipped)
    first, second = shipped[2], shipped[3]
    shipped[2], shipped[3] = first.saying(label="decreasing"), second.saying(label="increasing")
    volume_set.write_rows(shipped)
    report = volume_set.check()
    for number in (2, 3):
        assert (volume_set.id(number), "record.label") in found(report)
        assert (volume_set.id(number), "volume.silent_end") in found(report)
        assert (volume_set.id(number), "volume.label") in found(report)


def test_two_swapped_labels_are_found_by_their_sound_when_the_record_is_forged(volume_set, found):
    shipped = list(volume_set.shipped)
    for number, label in ((2, "decreasing"), (3, "increasing")):
        gains = (shipped[number].item.parameters[name] for name in ("start_gain", "stop_gain"))
        start, stop = sorted(gains, reverse=label == "decreasing")
        parameters = {"direction": label, "start_gain": start, "stop_gain": stop, "source_gain": 1.0}
        shipped[number] = shipped[number].saying(label=label, parameters=parameters, explanation=f"It is {label}.")
    report = volume_set.release(shipped).check()
    for number in (2, 3):
        own = {rule for item, rule in found(report) if item == volume_set.id(number)}
        assert own == {"volume.silent_end", "volume.direction", "volume.change", "volume.line"}
    assert {item for item, _ in found(report)} == {volume_set.id(2), volume_set.id(3)}


@pytest.mark.parametrize("depth_db", [0.0, 0.5, 3.0, 6.0])
def test_a_shallow_ramp_is_found(volume_set, found, depth_db):
    source = source_of(volume_set, 0)
    ramp = 10 ** (-depth_db * np.linspace(1, 0, len(source)) / 20)

    def flatten(shipped):
        return shipped.remade(np.round(source * ramp).astype(np.int16))

    assert (volume_set.id(0), "volume.silent_end") in found(volume_set.forged(0, flatten))


def test_a_shallow_pair_is_found_against_its_own_sum(volume_set, found):
    """A source that begins and ends in digital silence hides both ends; the pair still tells."""
    source = source_of(volume_set, 0)
    source[:4000], source[-4000:] = 0, 0
    ramp = 10 ** (-0.5 * np.linspace(1, 0, len(source)) / 20)
    shipped = list(volume_set.shipped)
    for number, gain in ((0, ramp), (1, ramp[::-1])):
        shipped[number] = shipped[number].remade(np.round(source / 4 * gain).astype(np.int16))
    report = volume_set.release(shipped).check()
    assert {(volume_set.id(0), "volume.change"), (volume_set.id(1), "volume.change")} <= found(report)
    said = next(finding for finding in report.findings if finding.item == volume_set.id(0)).found
    assert 0.0 < float(re.search(r"by ([+-][\d.]+) dB", said)[1]) <= 0.5


@pytest.mark.parametrize(
    "curve", [lambda t: t**2, lambda t: np.sin(np.pi / 2 * t) ** 2, lambda t: np.clip(2 * t, 0, 1)]
)
def test_a_ramp_that_is_not_straight_is_found(volume_set, curve):
    source = source_of(volume_set, 0)
    gain = curve(np.linspace(0, 1, len(source)))
    shipped = list(volume_set.shipped)
    for number, factor in ((0, gain), (1, 1 - gain)):
        shipped[number] = shipped[number].remade(np.round(source * factor).astype(np.int16))
    assert "volume.law" in rules(volume_set.release(shipped).check())


def test_two_different_sounds_are_no_pair(volume_set, found):
    other = source_of(volume_set, 2)[: len(volume_set.shipped[1].pcm)]
    fading = np.round(other * np.linspace(1, 0, len(other))).astype(np.int16)
    report = volume_set.forged(1, lambda shipped: shipped.remade(fading))
    assert found(report) >= {(volume_set.id(0), "volume.law")}
    assert rules(report) <= {"volume.law", "volume.level"}


def test_a_pair_of_two_levels_is_a_doubt(volume_set, found):
    def turn_down(shipped):
        gains = {name: 0.9 * shipped.item.parameters[name] for name in ("start_gain", "stop_gain")}
        quieter = np.round(shipped.pcm * 0.9).astype(np.int16)
        return shipped.remade(quieter).saying(parameters={**shipped.item.parameters, **gains})

    report = volume_set.forged(1, turn_down)
    assert found(report) == {(volume_set.id(0), "volume.level")}
    (finding,) = report.findings
    assert finding.severity == "warning"
    assert "+0.9" in finding.found


def test_a_shorter_partner_is_found(volume_set, found):
    report = volume_set.forged(1, lambda shipped: shipped.remade(shipped.pcm[200:]))
    assert (volume_set.id(1), "pair.frames") in found(report)


def test_a_common_gain_that_is_recorded_is_allowed(volume_set, found):
    def turn_down(shipped):
        return shipped.remade(np.round(shipped.pcm * 0.7).astype(np.int16), gain=0.7)

    clean = list(volume_set.shipped)
    assert volume_set.release([turn_down(one) for one in clean[:2]] + clean[2:]).check().findings == ()
    assert {rule for _, rule in found(volume_set.release(clean).forged(0, turn_down))} == {"pair.gain", "volume.level"}


def test_sources_of_two_gains_are_no_pair(volume_set, found):
    """The louder clip of each pair would be the rising one."""

    def turn_up(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "source_gain": 0.9})

    assert found(volume_set.forged(0, turn_up)) == {(volume_set.id(1), "pair.source_gain")}


def test_a_sound_that_moves_against_its_label_is_found(volume_set, found):
    """The source itself fades by more than the ramp rises; the pair and its law are those of a true ramp."""
    source = source_of(volume_set, 0) * 10 ** (-40 * np.linspace(0, 1, len(source_of(volume_set, 0))) / 20)
    t = np.linspace(0, 1, len(source))
    shipped = list(volume_set.shipped)
    for number, gain in ((0, t), (1, 1 - t)):
        top = max(shipped[number].item.parameters[name] for name in ("start_gain", "stop_gain"))
        shipped[number] = shipped[number].remade(np.round(4 * source * gain * top).astype(np.int16))
    report = volume_set.release(shipped).check()
    assert {(volume_set.id(0), "volume.direction"), (volume_set.id(0), "volume.line")} <= found(report)
    assert not {"volume.law", "volume.change", "volume.silent_end"} & rules(report)


@pytest.mark.parametrize("off_db", [-0.2, 0.05, 0.2])
def test_a_recorded_change_of_level_that_is_not_the_real_one(volume_set, found, off_db):
    def misstate(shipped):
        values = shipped.item.measurements
        return shipped.saying(measurements={**values, "level_change_db": values["level_change_db"] + off_db})

    expected = {(volume_set.id(2), "volume.recorded_change")} if abs(off_db) > 0.1 else set()
    assert found(volume_set.forged(2, misstate)) == expected


def test_a_clip_with_hardly_any_sound_has_no_direction(volume_set, found):
    pcm = np.zeros(16_000, np.int16)
    pcm[15_000:15_040] = 2000
    assert (volume_set.id(0), "volume.sounding") in found(volume_set.forged(0, lambda one: one.remade(pcm)))


@pytest.mark.parametrize("change_db", [-20.0, -6.0, 0.0, 3.0, 30.0])
def test_the_straight_line_of_a_steady_sound_is_its_change(change_db):
    frames = 32_000
    steps = np.repeat(np.arange(20), frames // 20) / 20
    sound = 8000 * np.tile([1.0, -1.0], frames // 2) * 10 ** (change_db * (steps - 1) / 20)
    assert line_change_db(sound) == pytest.approx(change_db, abs=1e-6)
    assert line_change_db(sound[:19]) == 0.0


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), frames=st.integers(16_000, 64_000), level=st.floats(300, 20_000))
def test_the_law_holds_for_every_sound(seed, frames, level):
    generator = np.random.default_rng(seed)
    pauses = np.repeat(generator.random(frames // 1600 + 1) < 0.6, 1600)[:frames]
    source = generator.normal(0, level / 3, frames).clip(-32767, 32767) * np.where(pauses, 1.0, 0.05)
    t = np.linspace(0, 1, frames)
    up, down = np.round(source * t), np.round(source * (1 - t))
    assert law_error_db(up, down, window=800) < 0.5
    changes_db = gain_changes_db(up, down, window=800)
    if np.flatnonzero(pauses).size > frames // 2:
        assert min(changes_db) > 6.0


@pytest.mark.parametrize("change_db", [-12.0, -3.0, 0.0, 3.0, 12.0])
def test_the_level_change_is_that_of_the_sounding_parts(change_db):
    generator = np.random.default_rng(0)
    frames = 64_000
    t = np.linspace(0, 1, frames)
    gate = np.repeat(np.tile([1.0, 0.001], 20), frames // 40)
    sound = 3000 * generator.normal(size=frames) * gate * 10 ** (change_db * t / 20)
    # From the middle of the first third to that of the last: two thirds of the change.
    assert active_level_change_db(sound, window=400) == pytest.approx(change_db * 2 / 3, abs=0.6)


def test_too_little_sound_gives_no_level_change():
    assert active_level_change_db(np.zeros(16_000), window=400) is None
    assert active_level_change_db(np.full(300, 1000.0), window=400) is None
    assert law_error_db(np.zeros(1600), np.zeros(1600), window=800) == np.inf
    assert gain_changes_db(np.zeros(1600), np.zeros(1600), window=800) == (0.0, 0.0)
