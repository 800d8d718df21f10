"""Volume: the clip times a straight line, in both directions, and nothing else."""

import io

import numpy as np
import pytest
import soundfile as sf
import soxr

from builders.volume import VolumeRamp
from manifests.errors import RecipeError
from tests.builders.running import built, items_of, refused, rows_of
from tests.builders.trees import ljspeech_metadata, ljspeech_tree
from tests.builders.voices import buzz, write_audio

NAME = "volume-perception"


def clips_by_group(out):
    pairs = {}
    for row in rows_of(out, NAME):
        pcm, rate = sf.read(io.BytesIO(row["audio"]["bytes"]), dtype="int16")
        assert rate == 16_000
        pairs.setdefault(row["group"], {})[row["label"]] = (row, pcm.astype(np.int64))
    return pairs


@pytest.fixture(scope="module")
def pairs(volume_out):
    return clips_by_group(volume_out)


def source_of(row, ljspeech):
    """Read a clip as the audio contract has it, without its offset, by other calls than the builder's."""
    samples, rate = sf.read(ljspeech / f"wavs/{row['source'][0]['item']}.wav", dtype="float64")
    resampled = soxr.resample(samples, rate, 16_000, quality="HQ") * 32768
    return resampled - resampled.mean()


def test_each_clip_is_its_source_times_a_straight_line_within_one_step(pairs, ljspeech):
    for pair in list(pairs.values())[::4]:
        source = source_of(pair["increasing"][0], ljspeech)
        rising = np.linspace(0.0, 1.0, len(source))
        for label, ramp in (("increasing", rising), ("decreasing", rising[::-1])):
            row, pcm = pair[label]
            assert len(pcm) == len(source)
            assert np.abs(pcm - source * ramp * top_of(row)).max() <= 1.0
            assert row["measurements"]["gain"] == 1.0
        assert pair["increasing"][1][0] == pair["decreasing"][1][-1] == 0
        assert pair["increasing"][1][-1] == np.rint(source[-1] * top_of(pair["increasing"][0]))
        assert pair["decreasing"][1][0] == np.rint(source[0] * top_of(pair["decreasing"][0]))


def top_of(row):
    return max(row["parameters"][name] for name in ("start_gain", "stop_gain"))


def test_the_offset_of_a_recording_is_taken_out(tmp_path):
    """A pair of which one is turned down has two offsets, and they would tell which is which."""
    root = ljspeech_metadata(tmp_path / "LJSpeech-1.1", ["LJ001-0001"])
    write_audio(root / "wavs/LJ001-0001.wav", 0.05 + buzz(150, duration_s=2.0, sampling_rate=22_050), 22_050)
    built("build", NAME, "--corpus", f"ljspeech={root}", "--allow-short", "--out", tmp_path, "--workers", 1)
    (pair,) = clips_by_group(tmp_path).values()
    for _, pcm in pair.values():
        assert abs(pcm.mean()) < 10.0  # half of the offset, as the ramp leaves it, is 819 steps


def test_the_louder_of_a_pair_is_turned_down_to_the_level_of_the_other(pairs):
    for pair in pairs.values():
        levels = [10 * np.log10(np.mean(np.square(pcm.astype(float)))) for _, pcm in pair.values()]
        assert abs(levels[0] - levels[1]) < 0.05
        assert max(top_of(row) for row, _ in pair.values()) == 1.0


def test_the_members_of_a_pair_add_up_to_their_source_and_share_all_but_the_ramp(pairs, ljspeech):
    assert len(pairs) == 512
    for pair in pairs.values():
        up, down = pair["increasing"][0], pair["decreasing"][0]
        shared = ("instruction", "options", "source")
        assert [up[name] for name in shared] == [down[name] for name in shared]
        assert up["parameters"].items() >= {"direction": "increasing", "start_gain": 0.0}.items()
        assert down["parameters"].items() >= {"direction": "decreasing", "stop_gain": 0.0}.items()
    for pair in list(pairs.values())[::16]:
        source = source_of(pair["increasing"][0], ljspeech)
        parts = [pcm / top_of(row) for row, pcm in pair.values()]
        assert np.abs(parts[0] + parts[1] - source).max() <= 0.5 / top_of(up) + 0.5 / top_of(down) + 0.5


def test_the_level_is_measured_to_move_as_the_label_says(pairs):
    for pair in pairs.values():
        for label, sign in (("increasing", 1), ("decreasing", -1)):
            row, pcm = pair[label]
            twentieths = pcm[: len(pcm) // 20 * 20].reshape(20, -1)
            levels = 10 * np.log10((twentieths.astype(float) ** 2).mean(axis=1) / 32768**2)
            assert sign * (levels[-1] - levels[0]) > 20
            assert row["measurements"]["last_level_dbfs"] == pytest.approx(levels[-1], abs=0.01)
            assert row["measurements"]["first_level_dbfs"] == pytest.approx(levels[0], abs=0.01)
            assert sign * row["measurements"]["level_change_db"] >= 6.0


def test_a_pair_louder_than_full_scale_is_turned_down_by_one_gain(tmp_path):
    """Resampling overshoots full scale; turned down one by one, the two clips would differ in more than the ramp."""
    root = ljspeech_metadata(tmp_path / "LJSpeech-1.1", ["LJ001-0001"])
    square = np.sign(np.sin(2 * np.pi * 150.3 * np.arange(33_000) / 22_050)).astype(np.float32)
    square[: len(square) // 2] *= 0.5
    write_audio(root / "wavs/LJ001-0001.wav", square, 22_050, subtype="FLOAT")
    built("build", NAME, "--corpus", f"ljspeech={root}", "--allow-short", "--out", tmp_path, "--workers", 1)
    ((up, down),) = ((pair["increasing"], pair["decreasing"]) for pair in clips_by_group(tmp_path).values())
    source = source_of(up[0], root)
    assert np.abs(source).max() > 32768  # or there was nothing to turn down
    rising = np.linspace(0.0, 1.0, len(source))
    gains = []
    for (row, pcm), ramp in ((up, rising), (down, rising[::-1])):
        gains.append((pcm @ (source * ramp)) / ((source * ramp) @ (source * ramp)))
        recorded = row["measurements"]["gain"] * row["parameters"]["source_gain"] * top_of(row)
        assert recorded == pytest.approx(gains[-1], abs=1e-3)
    assert up[0]["parameters"]["source_gain"] == down[0]["parameters"]["source_gain"] < 1.0


def test_a_clip_whose_own_level_hides_the_ramp_is_replaced_and_named(tmp_path):
    ids = [f"LJ001-000{number}" for number in range(1, 4)]
    root = ljspeech_tree(tmp_path / "LJSpeech-1.1", ids, duration_s=2.0)
    fading = buzz(150, duration_s=2.0, sampling_rate=22_050) * np.geomspace(1.0, 1e-4, 44_100, dtype=np.float32)
    write_audio(root / "wavs/LJ001-0002.wav", fading, 22_050)
    options = ("--corpus", f"ljspeech={root}", "--allow-short", "--out", tmp_path, "--workers", 1)
    built("build", NAME, *options)
    assert {item.sources[0].item for item in items_of(tmp_path, NAME)} == {"LJ001-0001", "LJ001-0003"}


@pytest.mark.parametrize(("has", "code_text"), [(30, "found 30 of the 512 listed clips"), (0, "found 0 of the 512")])
def test_a_part_of_ljspeech_is_refused_with_what_to_do(tmp_path, ljspeech, listed_ids, has, code_text):
    others = [f"LJ998-{number:04d}" for number in range(1, 4)]
    part = [*listed_ids[:has], *others]
    root = ljspeech_metadata(tmp_path / "LJSpeech-1.1", part)
    for clip in listed_ids[:has]:
        (root / f"wavs/{clip}.wav").symlink_to(ljspeech / f"wavs/{clip}.wav")
    ljspeech_tree(tmp_path / "others", others)
    for clip in others:
        (root / f"wavs/{clip}.wav").symlink_to(tmp_path / f"others/wavs/{clip}.wav")
    words = refused("build", NAME, "--corpus", f"ljspeech={root}", "--out", tmp_path / "out", "--workers", 1)
    assert code_text in words
    assert "wanted: 512 for each label" in words
    assert "https://keithito.com/LJ-Speech-Dataset/" in words
    assert ("--allow-short" in words) == (has > 0)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("seconds", [0.0, 0.05, 31.0, float("nan")])
def test_a_shortest_duration_out_of_reason_is_refused(seconds):
    with pytest.raises(RecipeError, match=r"wanted: 0\.1 to 30 s"):
        VolumeRamp(min_duration_s=seconds)
