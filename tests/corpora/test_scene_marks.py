"""Each class of noise bears the mark that its model promises, and no other class does."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import soundfile
from scipy.signal import find_peaks, welch

from corpora.synthesis.scenes.airport_announcements import CHIMES
from corpora.synthesis.scenes.classes import CLASSES
from corpora.synthesis.scenes.copy_machine import PERIODS_S
from corpora.synthesis.scenes.munching import CHEWS_HZ
from corpora.synthesis.scenes.vacuum_cleaner import MOTOR_HZ

RATE = 16_000
FRAMES_A_S = 200  # of the envelope
STEADY = ("AirConditioner", "Babble", "VacuumCleaner")


@pytest.fixture(scope="module")
def noises(scenes_index):
    """The noises, by class."""
    found = {kind: [] for kind in CLASSES}
    for row in scenes_index.rows():
        if row["kind"] == "noise":
            found[row["noise"]].append(soundfile.read(scenes_index.root / row["path"])[0])
    return found


def levels_db(samples, *, window_s=0.1):
    size = round(window_s * RATE)
    blocks = samples[: len(samples) // size * size].reshape(-1, size)
    return 10 * np.log10(np.mean(np.square(blocks), axis=1))


def share(samples, low_hz, high_hz):
    """Share of the energy that lies in a band."""
    frequencies, power = welch(samples, RATE, nperseg=2_048)
    return power[(frequencies >= low_hz) & (frequencies < high_hz)].sum() / power.sum()


def envelope(samples, *, above_hz=500.0):
    """Level in steps of 5 ms of what lies above a frequency, in dB above its median, 0 at least."""
    spectrum = np.fft.rfft(samples)
    spectrum[: round(above_hz * len(samples) / RATE)] = 0
    levels = levels_db(np.fft.irfft(spectrum, len(samples)), window_s=1 / FRAMES_A_S)
    return np.maximum(levels - np.median(levels), 0.0)


def rhythm(samples, low_s, high_s):
    """Where the envelope's autocorrelation is highest between two lags, and how high it is."""
    heights = envelope(samples) - envelope(samples).mean()
    correlation = np.correlate(heights, heights, "full")[len(heights) - 1 :]
    lags = np.arange(round(low_s * FRAMES_A_S), round(high_s * FRAMES_A_S) + 1)
    best = lags[correlation[lags].argmax()]
    # As many terms as the lag leaves: a strict repetition comes near 1.
    return best / FRAMES_A_S, correlation[best] / correlation[0] * len(heights) / (len(heights) - best)


def strictness(samples):
    """How like itself a noise is after one period and after eight."""
    period_s, likeness = rhythm(samples, *PERIODS_S)
    return min(likeness, rhythm(samples, 8 * period_s - 0.02, 8 * period_s + 0.02)[1])


def steepest_falls_db(samples):
    """By how much the level falls within 50 ms at the steepest hundredth of its falls."""
    return -np.percentile(np.diff(levels_db(samples, window_s=0.05)), 1)


def lines_hz(samples, low_hz, high_hz, *, prominence_db=8.0):
    """Frequencies of the narrow lines that stand out of the spectrum of a whole noise."""
    frequencies, power = welch(samples, RATE, nperseg=8_192)
    inside = (frequencies >= low_hz) & (frequencies <= high_hz)
    level = 10 * np.log10(power[inside])
    peaks, _ = find_peaks(level, prominence=prominence_db)
    return frequencies[inside][peaks]


def onsets_s(samples, *, rise_db):
    """When the envelope rises steeply."""
    levels = levels_db(samples, window_s=1 / FRAMES_A_S)
    rise = levels[4:] - np.minimum.reduce([levels[:-4], levels[1:-3], levels[2:-2]])
    rise[levels[4:] < levels.max() - 25.0] = 0.0
    peaks, _ = find_peaks(rise, height=rise_db, distance=10)
    return peaks / FRAMES_A_S


def test_babble_has_the_spectrum_of_speech_and_an_almost_steady_level(noises, scenes_index):
    rows = [row for row in scenes_index.rows() if row["kind"] == "clean"]
    speech = np.concatenate([soundfile.read(scenes_index.root / row["path"])[0] for row in rows])
    wanted = np.log(welch(speech, RATE, nperseg=512)[1])
    for babble in noises["Babble"]:
        assert np.corrcoef(np.log(welch(babble, RATE, nperseg=512)[1]), wanted)[0, 1] > 0.95
        assert 1.0 < levels_db(babble).std() < 3.0  # speech alone has 10 dB and more
    assert levels_db(speech).std() > 10.0


def test_a_copy_machine_repeats_itself_in_strict_time_over_a_hum(noises):
    for machine in noises["CopyMachine"]:
        assert strictness(machine) > 0.9
        assert lines_hz(machine, 90.0, 110.0) == pytest.approx([100.0], abs=2.0)
        assert pytest.approx(lines_hz(machine, 190.0, 210.0)[0], abs=2.0) == 200.0
    for kind in CLASSES.keys() - {"CopyMachine"}:
        assert max(strictness(noise) for noise in noises[kind]) < 0.85, kind


def test_a_neighbour_is_speech_without_its_upper_part(noises):
    for neighbour in noises["Neighbor"]:
        assert share(neighbour, 0.0, 600.0) > 0.98
        assert levels_db(neighbour).std() > 6.0
        heights = np.square(neighbour[: len(neighbour) // 160 * 160].reshape(-1, 160)).sum(axis=1)
        rates, power = welch(heights - heights.mean(), 100.0, nperseg=400)
        assert power[(rates > 0.2) & (rates < 10.0)].sum() > 0.8 * power.sum()  # the rhythm of syllables and words


def test_a_door_booms_and_dies_away(noises):
    for door in noises["ShuttingDoor"]:
        assert share(door, 0.0, 450.0) > 0.75
        slams = onsets_s(door, rise_db=12.0)
        assert 0.9 < len(slams) / (len(door) / RATE) < 2.2
        assert levels_db(door).std() > 9.0
        for slam_s in slams[slams < len(door) / RATE - 0.6]:
            start = round(slam_s * RATE)
            first, later = (np.mean(np.square(door[start + a : start + a + 1_600])) for a in (0, 4_800))
            assert first > 10.0 * later  # 10 dB and more in 0.3 s


def test_an_airport_has_a_chime_a_narrow_band_and_a_long_echo(noises, scenes_index):
    for airport in noises["AirportAnnouncements"]:
        assert share(airport, 350.0, 3_600.0) > 0.93
        assert any(
            all(np.abs(lines_hz(airport, 450.0, 950.0) - note).min() < 5.0 for note in set(chime)) for chime in CHIMES
        )
        assert steepest_falls_db(airport) < 9.0  # a room that rings for 2 s alone lets it fall by 1.5 dB
    rows = [row for row in scenes_index.rows() if row["kind"] == "clean"]
    assert all(steepest_falls_db(soundfile.read(scenes_index.root / row["path"])[0]) > 14.0 for row in rows)


def test_munching_is_bursts_of_cracks_at_the_pace_of_a_jaw(noises):
    for munching in noises["Munching"]:
        assert share(munching, 600.0, 6_500.0) > 0.85
        period_s, likeness = rhythm(munching, 1 / CHEWS_HZ[1] - 0.1, 1 / CHEWS_HZ[0] + 0.1)
        assert 1 / CHEWS_HZ[1] - 0.06 < period_s < 1 / CHEWS_HZ[0] + 0.06
        assert likeness > 0.3
        loud = levels_db(munching, window_s=0.02) > levels_db(munching, window_s=0.02).max() - 20.0
        lengths = np.diff(np.flatnonzero(np.diff(np.concatenate([[0], loud.astype(int), [0]]))))[::2] * 0.02
        assert 0.1 < np.median(lengths[lengths > 0.05]) < 0.4


def test_typing_is_short_bright_clicks_in_an_uneven_rhythm(noises):
    for typed in noises["Typing"]:
        assert share(typed, 1_500.0, 6_500.0) > 0.8
        clicks = onsets_s(typed, rise_db=15.0)
        gaps = np.diff(clicks)
        assert 2.5 < len(clicks) / (len(typed) / RATE) < 9.0
        assert gaps.std() / gaps.mean() > 0.4
        assert gaps.max() < 1.0


def test_an_air_conditioner_is_low_and_steady_with_a_hum(noises):
    for conditioner in noises["AirConditioner"]:
        assert share(conditioner, 0.0, 500.0) > 0.9
        assert levels_db(conditioner).std() < 1.2
        first = lines_hz(conditioner, 65.0, 145.0)[0]
        assert any(abs(line - 2 * first) < 4.0 for line in lines_hz(conditioner, 130.0, 290.0))


def test_a_vacuum_cleaner_is_broad_and_steady_with_the_harmonics_of_its_motor(noises):
    for cleaner in noises["VacuumCleaner"]:
        assert share(cleaner, 1_000.0, 8_000.0) > 0.5
        assert share(cleaner, 4_000.0, 8_000.0) > 0.15
        assert levels_db(cleaner).std() < 0.6
        motor_hz = lines_hz(cleaner, *MOTOR_HZ)[0]
        assert lines_hz(cleaner, 1.95 * motor_hz, 2.05 * motor_hz).size > 0


def test_only_machines_and_crowds_are_steady(noises):
    for kind, sounds in noises.items():
        spreads = [levels_db(sound).std() for sound in sounds]
        assert (max(spreads) < 2.9) == (kind in STEADY), (kind, spreads)


def test_plain_features_tell_every_noise_from_those_of_other_classes(noises):
    features, kinds = [], []
    edges = [0, 250, 500, 1_000, 2_000, 4_000, 8_000]
    for kind, sounds in noises.items():
        for sound in sounds:
            bands = [10 * np.log10(share(sound, low, high) + 1e-6) for low, high in pairwise(edges)]
            levels = levels_db(sound)
            features.append([*bands, 3 * levels.std(), 3 * np.abs(np.diff(levels)).mean()])
            kinds.append(kind)
    table = np.array(features)
    for place, kind in enumerate(kinds):
        distances = np.linalg.norm(table - table[place], axis=1)
        distances[place] = np.inf
        assert kinds[distances.argmin()] == kind
