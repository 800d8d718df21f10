"""Copies are recognised, and nothing else is."""

import numpy as np
import pytest

from tests.verification.listening.heard_sounds import RATE, babble, heard_sound, tone, upsampled
from verification.listening.fingerprint import MOST_DIFFERENT, Fingerprints, near_duplicates
from verification.listening.spectrogram import spectrogram

CLIPS = [babble(3.0, seed=seed) for seed in range(8)]
PRINTS = [heard_sound(clip).fingerprint for clip in CLIPS]


def pairs(copies):
    return [(first, second) for first, second, _ in near_duplicates(Fingerprints([*PRINTS, *copies]))]


def copies_of_each(change, **form):
    return [heard_sound(change(clip), **form).fingerprint for clip in CLIPS]


EACH_WITH_ITS_COPY = [(number, number + len(CLIPS)) for number in range(len(CLIPS))]


@pytest.mark.parametrize(
    ("change", "form"),
    [
        (lambda clip: 0.1 * clip, {}),
        (lambda clip: -clip, {"kind": "FLAC"}),
        (lambda clip: clip[1600:-1600], {}),
        (lambda clip: clip[1000:-200], {}),
        (lambda clip: clip, {"kind": "MP3", "subtype": "MPEG_LAYER_III"}),
        (lambda clip: clip, {"kind": "OGG", "subtype": "VORBIS"}),
        (lambda clip: clip, {"kind": "OGG", "subtype": "OPUS"}),
        (upsampled, {}),
        (lambda clip: np.concatenate((np.zeros(3000), clip)), {}),
        (lambda clip: 0.3 * clip[1600:-1600], {"kind": "MP3", "subtype": "MPEG_LAYER_III"}),
    ],
)
def test_copies_are_recognised(change, form):
    assert pairs(copies_of_each(change, **form)) == EACH_WITH_ITS_COPY


def test_copies_at_another_rate_are_recognised():
    import soxr

    assert pairs(copies_of_each(lambda clip: soxr.resample(clip, RATE, 44_100), rate=44_100)) == EACH_WITH_ITS_COPY


def test_an_exact_copy_differs_in_nothing():
    assert near_duplicates(Fingerprints([PRINTS[0], PRINTS[0]])) == [(0, 1, 0.0)]
    for *_, distance in near_duplicates(Fingerprints([*PRINTS, *copies_of_each(lambda clip: clip[1000:])])):
        assert 0.0 < distance < MOST_DIFFERENT


def test_each_of_many_copies_is_paired():
    found = near_duplicates(Fingerprints([PRINTS[0]] * 12))
    assert {number for pair in found for number in pair[:2]} == set(range(12))


def test_other_sounds_are_not():
    others = [heard_sound(babble(3.0, seed=seed)).fingerprint for seed in range(8, 60)]
    assert pairs(others) == []


def test_a_passage_in_common_is_no_copy():
    joined = [heard_sound(np.concatenate((CLIPS[0], other))).fingerprint for other in CLIPS[1:4]]
    assert pairs(joined) == []


def test_tones_noise_and_silence_never_match():
    generator = np.random.default_rng(0)
    sounds = [
        tone(f0_hz, seconds, waveform=waveform)
        for f0_hz in (200, 201, 300, 440, 450, 880, 1760)
        for waveform in ("sine", "square", "saw")
        for seconds in (0.5, 1.0, 2.0)
    ]
    t = np.arange(2 * RATE) / RATE
    sounds += [0.1 * generator.normal(size=2 * RATE) for _ in range(30)]
    sounds += [0.2 * np.sin(2 * np.pi * (f0_hz * t + 100 * t**2)) for f0_hz in range(200, 600, 20)]
    sounds += [t / 4 * np.sin(2 * np.pi * f0_hz * t) for f0_hz in (200, 300, 400)]
    sounds += [np.zeros(RATE), np.zeros(2 * RATE), np.full(RATE, 0.1)]
    assert near_duplicates(Fingerprints([heard_sound(sound).fingerprint for sound in sounds])) == []


def test_nothing_to_compare():
    nothing = np.zeros(0, np.uint32)
    assert near_duplicates(Fingerprints([])) == []
    assert near_duplicates(Fingerprints([nothing, nothing, PRINTS[0]])) == []
    assert near_duplicates(Fingerprints([np.zeros(90, np.uint32)] * 3)) == []


def test_thousands_of_clips_are_compared_without_trying_all_pairs():
    generator = np.random.default_rng(0)
    prints = [generator.integers(0, 2**32, 400, np.uint32) for _ in range(5000)]
    prints += [prints[number][6:] for number in range(0, 100, 2)]
    assert near_duplicates(Fingerprints(prints)) == [(number, 5000 + number // 2, 0.0) for number in range(0, 100, 2)]


def test_of_very_many_words_a_share_is_looked_up(monkeypatch):
    monkeypatch.setattr("verification.listening.fingerprint._MOST_INDEXED", sum(map(len, PRINTS)) // 2)
    assert pairs(copies_of_each(lambda clip: clip[1600:-1600])) == EACH_WITH_ITS_COPY


def test_words_that_are_said_again_are_no_copies_unless_they_agree_well():
    words = np.random.default_rng(0).integers(1, 2**32, 40, np.uint32)
    for flipped, found in ((1, True), (8, False)):  # of 32 bits, half of which are set: 0.06 and 0.4
        again = words ^ np.uint32(2**flipped - 1)
        again[:3] = words[:3]
        assert bool(near_duplicates(Fingerprints([words, again]))) is found


def test_the_spectrogram_holds_the_power_of_the_clip():
    clip = CLIPS[0].astype(np.float32)
    spectrum = spectrogram(clip, sampling_rate=RATE)
    assert spectrum.density.sum() * spectrum.bin_hz == pytest.approx(np.mean(clip**2), rel=0.05)
    assert spectrum.nyquist_hz == RATE / 2
