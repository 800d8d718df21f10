"""A stretch read from the middle of a file is the same samples that a decode of the whole gives there."""

import io
import itertools

import numpy as np
import pytest
import soundfile as sf

from builders.engine.sources import decode_clip
from corpora.indexing.media import decode_media
from corpora.indexing.scan import scan_file
from manifests.errors import AudioError
from manifests.rows import SourceRef
from tests.corpora.trees.mac import beside_as_a_mac
from tests.verification.listening.heard_sounds import babble, encoded, muxed

SECONDS = 6.0
SOUNDFILE = {
    "16 bit": ("WAV", "PCM_16", 16_000, 1),
    "24 bit, stereo": ("WAV", "PCM_24", 44_100, 2),
    "floats": ("WAV", "FLOAT", 16_000, 1),
    "A-law": ("WAV", "ALAW", 8_000, 1),
    "ADPCM": ("WAV", "IMA_ADPCM", 16_000, 1),
    "FLAC": ("FLAC", "PCM_16", 48_000, 2),
    "MP3 at 16 kHz": ("MP3", "MPEG_LAYER_III", 16_000, 1),
    "MP3 at 24 kHz, stereo": ("MP3", "MPEG_LAYER_III", 24_000, 2),
    "MP3 at 44.1 kHz, stereo": ("MP3", "MPEG_LAYER_III", 44_100, 2),
    "MP3 at 48 kHz": ("MP3", "MPEG_LAYER_III", 48_000, 1),
    "Vorbis": ("OGG", "VORBIS", 44_100, 1),
    "Opus": ("OGG", "OPUS", 48_000, 1),
}
MEDIA = {
    "M4A": ("ipod", "aac", 44_100),
    "AAC": ("adts", "aac", 16_000),
    "WebM": ("webm", "libopus", 48_000),
}
STRETCHES = [(0, 1), (0, 20_000), (1, 7_000), (9_999, 12_345), (30_001, 1), (33_333, 11_111)]


def ref_of(path, *, start_frame, frames):
    facts = scan_file(path)
    return SourceRef(
        corpus="any", item="any", path=path.name, sha256=facts.sha256, sampling_rate=facts.sampling_rate,
        start_frame=start_frame, frames=frames, speaker="", sex="", licence="CC0-1.0",
    )  # fmt: skip


def is_exact(path, whole):
    assert len(whole) == scan_file(path).frames
    mono = whole if whole.ndim == 1 else whole.mean(axis=1)
    for start, frames in STRETCHES:
        heard = decode_clip(path, ref_of(path, start_frame=start, frames=frames))
        assert np.array_equal(heard, mono[start : start + frames].astype(np.float32)), (start, frames)


@pytest.mark.parametrize("kind", SOUNDFILE)
def test_by_libsndfile(kind, tmp_path):
    container, subtype, rate, channels = SOUNDFILE[kind]
    sound = babble(SECONDS, rate=rate) + np.random.default_rng(1).normal(0.0, 0.01, round(SECONDS * rate))
    sound = np.stack((sound, sound[::-1]), axis=1) if channels == 2 else sound
    path = tmp_path / "a file of sound"
    path.write_bytes(encoded(sound, kind=container, subtype=subtype, rate=rate))
    is_exact(path, sf.read(path, dtype="float32")[0])


@pytest.mark.parametrize("mode", ["CONSTANT", "AVERAGE", "VARIABLE"])
def test_mp3_of_any_bit_rate(mode, tmp_path):
    """Starting in the middle gives samples that differ by 2^-26: enough to turn a step of 16 bits."""
    path = tmp_path / "song.mp3"
    sf.write(path, babble(SECONDS), 16_000, bitrate_mode=mode, compression_level=0.5)
    is_exact(path, sf.read(path, dtype="float32")[0])


@pytest.mark.parametrize("kind", MEDIA)
def test_by_pyav(kind, tmp_path):
    container, codec, rate = MEDIA[kind]
    path = tmp_path / "speech"
    path.write_bytes(muxed(babble(SECONDS, rate=rate), container=container, codec=codec, rate=rate))
    is_exact(path, decode_media(io.BytesIO(path.read_bytes()), most_s=60.0).samples[:, 0])


@pytest.mark.parametrize("kind", ["WAV", "MP3", "M4A"])
def test_a_stretch_beyond_the_end_is_an_error(kind, tmp_path):
    path = tmp_path / "short"
    if kind == "M4A":
        path.write_bytes(muxed(babble(1.0), container="ipod", codec="aac"))
    else:
        path.write_bytes(encoded(babble(1.0), kind=kind, subtype={"MP3": "MPEG_LAYER_III"}.get(kind, "PCM_16")))
    whole = scan_file(path).frames
    for start, frames in itertools.product((0, whole - 10), (whole + 1,)):
        with pytest.raises(AudioError, match=rf"found {whole - start:,} samples"):
            decode_clip(path, ref_of(path, start_frame=start, frames=frames))


def test_a_media_file_that_breaks_is_named(tmp_path):
    path = tmp_path / "speech.m4a"
    path.write_bytes(muxed(babble(1.0), container="ipod", codec="aac")[:2_000])
    ref = ref_of(path, start_frame=0, frames=100)
    with pytest.raises(AudioError, match="a file that cannot be read") as caught:
        decode_clip(path, ref)
    assert caught.value.where == str(path)


def test_what_a_mac_leaves_beside_a_file_changes_nothing(tmp_path):
    path = tmp_path / "song.mp3"
    sf.write(path, babble(SECONDS), 16_000)
    whole = sf.read(path, dtype="float32")[0]
    beside_as_a_mac(path)
    is_exact(path, whole)


def test_text_is_named_without_the_number_of_a_descriptor(tmp_path):
    path = tmp_path / "speech.wav"
    path.write_bytes(b"no sound " * 9)
    with pytest.raises(AudioError, match=r"found a file that cannot be read \(Format not recognised"):
        decode_clip(path, ref_of(path, start_frame=0, frames=100))
