"""What a clip looks and sounds like on the page."""

import io
import pickle

import numpy as np
import pytest
import soundfile
from PIL import Image

from tests.verification.pages.audits import RATE, flac, spoken
from verification.listening.facts import Sound
from verification.pages.clip import picture_of
from verification.pages.drawing import drawing_of
from verification.pages.media import MOST_BYTES, media_type_of
from verification.pages.spectrogram import HEIGHT, WIDTH, height_of


def encoded(samples, rate, container, subtype=None):
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, rate, format=container, subtype=subtype)
    return buffer.getvalue()


def sine(hertz, duration_s=1.0, rate=RATE, amplitude=0.5):
    return (amplitude * np.sin(2 * np.pi * hertz * np.arange(round(duration_s * rate)) / rate)).astype(np.float32)


@pytest.mark.parametrize(
    ("container", "subtype", "media_type"),
    [
        ("FLAC", None, "audio/flac"),
        ("OGG", "VORBIS", "audio/ogg"),
        ("OGG", "OPUS", "audio/ogg"),
        ("MP3", None, "audio/mpeg"),
    ],
)
def test_small_files_that_browsers_play_are_embedded_as_they_ship(container, subtype, media_type):
    samples = sine(220)
    data = encoded(samples, RATE, container, subtype)
    clip = picture_of(Sound(samples=samples[:, None], sampling_rate=RATE), "a", data)
    assert clip.audio == data
    assert clip.media_type == media_type == media_type_of(data)


def test_wav_becomes_flac_at_16_khz_that_sounds_the_same():
    samples = np.stack([sine(440, rate=44_100), np.zeros(44_100, np.float32)], axis=1)
    clip = picture_of(Sound(samples=samples, sampling_rate=44_100), "a", encoded(samples, 44_100, "WAV", "PCM_16"))
    copy, rate = soundfile.read(io.BytesIO(clip.audio))
    assert (clip.media_type, rate, copy.shape) == ("audio/flac", 16_000, (16_000, 2))
    # A question about one ear must stay answerable by ear.
    assert np.abs(copy[:, 1]).max() == 0
    assert np.abs(copy[200:-200, 0] - sine(440)[200:-200]).max() < 0.002
    assert (clip.sampling_rate, clip.channels, clip.duration_s) == (44_100, 2, 1.0)


def test_long_noise_is_cut_and_kept_small():
    noise = np.random.default_rng(0).normal(0, 0.2, (75 * RATE, 1)).astype(np.float32)
    clip = picture_of(Sound(samples=noise, sampling_rate=RATE), "a", flac(noise))
    copy, rate = soundfile.read(io.BytesIO(clip.audio))
    assert clip.media_type == "audio/ogg"
    assert len(clip.audio) < 2 * MOST_BYTES
    assert len(copy) / rate == pytest.approx(30, abs=0.05)
    assert (clip.duration_s, clip.shown_s) == (75, 30)
    assert len(clip.f0_hz) <= 1001


def test_f0_and_level_are_those_of_the_sound():
    sound, data = spoken(150, 4.0, rising=True, seed=1)
    clip = picture_of(sound, "a", data)
    assert clip.median_f0_hz == pytest.approx(150, rel=0.03)
    assert clip.levels_dbfs[0, 100:].max() - clip.levels_dbfs[0, :20].max() == pytest.approx(7.4, abs=0.5)
    assert clip.envelope.shape == (1, 360, 2)
    assert clip.envelope[0, :, 1].max() == sound.samples.max()


@pytest.mark.parametrize("hertz", [100, 440, 1000, 5000])
def test_a_tone_stands_at_its_height_on_the_spectrogram(hertz):
    clip = picture_of(Sound(samples=sine(hertz)[:, None], sampling_rate=RATE), "a", b"")
    image = Image.open(io.BytesIO(clip.spectrogram))
    assert image.size == (WIDTH, HEIGHT)
    brightness = np.asarray(image.convert("L"), dtype=float)[:, WIDTH // 2]
    assert np.argmax(brightness) == pytest.approx(height_of(hertz) * HEIGHT, abs=3)


@pytest.mark.parametrize("frames", [0, 1, 2, 200, 1500])
@pytest.mark.parametrize("rate", [8000, 16_000, 48_000])
def test_clips_of_hardly_a_frame(frames, rate):
    clip = picture_of(Sound(samples=np.full((frames, 1), 0.1, np.float32), sampling_rate=rate), "a", b"RIFF")
    drawing = drawing_of(clip)
    # One frame at 48 kHz is none at 16 kHz.
    assert bool(clip.audio) == bool(clip.spectrogram) == (round(frames * RATE / rate) > 0)
    assert len(drawing.waves) == (frames > 0)


def test_damaged_and_silent_samples_are_drawn():
    samples = np.zeros((RATE, 2), np.float32)
    samples[100:200, 0], samples[300, 1], samples[400, 1] = np.nan, np.inf, -np.inf
    clip = picture_of(Sound(samples=samples, sampling_rate=RATE), "a", encoded(samples, RATE, "WAV", "FLOAT"))
    drawing = drawing_of(clip)
    assert len(drawing.waves) == 2
    assert "nan" not in "".join((*drawing.waves, *drawing.levels, drawing.f0))
    assert clip.audio


def heights(path):
    return [float(pair.split()[1]) for pair in path[1:-1].split("L")]


def test_ears_are_drawn_by_one_gain_that_quiet_clips_need():
    samples = np.stack([sine(200, amplitude=0.01), sine(200, amplitude=0.001)], axis=1)
    clip = picture_of(Sound(samples=samples, sampling_rate=RATE), "a", b"")
    drawing = drawing_of(clip)
    loud, quiet = (max(heights(wave)) - min(heights(wave)) for wave in drawing.waves)
    assert loud == pytest.approx(100, abs=1)
    assert quiet == pytest.approx(10, abs=1)
    assert clip.levels_dbfs.mean(axis=1) == pytest.approx([-43, -63], abs=0.1)


def test_silence_is_a_flat_line():
    clip = picture_of(Sound(samples=np.zeros((RATE, 1), np.float32), sampling_rate=RATE), "a", b"")
    assert set(heights(drawing_of(clip).waves[0])) == {49.6, 50.4}


def test_six_channels_are_heard_as_two():
    samples = np.tile(sine(200)[:, None], (1, 6))
    clip = picture_of(Sound(samples=samples, sampling_rate=RATE), "a", encoded(samples, RATE, "WAV", "PCM_16"))
    assert soundfile.info(io.BytesIO(clip.audio)).channels == 2
    assert clip.channels == 6


def test_clips_travel_from_workers():
    sound, data = spoken(150, 1.0, rising=True, seed=1)
    one = picture_of(sound, "a", data)
    other = pickle.loads(pickle.dumps(one))
    assert other.spectrogram == one.spectrogram
    assert np.array_equal(other.f0_hz, one.f0_hz)


def test_forty_clips_of_7_s_fit_into_12_mb(audited):
    sound, data = spoken(150, 7.0, rising=True, seed=1)
    clip = picture_of(sound, audited.items[0].name, data)
    drawing = drawing_of(clip)
    paths = sum(map(len, (*drawing.waves, *drawing.levels, drawing.f0, drawing.f0)))
    assert 40 * (4 / 3 * (len(clip.audio) + len(clip.spectrogram)) + paths) < 12e6
