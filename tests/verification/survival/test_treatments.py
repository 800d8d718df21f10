"""What each treatment does to a clip, in numbers, and what all of them promise."""

import time

import numpy as np
import pytest

from tests.verification.survival.survival_clips import RATE, sound, voice
from verification.survival.registry import treatments
from verification.survival.treatments import log_mel, loudness

NAMES = (
    "mono", "datasets-reader", "loudness", "peak", "rms-gain", "mp3-64k", "opus-24k", "telephone", "cut-30s",
    "first-10s", "log-mel",
)  # fmt: skip
CODECS = {"mp3-64k": 64.0, "opus-24k": 24.0}
KEEPS_FORM = ("loudness", "peak", "rms-gain", "mp3-64k", "opus-24k", "cut-30s", "first-10s")


def level_db(samples):
    return 20 * np.log10(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))


def lag_of(before, after, rate):
    """By how many milliseconds `after` is late, by cross-correlation."""
    size = 2 * max(len(before), len(after))
    both = np.fft.rfft(after, size) * np.conj(np.fft.rfft(before, size))
    place = int(np.argmax(np.fft.irfft(both)))
    return (place if place < size // 2 else place - size) / rate * 1000


def noisy(seconds, *, rate=RATE, seed=1):
    """Modulated noise below 3 kHz, which every codec keeps: unlike a buzz it has one best lag only."""
    t = np.arange(round(seconds * rate)) / rate
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(t)))
    spectrum[np.fft.rfftfreq(len(t), 1 / rate) > 3000] = 0
    band = np.fft.irfft(spectrum, len(t))
    return (0.05 * band / band.std() * (0.5 + 0.5 * np.sin(2 * np.pi * 3 * t))).astype(np.float32)


def test_the_table_is_the_folder_in_order():
    assert tuple(treatments()) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("frames", [1, 37, 700, 9000])
def test_any_clip_comes_out_whole_finite_and_the_same_again(name, channels, frames):
    before = sound(np.outer(noisy(1.0)[:frames], np.linspace(1, 0.2, channels)), 22_050)
    kept = before.samples.copy()
    after, again = treatments()[name].apply(before), treatments()[name].apply(before)
    assert after.samples.dtype == np.float32
    assert after.samples.ndim == 2
    assert np.isfinite(after.samples).all()
    assert abs(len(after.samples) / after.sampling_rate - frames / 22_050) <= 1 / RATE
    assert np.array_equal(after.samples, again.samples)
    assert np.array_equal(before.samples, kept)


@pytest.mark.parametrize("name", NAMES)
def test_silence_stays_silent(name):
    after = treatments()[name].apply(sound(np.zeros((4000, 2))))
    assert np.abs(after.samples).max() < 1e-3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scale", [1e-30, 1e7, 1e30])
@pytest.mark.parametrize("rate", [100, 7350, 192_000])
def test_odd_rates_and_scales_of_float_files_do_no_harm(name, scale, rate):
    """LAME ends the whole process at millions times full scale, unless it is kept from it."""
    clip = np.random.default_rng(0).normal(0, scale, (rate // 4 + 3, 2))
    after = treatments()[name].apply(sound(clip, rate))
    assert np.isfinite(after.samples).all()


@pytest.mark.parametrize("name", KEEPS_FORM)
def test_channels_rate_and_length_are_kept(name):
    before = sound(np.stack([noisy(1.0, rate=44_100), noisy(1.0, rate=44_100, seed=2)], axis=1), 44_100)
    after = treatments()[name].apply(before)
    assert after.sampling_rate == 44_100
    assert after.samples.shape == before.samples.shape


@pytest.mark.parametrize("name", ["mono", "datasets-reader", "telephone", "log-mel"])
def test_opposite_channels_cancel(name):
    half = noisy(0.5)
    after = treatments()[name].apply(sound(np.stack([half, -half], axis=1)))
    assert after.samples.shape[1] == 1
    assert np.abs(after.samples).max() < 1e-3


def test_mono_is_at_16_khz_and_the_reader_at_the_files_rate():
    clip = sound(np.stack([noisy(0.5, rate=48_000)] * 2, axis=1), 48_000)
    assert treatments()["mono"].apply(clip).sampling_rate == RATE
    read = treatments()["datasets-reader"].apply(clip)
    assert read.sampling_rate == 48_000
    assert np.array_equal(read.samples[:, 0], np.mean(clip.samples, axis=1, dtype=np.float32))


@pytest.mark.parametrize("gain", [0.02, 1.0, 3.0])
def test_loudness_comes_out_at_minus_23_lufs(gain):
    after = treatments()["loudness"].apply(sound(gain * voice(2.0)))
    assert loudness.integrated_lufs(after) == pytest.approx(-23.0, abs=0.01)


def test_a_clip_below_the_meters_block_is_as_loud_as_a_long_one():
    long = voice(2.0)
    short = treatments()["loudness"].apply(sound(long[: RATE // 4]))  # one syllable of the four a second
    expected = treatments()["loudness"].apply(sound(long))
    assert level_db(short.samples) == pytest.approx(level_db(expected.samples), abs=0.3)


def test_loudness_never_lifts_a_peak_over_full_scale():
    click = np.full(RATE, 1e-4)
    click[100] = 0.5
    after, done = treatments()["loudness"].treat(sound(click))
    assert np.abs(after.samples).max() == pytest.approx(1.0, abs=1e-6)
    assert done["held_back"]
    assert "held back at full scale in 1 of 1 clips" in treatments()["loudness"].remark([done])


def test_peak_is_minus_1_dbfs_by_one_gain_for_both_ears():
    before = sound(np.stack([noisy(0.5), 0.25 * noisy(0.5, seed=2)], axis=1))
    after = treatments()["peak"].apply(before)
    assert 20 * np.log10(np.abs(after.samples).max()) == pytest.approx(-1.0, abs=1e-4)
    ratio = after.samples[np.abs(before.samples) > 0.01] / before.samples[np.abs(before.samples) > 0.01]
    assert ratio.std() / ratio.mean() < 1e-6


def test_rms_gain_brings_quiet_and_loud_parts_to_the_target():
    steady = np.random.default_rng(0).standard_normal(6 * RATE) * 0.1
    steps = steady * np.repeat([0.05, 1.0, 0.1], 2 * RATE)
    after = treatments()["rms-gain"].apply(sound(steps)).samples[:, 0]
    for second in (1, 3, 5):  # the second half of each step
        settled = after[second * RATE + RATE // 2 : (second + 1) * RATE]
        assert level_db(settled) == pytest.approx(-20.0, abs=0.5)


def test_rms_gain_leaves_the_difference_between_ears():
    before = sound(np.stack([voice(1.0), 0.1 * voice(1.0)], axis=1))
    after = treatments()["rms-gain"].apply(before).samples
    assert level_db(after[:, 0]) - level_db(after[:, 1]) == pytest.approx(20.0, abs=0.01)


@pytest.mark.parametrize("name", CODECS)
@pytest.mark.parametrize("rate", [8000, 16_000, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_codecs_keep_the_bit_rate_and_the_place_in_time(name, rate, channels):
    before = sound(np.stack([noisy(2.0, rate=rate, seed=n) for n in range(channels)], axis=1), rate)
    after, done = treatments()[name].treat(before)
    assert done["kbit_per_s"] == pytest.approx(CODECS[name], rel=0.3)  # Opus spends more on two ears of noise
    for channel in range(channels):
        assert abs(lag_of(before.samples[:, channel], after.samples[:, channel], rate)) < 1.0
    assert level_db(after.samples) == pytest.approx(level_db(before.samples), abs=2.0)


def test_what_a_codec_says_of_itself():
    said = treatments()["mp3-64k"].remark([{"kbit_per_s": 64.0}, {"kbit_per_s": 66.0}, {"kbit_per_s": 65.0}])
    assert said == "65.0 kbit/s came out (median; 64.0 to 66.0), headers included"


@pytest.mark.parametrize(("f_hz", "least_db", "most_db"), [(1000, -0.5, 0.5), (100, -999, -40), (5000, -999, -40)])
def test_telephone_passes_its_band_only(f_hz, least_db, most_db):
    before = 0.5 * np.sin(2 * np.pi * f_hz * np.arange(RATE) / RATE)
    after = treatments()["telephone"].apply(sound(before))
    assert after.sampling_rate == RATE
    inner = slice(RATE // 10, -RATE // 10)
    assert least_db < level_db(after.samples[inner, 0] + 1e-9) - level_db(before[inner]) < most_db


def test_telephone_has_no_delay_and_the_noise_of_eight_bits():
    before = noisy(1.0)
    after = treatments()["telephone"].apply(sound(before)).samples[:, 0]
    assert abs(lag_of(before, after, RATE)) < 1.0
    tone = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)
    error = treatments()["telephone"].apply(sound(tone)).samples[1000:-1000, 0] - tone[1000:-1000]
    assert 30 < level_db(tone) - level_db(error) < 45  # G.711's signal to quantising noise


@pytest.mark.parametrize(("name", "kept_s"), [("cut-30s", 30), ("first-10s", 10)])
def test_cuts(name, kept_s):
    long = sound(np.arange(8000 * 35) / 300_000, 8000)
    after, done = treatments()[name].treat(long)
    assert np.array_equal(after.samples, long.samples[: 8000 * kept_s])
    assert done["lost_s"] == 35 - kept_s
    _, nothing = treatments()[name].treat(sound(long.samples[:8000], 8000))
    treatment = treatments()[name]
    assert treatment.remark([done, nothing]) == f"1 of 2 clips are longer and lose up to {35 - kept_s}.0 s"
    assert treatment.remark([nothing]) == "no clip is longer"


def test_log_mel_is_what_whisper_computes():
    """Against its formulas written out: Hann windows, power, Slaney bands, the clamp at 8 decades, the scaling."""
    import librosa

    clip = noisy(0.7)
    features = log_mel.log_mel(clip)
    padded = np.pad(np.pad(clip, (0, 30 * RATE - len(clip))), 200, mode="reflect")
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(400) / 400)
    frames = np.lib.stride_tricks.sliding_window_view(padded, 400)[::160][:-1] * window
    bands = librosa.filters.mel(sr=RATE, n_fft=400, n_mels=80) @ np.square(np.abs(np.fft.rfft(frames))).T
    logs = np.log10(np.maximum(bands, 1e-10))
    expected = (np.maximum(logs, logs.max() - 8) + 4) / 4
    assert features.shape == (80, len(clip) // 160 + 1)
    assert np.abs(features - expected[:, : features.shape[1]]).max() < 1e-3


def test_the_way_back_from_log_mel_keeps_level_and_time():
    before = voice(2.0) * np.linspace(0, 1, 2 * RATE, dtype=np.float32)
    after = treatments()["log-mel"].apply(sound(before)).samples[:, 0]
    for part in (slice(0, RATE), slice(RATE, None)):
        assert level_db(after[part]) == pytest.approx(level_db(before[part]), abs=0.5)
    again = log_mel.log_mel(after)
    loud = log_mel.log_mel(before) > log_mel.log_mel(before).max() - 1.0  # of the scaled features: 40 dB
    assert np.abs(again - log_mel.log_mel(before))[loud].mean() * 40 < 2.0  # decibels


def test_long_clips_are_cut_at_the_window_of_30_s_by_log_mel():
    after, done = treatments()["log-mel"].treat(sound(noisy(31.0, rate=4000), 4000))
    assert len(after.samples) == 30 * RATE
    assert "1 of 1 clips were cut at 30 s" in treatments()["log-mel"].remark([done])


def test_log_mel_takes_half_a_second_for_seven_seconds():
    clip = sound(voice(7.0))
    treatments()["log-mel"].apply(clip)  # librosa compiles at its first use
    taken_s = []
    for _ in range(3):
        start = time.process_time()  # of the processor: the machine may be busy with other things
        treatments()["log-mel"].apply(clip)
        taken_s.append(time.process_time() - start)
    assert min(taken_s) < 0.5


def test_what_differs_in_an_opus_file_does_not_reach_the_sound():
    """Ogg streams carry a random serial number, so that no two files are the same."""
    clip = sound(voice(0.5))
    first = treatments()["opus-24k"].apply(clip).samples
    assert all(np.array_equal(first, treatments()["opus-24k"].apply(clip).samples) for _ in range(3))
