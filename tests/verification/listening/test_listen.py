"""What is found out about one clip."""

import numpy as np
import pytest

from tests.verification.listening.heard_sounds import RATE, babble, encoded, heard, heard_sound, muxed, tone
from verification.listening.clip import CLIPPED_ONCE, TWIN_CHANNELS, listen
from verification.listening.facts import FEATURES
from verification.opening.entry import AudioRef

SOUND = babble(1.5)


def clipped(runs, length, *, seconds=4.0):
    sound = babble(seconds)
    for number in range(runs):
        sound[1000 * (number + 1) :][:length] = 1.0
    return sound


def test_a_good_clip_has_no_fault_and_is_known_whole(tmp_path):
    path = tmp_path / "clip.flac"
    path.write_bytes(encoded(SOUND, kind="FLAC"))
    facts, sound = listen(AudioRef(name="audio/clip.flac", path=path))
    assert (facts.name, facts.heard, dict(facts.faults)) == ("audio/clip.flac", True, {})
    assert (facts.size_bytes, facts.encoding) == (path.stat().st_size, "FLAC PCM_16")
    assert (facts.sampling_rate, facts.channels, facts.frames) == (RATE, 1, len(SOUND))
    assert facts.features.shape == (len(FEATURES),)
    assert np.isfinite(facts.features).all()
    assert facts.fingerprint.dtype == np.uint32
    assert len(facts.fingerprint) > 50
    assert np.abs(sound.mono - SOUND).max() <= 2**-15


@pytest.mark.parametrize(
    ("kind", "subtype"),
    [
        ("WAV", "PCM_24"),
        ("WAV", "FLOAT"),
        ("WAV", "ULAW"),
        ("MP3", "MPEG_LAYER_III"),
        ("OGG", "VORBIS"),
        ("OGG", "OPUS"),
    ],
)
def test_no_coding_makes_a_fault(kind, subtype):
    assert dict(heard_sound(SOUND, kind=kind, subtype=subtype).faults) == {}


def test_an_m4a_is_heard():
    facts = heard(muxed(SOUND, container="ipod", codec="aac"), "clip.m4a")
    assert (facts.heard, facts.encoding, dict(facts.faults)) == (True, "MP4 AAC", {})


class TestSamplesHash:
    STEPS = np.round(SOUND * 32768) / 32768

    def test_it_is_the_same_in_every_lossless_file(self):
        forms = [("WAV", "PCM_16"), ("FLAC", "PCM_16"), ("FLAC", "PCM_24"), ("WAV", "FLOAT"), ("AIFF", "PCM_16")]
        assert len({heard_sound(self.STEPS, kind=kind, subtype=form).pcm_sha256 for kind, form in forms}) == 1

    def test_it_is_another_at_another_rate_count_of_channels_or_sample(self):
        changed = self.STEPS.copy()
        changed[700] += 2**-15
        hashes = {
            heard_sound(self.STEPS).pcm_sha256,
            heard_sound(self.STEPS, rate=8000).pcm_sha256,
            heard_sound(self.STEPS.reshape(-1, 2)).pcm_sha256,
            heard_sound(changed).pcm_sha256,
            heard_sound(self.STEPS + 2**-20, subtype="PCM_24").pcm_sha256,
        }
        assert len(hashes) == 5


class TestFaults:
    def test_missing(self, tmp_path):
        for ref in (
            AudioRef(name="a", path=tmp_path / "absent.wav"),
            AudioRef(name="a", path=tmp_path),
            AudioRef(name="a", path=tmp_path / "nul\0.wav"),
            AudioRef(name="a"),
        ):
            facts, sound = listen(ref)
            assert (list(facts.faults), facts.heard, sound) == (["audio.missing"], False, None)

    def test_not_audio(self):
        facts = heard(np.random.default_rng(0).bytes(20_000))
        assert (list(facts.faults), facts.heard) == (["audio.decodes"], False)

    def test_empty(self, tmp_path):
        path = tmp_path / "empty.wav"
        path.write_bytes(b"")
        assert list(listen(AudioRef(name="a", path=path))[0].faults) == ["audio.empty"]
        assert list(heard(b"").faults) == ["audio.empty"]
        for kind in ("WAV", "FLAC"):
            assert list(heard_sound(np.zeros(0), kind=kind).faults) == ["audio.empty"]
        # An interrupted copy: the header is there, and nothing of what it promises.
        assert list(heard(encoded(SOUND)[:44]).faults) == ["audio.empty"]

    def test_truncated(self):
        for kind in ("WAV", "FLAC"):
            whole = encoded(np.tile(SOUND, 4), kind=kind)
            facts = heard(whole[: len(whole) // 2])
            assert list(facts.faults) == ["audio.truncated"]
            assert 0 < facts.frames < 4 * len(SOUND)

    def test_one_sample_that_is_no_number(self):
        for wrong in (np.nan, np.inf):
            sound = SOUND.copy()
            sound[900] = wrong
            facts, samples = listen(AudioRef(name="a", data=encoded(sound, subtype="FLOAT")))
            assert dict(facts.faults) == {"audio.nonfinite": f"1 of {len(SOUND):,} samples are NaN or infinite"}
            assert samples is None
            assert np.isnan(facts.features).all()

    def test_silent(self):
        assert dict(heard_sound(np.zeros(RATE)).faults) == {"audio.silent": "every sample is 0"}
        assert list(heard_sound(tone(440, level=0.0009)).faults) == ["audio.silent"]
        assert dict(heard_sound(tone(440, level=0.0012)).faults) == {}

    def test_too_long(self):
        assert list(heard_sound(np.tile(SOUND, 21)).faults) == ["audio.too_long"]
        assert dict(heard_sound(np.tile(SOUND, 20)).faults) == {}

    @pytest.mark.parametrize(
        ("sound", "fault"),
        [
            (clipped(3, 3), "audio.clipped"),
            (clipped(1, 20), "audio.clipped"),  # 20 of 64,000: more than one in 10,000
            (clipped(1, 4), CLIPPED_ONCE),
            (clipped(2, 3), CLIPPED_ONCE),
            (clipped(30, 2), None),
            (SOUND / np.abs(SOUND).max(), None),  # a peak at full scale
            (np.clip(30 * SOUND, -1, 1), "audio.clipped"),
            (-np.abs(clipped(3, 3)), "audio.clipped"),
        ],
    )
    @pytest.mark.parametrize("form", [("WAV", "PCM_16"), ("FLAC", "PCM_24"), ("WAV", "FLOAT")])
    def test_clipped(self, sound, fault, form):
        found = heard_sound(sound, kind=form[0], subtype=form[1]).faults
        assert list(found) == ([fault] if fault else [])

    def test_clipped_in_coarse_steps(self):
        for subtype in ("ULAW", "ALAW", "PCM_U8"):
            assert list(heard_sound(clipped(3, 3), subtype=subtype).faults) == ["audio.clipped"]
            assert dict(heard_sound(0.9 * SOUND / np.abs(SOUND).max(), subtype=subtype).faults) == {}

    def test_channels(self):
        silence = np.zeros_like(SOUND)
        assert dict(heard_sound(np.stack((SOUND, babble(1.5, seed=1)), axis=1)).faults) == {}
        dead = heard_sound(np.stack((SOUND, silence), axis=1)).faults
        assert dict(dead) == {"audio.dead_channel": "channel 2 of 2 is digital silence"}
        twins = heard_sound(np.stack((SOUND, SOUND), axis=1)).faults
        assert dict(twins) == {TWIN_CHANNELS: "channels 1 and 2 are identical"}


def test_odd_forms_are_measured_without_a_warning():
    with np.errstate(all="raise", under="ignore"):
        for sound in (np.full(1, 0.5), np.full(7, 0.5), np.full(RATE, 0.3), np.zeros(3), np.ones((50, 6)) * 0.1):
            for rate in (1000, 4000, 8000, 192_000):
                assert heard_sound(sound, rate=rate).heard
