"""Clean sets of the four operations of Level 2."""

import numpy as np
import pytest

from manifests.layout import DatasetPaths
from tests.builders.running import built
from tests.builders.trees import archive_tree, ljspeech_tree
from tests.verification.planting import Made, Planted, flac_of, level_change_db, ship_all
from tests.verification.rebuilt import Rebuilt
from tests.verification.sounds import RATE, syllables, tone, voice

DIRECTIONS = ("increasing", "decreasing")
EARS = ("left", "right")
RANGES = {"(80, 150)": (80.0, 150.0), "(180, 250)": (180.0, 250.0)}


@pytest.fixture(scope="session")
def volume_clips():
    clips = []
    for group in range(4):
        source = syllables(RATE + 1000 * group, generator=np.random.default_rng(group))
        line = np.linspace(0.0, 1.0, len(source))
        levels = [np.sqrt(np.mean(np.square(source * ramp))) for ramp in (line, line[::-1])]
        tops = [round(min(levels) / level, 4) for level in levels]  # the louder of the pair is turned down
        for label, start, stop in (("increasing", 0.0, tops[0]), ("decreasing", tops[1], 0.0)):
            pcm = np.round(source * np.linspace(start, stop, len(source)) * 32768).astype(np.int16)
            parameters = {"direction": label, "start_gain": start, "stop_gain": stop, "source_gain": 1.0}
            measured = {"level_change_db": level_change_db(pcm), "level_slope_db_per_s": 10.0}
            measured |= {"first_level_dbfs": None, "last_level_dbfs": -20.0}
            clips.append(Made(label=label, group=group, pcm=pcm, parameters=parameters, measured=measured))
    return ship_all(clips, "volume.ramp/1", DIRECTIONS)


def sung(label, f0_hz, *, group, seed, **more):
    pcm, contour_hz = voice(f0_hz, RATE, seed=seed)
    shares = [float(np.mean((contour_hz > low) & (contour_hz < high))) for low, high in RANGES.values()]
    low_hz, high_hz = RANGES[label]
    measured = {
        "share_in_low_range": shares[0],
        "share_in_high_range": shares[1],
        "median_f0_hz": float(np.median(contour_hz)),
        "voiced_s": 1.0,
    }
    parameters = {"low_hz": low_hz, "high_hz": high_hz, "threshold": 0.7, **more}
    return Made(label=label, group=group, pcm=pcm, parameters=parameters, measured=measured)


@pytest.fixture(scope="session")
def pitch_clips():
    f0s_hz = {"(80, 150)": (95, 105, 115, 122), "(180, 250)": (200, 208, 215, 225)}
    voices = [(label, f0_hz) for label, some_hz in f0s_hz.items() for f0_hz in some_hz]
    clips = [
        sung(label, f0_hz, group=group, seed=f0_hz, closed=False, frame_period_ms=10.0)
        for group, (label, f0_hz) in enumerate(voices)
    ]
    return ship_all(clips, "pitch.range/1", tuple(RANGES))


@pytest.fixture(scope="session")
def matched_clips():
    clips = [
        sung(label, f0_hz + group, group=group, seed=group, target_median_hz=float(f0_hz + group), contour_scale=1.0)
        for group in range(2)
        for label, f0_hz in (("(80, 150)", 108), ("(180, 250)", 212))
    ]
    return ship_all(clips, "pitch_matched.world/1", tuple(RANGES))


@pytest.fixture(scope="session")
def binaural_clips():
    clips = []
    for group, waveform in enumerate(("sine", "square", "triangle", "noise")):
        frequency_hz = None if waveform == "noise" else 417.3 + 100 * group
        frames, level_dbfs = 9000 + group, -20.0 - group
        sound = tone(waveform, frequency_hz or 0.0, frames, level_dbfs=level_dbfs, seed=group)
        for place, ear in enumerate(EARS):
            pcm = np.zeros((frames, 2), np.int16)
            pcm[:, place] = sound
            parameters = {
                "ear": ear,
                "waveform": waveform,
                "frequency_hz": frequency_hz,
                "frames": frames,
                "level_dbfs": level_dbfs,
                "fade_s": 0.02,
                "noise_seed": 5 if waveform == "noise" else None,
            }
            measured = {"sounding_ear": ear, "level_dbfs": level_dbfs, "other_ear_peak": 0}
            clips.append(Made(label=ear, group=group, pcm=pcm, parameters=parameters, measured=measured))
    return ship_all(clips, "binaural.one_ear/1", EARS, with_source=False)


def planted(tmp_path, name, operation, options, shipped, *, channels=1):
    paths = DatasetPaths(tmp_path / "above" / "build", name)
    return Planted(paths, operation, options, channels, list(shipped)).release()


@pytest.fixture
def volume_set(tmp_path, volume_clips):
    return planted(tmp_path, "volume-planted", "volume.ramp/1", DIRECTIONS, volume_clips)


@pytest.fixture
def pitch_set(tmp_path, pitch_clips):
    return planted(tmp_path, "pitch-planted", "pitch.range/1", tuple(RANGES), pitch_clips)


@pytest.fixture
def matched_set(tmp_path, matched_clips):
    return planted(tmp_path, "matched-planted", "pitch_matched.world/1", tuple(RANGES), matched_clips)


@pytest.fixture
def binaural_set(tmp_path, binaural_clips):
    return planted(tmp_path, "binaural-planted", "binaural.one_ear/1", EARS, binaural_clips, channels=2)


@pytest.fixture
def encoded():
    """Encode samples as another kind of file than the contract wants."""
    return flac_of


@pytest.fixture
def found():
    """Sum a report up as the set of (item, rule)."""
    return lambda report: {(finding.item, finding.rule) for finding in report.findings}


@pytest.fixture(scope="session")
def real_sets(tmp_path_factory):
    """Small sets of the builders, each in a build folder of its own."""
    folder = tmp_path_factory.mktemp("real")
    ljspeech = ljspeech_tree(folder / "LJSpeech-1.1", [f"LJ001-00{number:02}" for number in range(1, 21)])
    archive = archive_tree(folder / "archive", rows=60)
    targets = {
        "volume-perception": ("--corpus", f"ljspeech={ljspeech}", "--allow-short"),
        "pitch-perception": ("--corpus", f"speech_accent_archive={archive}", "--limit", 4),
        "pitch-perception-as-released": (
            *("--corpus", f"speech_accent_archive={archive}", "--limit", 2, "--as-released"),
        ),
        "binaural-effect-perception": ("--limit", 20),
    }
    for name, options in targets.items():
        target = name.removesuffix("-as-released")
        built("build", target, *options, "--out", folder / "out" / name, "--workers", 1)
    return {name: DatasetPaths(folder / "out" / name, name) for name in targets}


@pytest.fixture
def real(real_sets, tmp_path):
    """Give a copy of one of the builders' sets, free to be changed."""
    return lambda name: Rebuilt(real_sets[name], tmp_path / f"copy-{name}")
