from dataclasses import replace

import numpy as np
import pytest


def rules_on(report, item):
    return {finding.rule for finding in report.findings if finding.item == item}


def test_one_flipped_sample_is_named(binaural_set, found):
    def flip(shipped):
        pcm = shipped.pcm.copy()
        pcm[5000, 0 if shipped.item.label == "left" else 1] += 1
        return shipped.sounding(pcm)

    report = binaural_set.tampered(2, flip)
    item = binaural_set.id(2)
    assert (item, "record.pcm_sha256") in found(report)
    assert "shard.sha256" in {finding.rule for finding in report.findings}
    assert {name for name, _ in found(report)} == {item, binaural_set.shard(0).name}


def test_one_flipped_sample_is_found_by_the_pair_when_the_record_is_forged(binaural_set, found):
    def flip(shipped):
        pcm = shipped.pcm.copy()
        pcm[5000, 0 if shipped.item.label == "left" else 1] += 1
        return shipped.remade(pcm)

    report = binaural_set.forged(2, flip)
    assert found(report) == {(binaural_set.id(2), "binaural.mirror")}
    assert "1 frames differ, the first is 5,000" in report.findings[0].found


@pytest.mark.parametrize(
    ("kind", "rule", "said"),
    [
        ({"rate": 22_050}, "audio.rate", "22,050 Hz"),
        ({"subtype": "PCM_24"}, "audio.encoding", "FLAC PCM_24"),
    ],
)
def test_another_kind_of_file(volume_set, encoded, kind, rule, said):
    def encode(shipped):
        return replace(shipped, flac=encoded(shipped.pcm, **kind))

    report = volume_set.tampered(3, encode)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    assert (finding.item, finding.found) == (volume_set.id(3), said)
    assert report.errors
    assert report.clips == len(volume_set.shipped) - 1


def test_stereo_where_mono_is_promised_and_the_reverse(volume_set, binaural_set, encoded):
    def widen(shipped):
        return replace(shipped, flac=encoded(np.stack([shipped.pcm] * 2, axis=1)))

    def narrow(shipped):
        return replace(shipped, flac=encoded(shipped.pcm[:, 0]))

    for planted, change, said in ((volume_set, widen, "2 channels"), (binaural_set, narrow, "1 channel")):
        report = planted.tampered(0, change)
        (finding,) = [finding for finding in report.findings if finding.rule == "audio.channels"]
        assert (finding.item, finding.found) == (planted.id(0), said)


@pytest.mark.parametrize("damage", ["empty", "noise", "header", "truncated", "cut in half", "wav"])
def test_bytes_that_cannot_be_decoded(volume_set, encoded, damage):
    def spoil(shipped):
        whole = shipped.flac
        spoilt = {
            "empty": b"",
            "wav": encoded(shipped.pcm, container="WAV"),
            "noise": np.random.default_rng(1).bytes(5000),
            "header": whole[:42],
            "truncated": whole[:-1500],
            "cut in half": whole[: len(whole) // 2],
        }
        return replace(shipped, flac=spoilt[damage])

    report = volume_set.tampered(1, spoil)
    (finding,) = [finding for finding in report.findings if finding.rule == "audio.decodes"]
    assert finding.item == volume_set.id(1)
    assert report.clips == len(volume_set.shipped) - 1


def test_a_frame_damaged_in_the_middle_is_found(volume_set):
    def spoil(shipped):
        data = bytearray(shipped.flac)
        data[len(data) // 2] ^= 0xFF
        return replace(shipped, flac=bytes(data))

    report = volume_set.tampered(1, spoil)
    assert rules_on(report, volume_set.id(1)) & {"audio.decodes", "record.pcm_sha256", "record.frames"}


def test_a_null_clip(volume_set):
    report = volume_set.tampered(1, lambda shipped: replace(shipped, flac=None))
    assert rules_on(report, volume_set.id(1)) == {"audio.decodes"}


def test_too_long(binaural_set):
    def lengthen(shipped):
        return shipped.remade(np.tile(shipped.pcm, (60, 1))[: 30 * 16_000 + 1])

    report = binaural_set.forged(0, lengthen)
    (finding,) = [finding for finding in report.findings if finding.rule == "audio.length"]
    assert finding.found.startswith("480,001 frames")


def test_exactly_thirty_seconds_is_allowed(pitch_set):
    longest = pitch_set.shipped[0].remade(np.tile(pitch_set.shipped[0].pcm, 30))
    report = pitch_set.release([longest, *pitch_set.shipped[1:]]).check()
    assert report.findings == ()


def test_no_samples_at_all(volume_set):
    report = volume_set.tampered(0, lambda shipped: shipped.sounding(shipped.pcm[:0]))
    assert rules_on(report, volume_set.id(0)) & {"audio.length", "audio.decodes"}


@pytest.mark.parametrize(("peak", "silent"), [(0, True), (32, True), (33, False)])
def test_silence(pitch_set, peak, silent):
    def hush(shipped):
        pcm = np.zeros_like(shipped.pcm)
        pcm[8000] = peak
        return shipped.sounding(pcm)

    report = pitch_set.tampered(0, hush)
    assert ("audio.silent" in rules_on(report, pitch_set.id(0))) == silent


@pytest.mark.parametrize(
    ("values", "clipped"),
    [
        ([32767] * 3, True),
        ([-32768] * 3, True),
        ([32767] * 2, False),
        ([-32768] * 2, False),
        ([32767, 32767, -32768], False),
        ([-32768], False),
    ],
)
def test_clipping_is_three_samples_at_full_scale_in_a_row(pitch_set, values, clipped):
    def clip(shipped):
        pcm = shipped.pcm.copy()
        pcm[-len(values) :] = values
        return shipped.sounding(pcm)

    report = pitch_set.tampered(0, clip)
    assert ("audio.clipped" in rules_on(report, pitch_set.id(0))) == clipped


def test_clipping_in_one_channel_only(binaural_set):
    def clip(shipped):
        pcm = shipped.pcm.copy()
        pcm[-2:, 0], pcm[:1, 1] = 32767, 32767
        return shipped.sounding(pcm)

    assert "audio.clipped" not in rules_on(binaural_set.tampered(0, clip), binaural_set.id(0))


@pytest.mark.parametrize(
    ("name", "off", "within"),
    [("duration_s", 0.001, 0.00003), ("peak_dbfs", 0.02, 0.005), ("rms_dbfs", -0.02, -0.005)],
)
def test_a_declared_measurement_that_is_not_the_real_one(volume_set, found, name, off, within):
    def declare(by):
        def change(shipped):
            values = {**shipped.item.measurements}
            values[name] += by
            return shipped.saying(measurements=values)

        return change

    clean = list(volume_set.shipped)
    assert volume_set.forged(0, declare(within)).findings == ()
    volume_set.release(clean)
    assert found(volume_set.forged(0, declare(off))) == {(volume_set.id(0), f"audio.{name}")}
