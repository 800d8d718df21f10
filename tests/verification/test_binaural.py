import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.spectra import flatness_db, tone_spectrum


def other_ear(shipped):
    return int(shipped.item.label == "left")


@pytest.mark.parametrize("number", range(8))
def test_a_silent_ear_raised_to_minus_60_dbfs_is_found(binaural_set, found, number):
    def raise_it(shipped):
        pcm = shipped.pcm.copy()
        pcm[:, other_ear(shipped)] = np.round(np.random.default_rng(0).normal(0, 32.768, len(pcm)))
        return shipped.remade(pcm)

    report = binaural_set.forged(number, raise_it)
    assert (binaural_set.id(number), "binaural.other_ear") in found(report)


def test_a_single_step_in_a_single_sample_of_the_silent_ear_is_found(binaural_set, found):
    def touch(shipped):
        pcm = shipped.pcm.copy()
        pcm[1234, other_ear(shipped)] = -1
        return shipped.remade(pcm)

    report = binaural_set.forged(5, touch)
    assert (binaural_set.id(5), "binaural.other_ear") in found(report)
    finding = next(finding for finding in report.findings if finding.rule == "binaural.other_ear")
    assert "1 samples other than 0 in the left ear, -90.3 dBFS at most, the first at frame 1,234" in finding.found


def test_swapped_labels_are_found_when_the_record_is_forged(binaural_set, found):
    shipped = list(binaural_set.shipped)
    for number, ear in ((2, "right"), (3, "left")):
        parameters = {**shipped[number].item.parameters, "ear": ear}
        shipped[number] = shipped[number].saying(label=ear, parameters=parameters)
    report = binaural_set.release(shipped).check()
    for number in (2, 3):
        assert (binaural_set.id(number), "binaural.other_ear") in found(report)


@pytest.mark.parametrize(("gain_db", "fails"), [(0.05, False), (0.15, True), (-0.15, True)])
def test_level(binaural_set, found, gain_db, fails):
    def turn(shipped):
        return shipped.remade(np.round(shipped.pcm * 10 ** (gain_db / 20)).astype(np.int16))

    report = binaural_set.forged(0, turn)
    assert ((binaural_set.id(0), "binaural.level") in found(report)) == fails


@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_frequency_that_is_off_is_found(binaural_set, found, number):
    def say(ratio):
        def change(shipped):
            parameters = {**shipped.item.parameters}
            parameters["frequency_hz"] *= ratio
            return shipped.saying(parameters=parameters)

        return change

    clean = list(binaural_set.shipped)
    assert binaural_set.forged(number, say(1.005)).findings == ()
    binaural_set.release(clean)
    assert found(binaural_set.forged(number, say(1.02))) == {(binaural_set.id(number), "binaural.frequency")}


@pytest.mark.parametrize(("number", "kind"), [(2, "square"), (4, "triangle")])
def test_aliasing_is_found(binaural_set, found, number, kind):
    """A waveform computed sample by sample folds its upper harmonics back."""

    def naive(shipped):
        pcm = shipped.pcm.copy()
        parameters = shipped.item.parameters
        cycles = parameters["frequency_hz"] * np.arange(len(pcm)) / 16_000 % 1.0
        sound = np.where(cycles < 0.5, 1.0, -1.0) if kind == "square" else 4 * np.abs(cycles - 0.5) - 1
        sound[:320] *= np.linspace(0, 1, 320) ** 2
        sound[-320:] *= np.linspace(1, 0, 320) ** 2
        scale = 32768 * 10 ** (parameters["level_dbfs"] / 20) / np.sqrt(np.mean(sound**2))
        pcm[:, 1 - other_ear(shipped)] = np.round(sound * scale)
        return shipped.remade(pcm)

    own = {rule for item, rule in found(binaural_set.forged(number, naive)) if item == binaural_set.id(number)}
    assert own == {"binaural.alias", "binaural.mirror"}


@pytest.mark.parametrize(
    ("number", "claim", "rule"),
    [
        (0, "square", "waveform"),
        (0, "triangle", "waveform"),
        (2, "sine", "waveform"),
        (2, "triangle", "waveform"),
        (4, "square", "waveform"),
        (0, "noise", "noise"),
        (6, "sine", "alias"),
    ],
)
def test_another_waveform_than_promised_is_found(binaural_set, found, number, claim, rule):
    def say(shipped):
        parameters = {**shipped.item.parameters, "waveform": claim}
        parameters["frequency_hz"] = parameters["frequency_hz"] or 500.0
        return shipped.saying(parameters=parameters)

    assert (binaural_set.id(number), f"binaural.{rule}") in found(binaural_set.forged(number, say))


@pytest.mark.parametrize("number", [0, 2, 6])
@pytest.mark.parametrize("end", ["start", "end"])
def test_ends_that_are_not_faded_are_found(binaural_set, found, number, end):
    def cut(shipped):
        pcm = shipped.pcm[400:] if end == "start" else shipped.pcm[:-400]
        return shipped.remade(pcm)

    assert (binaural_set.id(number), "binaural.ends") in found(binaural_set.forged(number, cut))


def test_a_silent_labelled_ear_is_found(binaural_set, found):
    def hush(shipped):
        return shipped.remade(np.zeros_like(shipped.pcm), peak_dbfs=None, rms_dbfs=None)

    own = {rule for item, rule in found(binaural_set.forged(1, hush)) if item == binaural_set.id(1)}
    assert {"audio.silent", "binaural.level"} <= own


def test_a_label_that_is_no_ear_is_found(binaural_set, found):
    report = binaural_set.tampered(0, lambda shipped: shipped.saying(label="middle"))
    assert (binaural_set.id(0), "binaural.label") in found(report)


def test_an_unknown_waveform_is_a_finding_and_no_traceback(binaural_set, found):
    def say(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "waveform": "saw"})

    assert (binaural_set.id(0), "record.values") in found(binaural_set.forged(0, say))


def test_a_fade_longer_than_the_clip_is_a_finding_and_no_traceback(binaural_set, found):
    def say(shipped):
        return shipped.saying(parameters={**shipped.item.parameters, "fade_s": 5.0})

    for number in (0, 6):
        assert (binaural_set.id(number), "record.values") in found(binaural_set.forged(number, say))


@settings(max_examples=40, deadline=None)
@given(
    frequency_hz=st.floats(100, 2000),
    frames=st.integers(14_000, 47_000),
    phase=st.floats(0, 6.28),
    amplitude=st.floats(1400, 8000),
)
def test_the_frequency_of_every_sine_is_met_and_nothing_strays(frequency_hz, frames, phase, amplitude):
    sound = np.round(amplitude * np.sin(2 * np.pi * frequency_hz * np.arange(frames) / 16_000 + phase))
    spectrum = tone_spectrum(sound, sampling_rate=16_000)
    assert spectrum.frequency_hz == pytest.approx(frequency_hz, rel=1e-4)
    assert spectrum.third_db is not None
    assert spectrum.third_db < -60.0
    # All of the rounding error, twice over, in one line.
    assert spectrum.stray_db < -98.0 - 20 * np.log10(amplitude / np.sqrt(2) / 32768)


def test_a_weak_line_beside_the_harmonics_is_measured():
    t = np.arange(16_000) / 16_000
    sound = 5000 * (np.sin(2 * np.pi * 440.0 * t) + 0.001 * np.sin(2 * np.pi * 3777.7 * t))
    assert tone_spectrum(sound, sampling_rate=16_000).stray_db == pytest.approx(-60.0, abs=1.0)


def test_white_noise_is_flat_and_a_line_in_it_is_not():
    noise = np.random.default_rng(0).normal(0, 1000, 16_000)
    assert flatness_db(noise) < 6.0
    assert flatness_db(noise + 1000 * np.sin(np.arange(16_000))) > 12.0
