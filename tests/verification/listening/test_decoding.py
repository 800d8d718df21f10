"""Every kind of file is decoded, and what its header promises is held against what is there."""

import io

import numpy as np
import pytest
import soundfile as sf

from tests.verification.listening.heard_sounds import RATE, babble, encoded, muxed
from verification.listening.decoding import DecodingError, decode_any

SOUND = babble(1.5)
STEPS = np.round(SOUND * 32768) / 32768


def data_at(wav):
    return wav.index(b"data") + 4


def with_size(wav, size):
    place = data_at(wav)
    return wav[:place] + size.to_bytes(4, "little") + wav[place + 4 :]


@pytest.mark.parametrize(
    ("kind", "subtype", "step"),
    [
        ("WAV", "PCM_16", 2**-16),
        ("WAV", "PCM_24", 2**-24),
        ("WAV", "PCM_32", 2**-24),
        ("WAV", "FLOAT", 1e-7),
        ("WAV", "DOUBLE", 1e-7),
        ("WAV", "PCM_U8", 2**-7),
        ("WAV", "ULAW", 0.01),
        ("WAVEX", "PCM_16", 2**-16),
        ("WAVEX", "PCM_24", 2**-24),
        ("AIFF", "PCM_16", 2**-16),
        ("FLAC", "PCM_16", 2**-16),
        ("FLAC", "PCM_24", 2**-24),
    ],
)
def test_samples_come_back(kind, subtype, step):
    heard = decode_any(encoded(STEPS, kind=kind, subtype=subtype), name="clip")
    assert (heard.sampling_rate, heard.samples.shape) == (RATE, (len(STEPS), 1))
    assert heard.samples.dtype == np.float32
    assert np.abs(heard.samples[:, 0] - STEPS).max() <= step
    assert (heard.truncated, heard.partly, heard.frames) == ("", False, len(STEPS))
    assert heard.encoding == f"{kind} {subtype}"


@pytest.mark.parametrize(("kind", "subtype"), [("MP3", "MPEG_LAYER_III"), ("OGG", "VORBIS"), ("OGG", "OPUS")])
def test_lossy_files_come_back_as_long_as_they_were(kind, subtype):
    heard = decode_any(encoded(SOUND, kind=kind, subtype=subtype), name="clip")
    assert heard.sampling_rate == RATE
    assert abs(heard.frames - len(SOUND)) <= 3 * 1152
    assert heard.truncated == ""
    common = min(heard.frames, len(SOUND))
    correlation = np.fft.irfft(np.fft.rfft(heard.samples[:common, 0]) * np.conj(np.fft.rfft(SOUND[:common])))
    assert correlation.max() > 0.8 * np.sum(SOUND**2)


@pytest.mark.parametrize(
    ("container", "codec", "rate", "encoding"),
    [
        ("mp4", "aac", RATE, "MP4 AAC"),
        ("ipod", "aac", RATE, "MP4 AAC"),
        ("adts", "aac", RATE, "ADTS AAC"),
        ("webm", "libopus", 48_000, "WEBM OPUS"),
    ],
)
def test_what_libsndfile_does_not_read_is_read_by_pyav(container, codec, rate, encoding):
    sound = babble(1.5, rate=rate)
    heard = decode_any(muxed(sound, container=container, codec=codec, rate=rate), name="clip.m4a")
    assert (heard.sampling_rate, heard.encoding, heard.samples.shape[1]) == (rate, encoding, 1)
    assert abs(heard.frames - len(sound)) <= 3 * 1152
    assert heard.truncated == ""
    assert np.sum(heard.samples**2) == pytest.approx(np.sum(sound**2), rel=0.1)


def test_channels_stay_apart():
    stereo = np.stack((STEPS, -0.5 * STEPS), axis=1)
    heard = decode_any(encoded(stereo, kind="FLAC"), name="clip")
    assert heard.samples.shape == stereo.shape
    assert np.abs(heard.samples - stereo).max() <= 2**-15


@pytest.mark.parametrize(
    "data",
    [
        np.random.default_rng(0).bytes(20_000),
        b"RIFF\x00\x00\x00\x00WAVE",
        b"RIFF",
        b"fLaC",
        b"OggS",
        b"ID3",
        b"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00",
        b"\x1a\x45\xdf\xa3 nothing",
        b"\xff\xf1\x50",
        b"<html>not found</html>" * 100,
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 4\n",
    ],
)
def test_what_is_no_audio_is_an_error_and_quiet(data, capfd):
    with pytest.raises(DecodingError) as error:
        decode_any(data, name="clip.wav")
    assert error.value.where == "clip.wav"
    assert capfd.readouterr() == ("", "")


class TestTruncated:
    @pytest.mark.parametrize("subtype", ["PCM_16", "PCM_24", "FLOAT", "IMA_ADPCM"])
    def test_a_wav_that_was_cut(self, subtype):
        whole = encoded(SOUND, subtype=subtype)
        heard = decode_any(whole[: len(whole) // 2], name="clip")
        assert "of the" in heard.truncated
        assert 0.3 * len(SOUND) < heard.frames < 0.6 * len(SOUND)

    def test_a_header_that_lies(self):
        wav = encoded(SOUND)
        heard = decode_any(with_size(wav, 4 * len(SOUND)), name="clip")
        there, promised = 2 * len(SOUND), 4 * len(SOUND)
        assert heard.truncated == f"{there:,} of the {promised:,} bytes of sound that the header promises"

    @pytest.mark.parametrize("size", [0, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x7FFFF000])
    def test_a_wav_that_was_streamed_is_whole(self, size):
        heard = decode_any(with_size(encoded(SOUND), size), name="clip")
        assert (heard.frames, heard.truncated) == (len(SOUND), "")

    def test_a_wav_without_samples_but_with_a_chunk_behind_is_not_one_that_was_streamed(self):
        wav = encoded(np.zeros(0)) + b"LIST" + (4).to_bytes(4, "little") + b"INFO"
        assert decode_any(wav, name="clip").frames == 0

    def test_half_a_frame_is_no_sound(self):
        assert decode_any(encoded(SOUND)[:-1], name="clip").truncated != ""
        odd = with_size(encoded(SOUND), 2 * len(SOUND) + 1)
        assert decode_any(odd, name="clip").truncated == ""

    @pytest.mark.parametrize(
        ("kind", "subtype"), [("FLAC", "PCM_16"), ("MP3", "MPEG_LAYER_III"), ("OGG", "VORBIS"), ("OGG", "OPUS")]
    )
    def test_a_compressed_file_that_was_cut(self, kind, subtype):
        long = np.tile(SOUND, 6)
        whole = encoded(long, kind=kind, subtype=subtype)
        heard = decode_any(whole[: len(whole) * 2 // 3], name="clip")
        assert heard.truncated
        assert 0.3 * len(long) < heard.frames < 0.8 * len(long)

    def test_a_flac_that_promises_more_than_it_holds(self):
        flac = bytearray(encoded(SOUND, kind="FLAC"))
        # STREAMINFO: the count is in the low 36 bits of the eight bytes from 18 on.
        flac[22:26] = (2 * len(SOUND)).to_bytes(4, "big")
        heard = decode_any(bytes(flac), name="clip")
        assert f"of the {2 * len(SOUND):,} frames" in heard.truncated

    def test_a_flac_that_was_streamed_is_whole(self):
        flac = bytearray(encoded(SOUND, kind="FLAC"))
        flac[22:26] = bytes(4)
        heard = decode_any(bytes(flac), name="clip")
        assert (heard.frames, heard.truncated) == (len(SOUND), "")

    def test_an_mp4_that_breaks_off(self):
        long = np.tile(SOUND, 6)
        whole = muxed(long, container="adts", codec="aac")
        with pytest.raises(DecodingError):
            decode_any(muxed(long, container="mp4", codec="aac")[:3000], name="clip.m4a")
        assert decode_any(whole, name="clip.aac").truncated == ""


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "AIFF", "MP3", "OGG", "mp4", "adts"])
def test_damaged_files_are_errors_at_most(kind, capfd):
    if kind.islower():
        whole = muxed(SOUND[:8000], container=kind, codec="aac")
    else:
        whole = encoded(SOUND[:8000], kind=kind, subtype={"MP3": "MPEG_LAYER_III", "OGG": "VORBIS"}.get(kind, "PCM_16"))
    generator = np.random.default_rng(1)
    outcomes = set()
    for _ in range(60):
        damaged = bytearray(whole[: generator.integers(1, len(whole))])
        for place in generator.integers(0, min(len(damaged), 200), 4):
            damaged[place] = generator.integers(256)
        try:
            outcomes.add(decode_any(bytes(damaged), name="clip").samples.dtype)
        except DecodingError as error:
            outcomes.add(error.where)
    assert outcomes <= {np.dtype(np.float32), "clip"}
    assert capfd.readouterr() == ("", "")


def test_a_rate_that_cannot_be_is_an_error():
    wav = bytearray(encoded(SOUND))
    wav[24:28] = (2**31 - 1).to_bytes(4, "little")
    with pytest.raises(DecodingError, match="2,147,483,647 Hz"):
        decode_any(bytes(wav), name="clip")


def test_a_very_long_file_is_decoded_only_at_its_beginning():
    heard = decode_any(encoded(np.tile(SOUND, 10)), name="clip", most_s=2.0)
    assert len(heard.samples) == 2 * RATE
    assert (heard.partly, heard.frames, heard.truncated) == (True, 10 * len(SOUND), "")


def test_a_very_long_media_file_is_decoded_only_at_its_beginning():
    heard = decode_any(muxed(np.tile(SOUND, 10), container="mp4", codec="aac"), name="clip.m4a", most_s=2.0)
    assert 2 * RATE <= len(heard.samples) < 3 * RATE
    assert heard.partly
    assert abs(heard.frames - 10 * len(SOUND)) <= 3 * 1152


def test_big_endian_riff_is_understood():
    sink = io.BytesIO()
    sf.write(sink, SOUND, RATE, format="WAV", subtype="PCM_16", endian="BIG")
    wav = sink.getvalue()
    assert wav.startswith(b"RIFX")
    assert decode_any(wav, name="clip").truncated == ""
    assert decode_any(wav[:-2000], name="clip").truncated.startswith(f"{2 * len(SOUND) - 2000:,} of the ")
